import { expect, test } from '@jest/globals';
import { savedCards } from '../../../lib/payments/sessions/saved-cards.ts';
import type { StoredMethod } from '../../../lib/types/payment-method.ts';
import { createMemoryPaymentMethods } from '../../../local/memory/memory-payment-methods.ts';
import { sampleMethod } from '../../contract/payment-methods.ts';

const now = Date.UTC(2027, 0, 1);
const { card } = sampleMethod(0);
const expired: Partial<StoredMethod> = { card: { ...card, exp_year: 2025 } };
const { vault: _, ...atPspOnly } = sampleMethod(0);

/** The newest has the greatest number. */
const shown = async (stored: readonly StoredMethod[]) => {
  const methods = createMemoryPaymentMethods();
  for (const method of stored) await methods.keep(method);
  return (await savedCards(methods, 'customer-7', now)).map(({ id }) => id);
};

const many = (count: number, from: number, more: Partial<StoredMethod> = {}) =>
  Array.from({ length: count }, (_, n) => sampleMethod(from + n, more));

test('the ten newest are shown', async () => {
  expect(await shown(many(12, 1))).toEqual(
    many(10, 3)
      .map(({ id }) => id)
      .reverse(),
  );
});

test('none that expired or that only a PSP has', async () => {
  const { id, created } = sampleMethod(2);
  expect(await shown([sampleMethod(1), { ...atPspOnly, id, created }, sampleMethod(3, expired)])).toEqual([
    sampleMethod(1).id,
  ]);
});

test('one behind any number of those is found', async () => {
  expect(await shown([...many(2, 1), ...many(230, 10, expired)])).toEqual([
    sampleMethod(2).id,
    sampleMethod(1).id,
  ]);
});
