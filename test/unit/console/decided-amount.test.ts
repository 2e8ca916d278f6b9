import { expect, test } from '@jest/globals';
import { decidedAmount } from '../../../clients/console/src/decided-amount.ts';
import type { Charge, OpenOperation } from '../../../clients/server/src/generated/api-types.ts';

const charge = {
  amount: 4800,
  amount_captured: 1000,
  capture: { amount: 3000 },
  reversal: { amount: 700 },
} as unknown as Charge;

test.each([
  ['attempt', 'captured', 4800],
  ['attempt', 'succeeded', undefined],
  ['capture', 'captured', 4000],
  ['capture', 'succeeded', 3000],
  ['capture', 'failed', undefined],
  ['reversal', 'succeeded', 700],
  ['reversal', 'failed', undefined],
  ['refund', 'succeeded', undefined],
  ['cancel', 'canceled', undefined],
] as const)('of %s, %s is about %s', (kind, outcome, amount) =>
  expect(decidedAmount(charge, { kind } as OpenOperation, outcome)).toBe(amount),
);
