import { expect, test } from '@jest/globals';
import { type DayEntry, inOrder } from '../../../local/export-day.ts';

const entry = (type: DayEntry['type'], id: string, second: number): DayEntry => ({
  type,
  id,
  at: `2026-11-22T11:51:${second}Z`,
  charge: 'ch_1',
  session: 'cs_1',
  psp: 'stripe',
  psp_reference: null,
  status: 'captured',
  currency: 'eur',
  amount: 2_599,
  amount_captured: null,
  reason: null,
});

test('a day is in order: oldest first, and within a second the charge before its refund and its dispute', () => {
  const day = [
    entry('dispute', 'a', 12),
    entry('refund', 'b', 12),
    entry('charge', 'd', 12),
    entry('charge', 'c', 12),
    entry('refund', 'z', 11),
  ];
  expect(inOrder(day).map(({ id }) => id)).toEqual(['z', 'c', 'd', 'b', 'a']);
});
