import { expect, test } from '@jest/globals';
import { createRefundAllowances } from '../../../lib/storage/refund-allowances.ts';
import { openStorage } from './open-storage.ts';

const { storage } = await openStorage();
const allowances = createRefundAllowances(storage);

test('a day is empty, then what was written last, and a write from an older reading is refused', async () => {
  const empty = await allowances.read('ada@example.com', '2026-11-28');
  expect(empty).toEqual({ person: 'ada@example.com', day: '2026-11-28', rev: 0, taken: {} });
  const taken = { ch_1: { amount: 300, currency: 'eur' } };
  expect(await allowances.replace({ ...empty, taken })).toBe(true);
  expect(await allowances.replace({ ...empty, taken: {} })).toBe(false);
  const written = await allowances.read('ada@example.com', '2026-11-28');
  expect(written).toEqual({ ...empty, rev: 1, taken });
  expect(await allowances.replace({ ...written, taken: {} })).toBe(true);
  expect(await allowances.replace(written)).toBe(false);
  for (const [person, day] of [
    ['ada@example.com', '2026-11-29'],
    ['bob@example.com', '2026-11-28'],
  ] as const)
    expect((await allowances.read(person, day)).taken).toEqual({});
});
