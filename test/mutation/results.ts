import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

/** `refused`: it got past the tests, and does not compile. `not_covered`: no judge comes through it. */
export type Result = {
  readonly mutant: string;
  readonly end: 'caught' | 'refused' | 'survived' | 'not_covered';
  readonly by?: string;
  readonly how?: string;
  /** Survived although the simulator went another way. */
  readonly differs?: boolean;
  /** The compiler was asked, and has nothing against it. */
  readonly compiles?: boolean;
};

export type Results = {
  readonly file: string;
  readonly known: (mutant: string) => Result | undefined;
  readonly compiles: (mutant: string) => boolean;
  readonly add: (result: Result) => void;
};

/**
 * What became of each mutant, one line each, so that a run can be stopped and taken up again. The file is named after the code; what was caught
 * stays so while tests are added, and what was not is judged again once any test is another. Delete the folder to judge all of it anew.
 */
export const openResults = (): Results => {
  const folder = join(root, '.data/mutation');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${fingerprint(['lib/**/*.ts'])}.jsonl`);
  const tests = fingerprint(['test/{unit,hard-cases,conformance,simulation,memory,tools,mutation}/**/*.ts']);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const known = new Map<string, Result>();
  const compiled = new Set<string>();
  for (const line of lines) {
    const { tests: then, ...result } = JSON.parse(line) as Result & { readonly tests: string };
    if (result.compiles) compiled.add(result.mutant);
    if (result.end === 'caught' || result.end === 'refused' || then === tests)
      known.set(result.mutant, result);
  }
  return {
    file,
    known: (mutant) => known.get(mutant),
    compiles: (mutant) => compiled.has(mutant),
    add: (result) => {
      known.set(result.mutant, result);
      appendFileSync(file, `${JSON.stringify({ ...result, tests })}\n`);
    },
  };
};

const fingerprint = (patterns: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const name of globSync(patterns, { cwd: root }).sort())
    hash.update(name).update(readFileSync(join(root, name)));
  return hash.digest('hex').slice(0, 12);
};
