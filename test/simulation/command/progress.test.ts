import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chunksOf, fingerprintOf, openProgress } from './progress.ts';
import { createTally } from './tally.ts';

const data = fileURLToPath(new URL('../../../.data', import.meta.url));
let folder: string;
beforeAll(() => {
  mkdirSync(data, { recursive: true });
  folder = mkdtempSync(join(data, 'progress-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const done = { tally: createTally(), seconds: 1 };

describe('what is done of many seeds', () => {
  test('counts in a longer run, but for a chunk that ended earlier there', async () => {
    const shorter = chunksOf({ from: 1, to: 1_200 });
    expect(shorter.map(({ from, to }) => [from, to])).toEqual([
      [1, 500],
      [501, 1_000],
      [1_001, 1_200],
    ]);
    const progress = await openProgress(folder);
    for (const chunk of shorter) progress.add(chunk, done);
    const again = await openProgress(folder);
    expect([...again.done(shorter).keys()]).toEqual([1, 501, 1_001]);
    expect([...again.done(chunksOf({ from: 1, to: 10_000 })).keys()]).toEqual([1, 501]);
  });

  test('ends where the code changes', async () => {
    const entry = join(folder, 'running.ts');
    writeFileSync(entry, 'console.log(1 + globalThis.x);');
    const progress = await openProgress(folder, entry);
    expect(await progress.isSameCode()).toBe(true);
    writeFileSync(entry, 'console.log(2 + globalThis.x);');
    expect(await progress.isSameCode()).toBe(false);
  });

  test('does not count for other code, and does if only comments and types have changed', async () => {
    const of = async (name: string, text: string): Promise<string> => {
      const file = join(folder, name);
      writeFileSync(file, text);
      return fingerprintOf(file);
    };
    const before = await of('once.ts', 'console.log(1 + globalThis.x);');
    expect(
      await of(
        'once.ts',
        '/** What it does. */\ntype X = { x: number };\nconsole.log(1 + (globalThis as X).x);',
      ),
    ).toBe(before);
    expect(await of('once.ts', 'console.log(2 + globalThis.x);')).not.toBe(before);
    writeFileSync(join(folder, 'imported.ts'), 'export const one = 1;');
    const importing = await of('entry.ts', "import { one } from './imported.ts'; console.log(one);");
    writeFileSync(join(folder, 'imported.ts'), 'export const one = 2;');
    expect(await of('entry.ts', "import { one } from './imported.ts'; console.log(one);")).not.toBe(
      importing,
    );
  });
});
