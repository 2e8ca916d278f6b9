import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { chargeTable } from '../../../lib/charge/transitions/charge-table.ts';
import { chargeStates } from '../../../lib/types/charge-state.ts';
import { walkCharge } from '../../tools/charge-walk.ts';
import { transitionGroups } from '../../tools/state-words.ts';
import { statesPage } from '../../tools/states-page.ts';

const walk = walkCharge();

test('lib/charge/transitions/README.md shows the current table (if not: npm run docs)', () => {
  expect(readFileSync(join(import.meta.dirname, '../../../lib/charge/transitions/README.md'), 'utf8')).toBe(
    statesPage(),
  );
});

test('every happening has its words, once', () => {
  const worded = Object.values(transitionGroups).flatMap((group) => Object.keys(group));
  expect(worded.toSorted()).toEqual(Object.keys(chargeTable).toSorted());
});

test('a charge can leave every state but the last ones, and every state can be reached', () => {
  const left = new Set(walk.moves.map(({ from }) => from));
  const reached = new Set(walk.moves.map(({ to }) => to));
  expect(chargeStates.filter((state) => !left.has(state))).toEqual([]);
  expect(chargeStates.filter((state) => !reached.has(state))).toEqual([]);
});

test('no money moves back into an attempt: what was given up is only ever returned', () => {
  const fromGivenUp = walk.moves.filter(({ from }) => ['failed', 'reversing', 'reversed'].includes(from));
  expect(new Set(fromGivenUp.map(({ to }) => to))).toEqual(new Set(['reversing', 'reversed']));
});

test("a captured charge falls back only if named, if its capture never came, or against a person's decision", () => {
  const falls = walk.moves.filter(({ from }) => from === 'captured');
  expect(new Set(falls.filter(({ presumed }) => !presumed).map(({ transition }) => transition))).toEqual(
    new Set(['capture_taken_back', 'expired', 'voided']),
  );
});

test('nothing leads where the table does not allow', () => {
  expect(walk.impossible.filter((line) => line.includes(' led to '))).toEqual([]);
});
