import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { explanations } from '../mutation/explanations.ts';
import { mutationPage } from '../mutation/mutation-page.ts';
import { readScore, total } from '../mutation/score.ts';

const root = join(import.meta.dirname, '../..');
const score = readScore();

test('test/mutation/README.md shows what was found last (else: npm run docs)', () => {
  expect(readFileSync(join(root, 'test/mutation/README.md'), 'utf8')).toBe(mutationPage());
});

test('every mutant is counted once, and those that nobody caught are all listed', () => {
  const { mutants, tests, simulator, compiler, survived, not_covered } = total(score);
  expect(tests + simulator + compiler + survived + not_covered).toBe(mutants);
  expect(score.left).toHaveLength(survived + not_covered);
  expect(score.left.map(({ file }) => file).filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('what is explained is a mutant that nobody caught', () => {
  const left = score.left.map(({ file, at, original, replacement }) => ({ file, at, original, replacement }));
  for (const { why, ...explained } of explanations) expect(left).toContainEqual(explained);
});
