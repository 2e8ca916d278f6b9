import { describe, expect, test } from '@jest/globals';
import { mutants } from '../../simulation/mutants/mutants.ts';
import { checkFamily } from './check-family.ts';
import { families } from './families.ts';
import { inWorker } from './in-worker.ts';
import { linesOf } from './print-violation.ts';

/** One record in so many; `npm run explore -- --inductive` takes every one. */
const of = 211;

describe('every step from well-formed records, reachable or not, keeps every law', () => {
  test.each(families.map(({ name }) => name))('%s', async (family) => {
    const { records, steps, violations } = await checkFamily({ family, nth: 0, of });
    expect(linesOf(violations)).toEqual([]);
    expect(records).toBeGreaterThan(2);
    expect(steps).toBeGreaterThan(records * 10);
  });
});

test.each([
  ['a captured charge is moved back by an older look', 'money held or taken, look_up'],
  ['a look that shows the old state ends a capture', 'money held or taken, look_up'],
  ['a lost cancel outlives what was captured under it', 'money held or taken, look_up'],
  ['a part that was captured elsewhere counts as the whole', 'money held or taken, look_up'],
  ['a void made elsewhere leaves the charge authorised', 'money held or taken, look_up'],
  ['a refund is released when its outcome is not known', 'refunds and disputes'],
])('a planted mistake is found: %s', async (name, family) => {
  const mutant = mutants.find((planted) => planted.name === name);
  if (!mutant) throw new Error('none has that name');
  const { violations } = await inWorker({ slice: { family, nth: 0, of }, mutant });
  expect(violations).not.toEqual([]);
});
