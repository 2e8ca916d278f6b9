import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { root } from '../integration/local/run-program.ts';
import { readPage } from './read-blocks.ts';

/** The rows of the table: the number of the failure, and the tests that would show it. */
const rows = () => {
  const [, after = ''] = readPage('test/hard-cases/README.md').split('## Failures that must not happen\n');
  const [section = ''] = after.split('\n## ');
  return [...section.matchAll(/^\| (\d+) \| [^|]+ \| (.+) \|$/gm)].map(([, number, tests = '']) => ({
    number: Number(number),
    tests: [...tests.matchAll(/`([^`]+)`: `([^`]+)`/g)].map(([, file = '', name = '']) => ({ file, name })),
  }));
};

/** Whether a file has a test of this name: the name alone, as a string. */
const has = (file: string, name: string): boolean => {
  const path = join(root, file);
  if (!existsSync(path)) return false;
  const source = readFileSync(path, 'utf8');
  return [`'${name}',`, `"${name}",`].some((text) => source.includes(text));
};

describe('the failures that must not happen, and the tests that show each', () => {
  test('are all twelve in the table, each with a test', () => {
    expect([...new Set(rows().map(({ number }) => number))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(rows().filter(({ tests }) => tests.length === 0)).toEqual([]);
  });

  const named = rows().flatMap(({ tests }) => tests);
  test.each(named.map(({ file, name }) => [file, name] as const))('%s has the test: %s', (file, name) => {
    expect(has(file, name)).toBe(true);
  });

  test('a name that is only a part of one is not found', () => {
    const [{ file, name } = { file: '', name: '' }] = named;
    expect([has(file, name.slice(1)), has(`${file}.ts`, name)]).toEqual([false, false]);
  });
});
