import { expect, test } from '@jest/globals';
import { diffRules } from '../../../lib/routing/diff-rules.ts';
import type { RoutingRule } from '../../../lib/types/routing.ts';
import { targetsOf } from './fixtures.ts';

const ruleOf = (changes: Partial<RoutingRule> = {}): RoutingRule => ({
  name: 'default',
  targets: targetsOf({ stripe: 70, adyen: 30 }),
  failover: { on: ['psp_unavailable'], max_attempts: 3, attempt_timeout_ms: 8000 },
  health: { mode: 'observe', max_shift: 50, min_share: 0 },
  overrides: [],
  ...changes,
});
const eur = { when: { currency: ['eur'] }, targets: targetsOf({ adyen: 1 }) };

test('equal rules differ in nothing', () => {
  expect(diffRules(ruleOf(), ruleOf())).toEqual([]);
});

test('each field that changed, with its path', () => {
  const after = ruleOf({
    targets: targetsOf({ stripe: 50, adyen: 30, square: 20 }),
    failover: { on: ['psp_unavailable', 'rate_limited'], max_attempts: 2, attempt_timeout_ms: 8000 },
    health: { mode: 'steer', max_shift: 50, min_share: 0 },
    overrides: [eur],
  });
  expect(diffRules(ruleOf(), after)).toEqual([
    { path: 'targets[0].weight', before: 70, after: 50 },
    { path: 'targets[2]', before: null, after: { psp: 'square', weight: 20 } },
    { path: 'failover.on', before: ['psp_unavailable'], after: ['psp_unavailable', 'rate_limited'] },
    { path: 'failover.max_attempts', before: 3, after: 2 },
    { path: 'health.mode', before: 'observe', after: 'steer' },
    { path: 'overrides[0]', before: null, after: eur },
  ]);
});

test('a condition that goes, one that comes, and targets that change places', () => {
  const before = ruleOf({ overrides: [{ ...eur, when: { currency: ['eur'], country: ['DE'] } }] });
  const after = ruleOf({ overrides: [{ ...eur, when: { currency: ['eur', 'usd'], amount: { gte: 5 } } }] });
  expect(diffRules(before, after)).toEqual([
    { path: 'overrides[0].when.currency', before: ['eur'], after: ['eur', 'usd'] },
    { path: 'overrides[0].when.country', before: ['DE'], after: null },
    { path: 'overrides[0].when.amount', before: null, after: { gte: 5 } },
  ]);
  const swapped = ruleOf({ targets: targetsOf({ adyen: 70, stripe: 30 }) });
  expect(diffRules(ruleOf(), swapped)).toEqual([
    { path: 'targets[0].psp', before: 'stripe', after: 'adyen' },
    { path: 'targets[1].psp', before: 'adyen', after: 'stripe' },
  ]);
});

test('a first rule differs from nothing', () => {
  expect(diffRules(undefined, ruleOf()).map(({ path, before }) => [path, before])).toEqual([
    ['targets', null],
    ['failover', null],
    ['health', null],
    ['overrides', null],
  ]);
});
