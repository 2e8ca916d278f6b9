import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';
import { root } from './root.ts';

const folder = join(root, '.data/mutation/compiled');

/** Which of these mutants could never run, because the types do not hold. Many files are compiled at once, with one mutant each. */
export const refusedByCompiler = async (mutants: readonly Mutant[]): Promise<ReadonlySet<string>> => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'lib'), join(folder, 'lib'), { recursive: true });
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../../tsconfig.json', include: ['lib'] }),
  );
  const refused = new Set<string>();
  const waiting = [...mutants];
  let done = 0;
  while (waiting.length > 0) {
    const batch = new Map<string, Mutant>();
    for (const mutant of [...waiting])
      if (!batch.has(mutant.file)) {
        batch.set(mutant.file, mutant);
        waiting.splice(waiting.indexOf(mutant), 1);
      }
    const wrong = await wrongFiles([...batch.values()]);
    // Where an error shows, its cause may be in another file of the batch: each of them is compiled alone.
    const foreign = [...wrong].some((file) => !batch.has(file));
    for (const mutant of batch.values())
      if ((foreign || wrong.has(mutant.file)) && (await wrongFiles([mutant])).size > 0)
        refused.add(mutant.id);
    done += batch.size;
    console.log(`compiled ${done} of ${mutants.length}, ${refused.size} refused`);
  }
  return refused;
};

/** Files with an error while these mutants are in. */
const wrongFiles = async (mutants: readonly Mutant[]): Promise<ReadonlySet<string>> => {
  for (const { file, planted } of mutants) writeFileSync(join(folder, file), planted());
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.', '--pretty', 'false'],
      { cwd: folder, maxBuffer: 1e8 },
      (_, stdout) => resolve(stdout),
    );
  });
  for (const { file } of mutants) writeFileSync(join(folder, file), readFileSync(join(root, file)));
  return new Set(output.split('\n').flatMap((line) => /^(\S+?)\(\d+,\d+\): error/.exec(line)?.[1] ?? []));
};
