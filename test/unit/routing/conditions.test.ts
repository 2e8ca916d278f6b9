import { describe, expect, test } from '@jest/globals';
import type { Condition } from '../../../lib/routing/conditions/condition.ts';
import { conditionKeys, conditionTable } from '../../../lib/routing/conditions/condition-table.ts';
import { validateRule } from '../../../lib/routing/validate-rule.ts';
import { conditionSamples } from './condition-samples.ts';
import { facts } from './fixtures.ts';
import { accounts, when } from './rule-inputs.ts';

describe.each(conditionKeys)('%s', (key) => {
  const { narrow, wide, met, missed } = conditionSamples[key];
  const { matches, covers } = conditionTable[key] as Condition<unknown>;
  const meets = (wanted: unknown, { brand, ...changes }: typeof met) =>
    matches(wanted)(facts('cs_1', changes), brand);

  test('matches what it says', () => {
    expect([meets(narrow, met), meets(narrow, missed)]).toEqual([true, false]);
    expect([meets(wide, met), meets(wide, missed)]).toEqual([true, true]);
  });

  test('covers a narrower one', () => {
    expect([covers(wide, narrow), covers(narrow, wide)]).toEqual([true, false]);
    expect([covers(undefined, narrow), covers(narrow, undefined)]).toEqual([true, false]);
    expect([covers(narrow, narrow), covers(undefined, undefined)]).toEqual([true, true]);
  });

  test('is taken in a rule, and refused after one that covers it', () => {
    const written = (...lists: unknown[]) =>
      validateRule(when(...lists.map((one) => ({ [key]: one }))), accounts);
    expect(written(narrow, wide)).toMatchObject({ ok: true });
    expect(written(wide, narrow)).toMatchObject({ ok: false, problem: { param: 'overrides[1].when' } });
  });
});
