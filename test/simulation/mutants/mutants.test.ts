import { expect, test } from '@jest/globals';
import { mutants } from './mutants.ts';
import { timesFound } from './plant.ts';

test('every planted mistake still finds its place', () => {
  const edits = mutants.flatMap(({ name, also = [], ...first }) =>
    [first, ...also].map((edit) => ({ name, file: edit.file, times: timesFound(edit) })),
  );
  expect(edits.filter(({ times }) => times !== 1)).toEqual([]);
});
