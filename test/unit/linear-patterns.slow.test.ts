import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from '@jest/globals';
import { parseSync, Visitor } from 'oxc-parser';
import { testWith } from '../tools/extras.ts';

const root = join(import.meta.dirname, '../..');

/** From `npm run extras`. */
interface Recheck {
  readonly check: (
    source: string,
    flags: string,
    options: { readonly timeout: null; readonly randomSeed: number },
  ) => Promise<{ readonly status: 'safe' | 'vulnerable' | 'unknown' }>;
}

/** Patterns that may look at a text's rest again from each place, and why no stranger can make them. */
const known: Readonly<Record<string, string>> = {
  'lib/http/read-body.ts': 'reads valid JSON, in which every string ends',
  'lib/runtime/error-line.ts': "reads an error of the operator's own machine",
};

/** `file: pattern/flags` of every regular expression that a file contains. */
const patternsIn = (
  file: string,
): { readonly file: string; readonly source: string; readonly flags: string }[] => {
  const found: { file: string; source: string; flags: string }[] = [];
  new Visitor({
    Literal: (node) => {
      if ('regex' in node && node.regex)
        found.push({ file, source: node.regex.pattern, flags: node.regex.flags });
    },
  }).visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program);
  return found;
};

// A text of 64 KiB, which anybody may send, would otherwise take seconds of a processor.
describe('every pattern reads each character of a text a fixed number of times', () => {
  const patterns = ['lib', 'functions', 'clients/server/src']
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
    .flatMap(patternsIn);

  testWith('recheck')('as their structure shows', async () => {
    const { check } = (await import('recheck' as string)) as Recheck;
    const slow: string[] = [];
    for (const { file, source, flags } of patterns) {
      // Recheck does not know `v`; what is read under it here means the same under `u`.
      const { status } = await check(source, flags.replace('v', 'u'), { timeout: null, randomSeed: 1 });
      if (status !== 'safe') slow.push(file);
    }
    expect(patterns.length).toBeGreaterThan(150);
    expect(slow.sort()).toEqual(Object.keys(known));
  });
});
