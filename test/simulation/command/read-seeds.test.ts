import { describe, expect, test } from '@jest/globals';
import { readPart, readSeeds } from './read-seeds.ts';

describe('the seeds that are asked for', () => {
  test.each([
    ['1..100', { from: 1, to: 100 }],
    ['7..7', { from: 7, to: 7 }],
    ['17', { from: 17, to: 17 }],
  ])('%s', (given, range) => expect(readSeeds(given)).toEqual(range));

  test.each(['x', '', '0..5', '5..1', '1..', '..5', '1..x', '1.5..3', '-1..5', '1...5'])('not %j', (given) =>
    expect(readSeeds(given)).toBeUndefined(),
  );
});

describe('the part of them', () => {
  test.each([
    ['1/1', { part: 1, of: 1 }],
    ['2/4', { part: 2, of: 4 }],
  ])('%s', (given, part) => expect(readPart(given)).toEqual(part));

  test.each(['x', '0/4', '5/4', '1', '1/0', '1/4/2'])('not %j', (given) =>
    expect(readPart(given)).toBeUndefined(),
  );
});
