import { beforeEach, expect, test } from '@jest/globals';
import type { StoredMethod } from '../../lib/types/payment-method.ts';
import type { PaymentMethods } from '../../lib/types/ports.ts';

export const sampleMethod = (n: number, more: Partial<StoredMethod> = {}): StoredMethod => ({
  id: `pm_${String(n).padStart(26, '0')}`,
  rev: 0,
  customer: 'customer-7',
  card: { brand: 'visa', bin: '424242', last4: '4242', exp_month: 12, exp_year: 2035 },
  vault: { token: `vt_${String(n).padStart(26, '0')}` },
  mandates: {},
  created: 1_763_630_000 + n,
  ...more,
});

const by = { actor: { type: 'api_key', id: 'key_1' }, request_id: 'req_1' } as const;

/** What all `PaymentMethods` do. `create` gives empty ones. */
export const describePaymentMethods = (create: () => Promise<PaymentMethods>): void => {
  let methods: PaymentMethods;
  beforeEach(async () => {
    methods = await create();
  });
  const ids = async (customer: string) =>
    (await methods.list({ filters: { customer }, limit: 10 })).rows.map(({ id }) => id);

  test('one that is kept is found, and others are not', async () => {
    await methods.keep(sampleMethod(1));
    expect(await methods.find(sampleMethod(1).id)).toEqual(sampleMethod(1));
    expect(await methods.find(sampleMethod(2).id)).toBeUndefined();
    expect(await methods.find('webhook_endpoints')).toBeUndefined();
  });

  test('a later revision of its charge replaces it, an earlier one and a repeat do not', async () => {
    const known = sampleMethod(1, { rev: 4, network_transaction_id: '777718270854480' });
    await methods.keep(sampleMethod(1, { rev: 2 }));
    await methods.keep(known);
    await methods.keep(sampleMethod(1, { rev: 2 }));
    await methods.keep(sampleMethod(1));
    expect(await methods.find(known.id)).toEqual(known);
  });

  test('one that is forgotten is gone for good, and may be forgotten again', async () => {
    await methods.keep(sampleMethod(1, { rev: 2 }));
    await methods.remove(sampleMethod(1).id, by);
    await methods.keep(sampleMethod(1, { rev: 9 }));
    await methods.remove(sampleMethod(1).id, by);
    expect(await methods.find(sampleMethod(1).id)).toBeUndefined();
    expect(await ids('customer-7')).toEqual([]);
    await methods.keep(sampleMethod(2));
    const deleted = [1, 2, 3].map((n) => methods.wasDeleted(sampleMethod(n).id));
    expect(await Promise.all(deleted)).toEqual([true, false, false]);
  });

  test('a customer’s are listed, newest first, and nobody else’s', async () => {
    for (const n of [1, 3, 2]) await methods.keep(sampleMethod(n));
    await methods.keep(sampleMethod(4, { customer: 'customer-70' }));
    expect(await ids('customer-7')).toEqual([3, 2, 1].map((n) => sampleMethod(n).id));
    expect(await ids('customer-70')).toEqual([sampleMethod(4).id]);
    expect(await ids('customer')).toEqual([]);
  });

  test('pages lead on and back, within bounds of time', async () => {
    for (const n of [1, 2, 3, 4]) await methods.keep(sampleMethod(n));
    const filters = { customer: 'customer-7', 'created[lte]': sampleMethod(3).created };
    const first = await methods.list({ filters, limit: 2 });
    expect(first.rows.map(({ id }) => id)).toEqual([3, 2].map((n) => sampleMethod(n).id));
    expect(first.has_more).toBe(true);
    const next = { direction: 'after', key: first.next ?? '' } as const;
    const second = await methods.list({ filters, limit: 2, from: next });
    expect(second.rows).toEqual([sampleMethod(1)]);
    const back = { direction: 'before', key: second.previous ?? '' } as const;
    expect((await methods.list({ filters, limit: 2, from: back })).rows).toEqual(first.rows);
  });
};
