import { describe, expect, test } from '@jest/globals';
import { type RefundCommand, refundCharge } from '../../../lib/payments/operations/refund-charge.ts';
import { refundWithinLimits } from '../../../lib/payments/operations/refund-within-limits.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import type { DayOfRefunds, RefundAllowances } from '../../../lib/types/refund-limits.ts';
import { sampleRefund } from '../../contract/sample-records.ts';
import { oneCharge, refusalOf, start } from './one-charge.ts';

const ada = { id: 'ada@example.com', role: 'support', limits: { eur: { payment: 3_000, day: 5_000 } } };
const day_s = 86_400;

/** Days of refunds in memory, as the table keeps them. */
const inMemory = () => {
  const days = new Map<string, DayOfRefunds>();
  const allowances: RefundAllowances = {
    read: async (person, day) => days.get(`${person} ${day}`) ?? { person, day, rev: 0, taken: {} },
    replace: async (row) => {
      const name = `${row.person} ${row.day}`;
      if ((days.get(name)?.rev ?? 0) !== row.rev) return false;
      days.set(name, { ...row, rev: row.rev + 1 });
      return true;
    },
  };
  const taken = (): number =>
    [...days.values()]
      .flatMap((row) => Object.values(row.taken))
      .reduce((sum, { amount }) => sum + amount, 0);
  return { allowances, taken };
};

type Answer = { readonly outcome: string; readonly psp_reference?: string; readonly reason?: string };

/** A captured charge of 40.00, whose PSP answers refunds with `answer`. */
const arrange = async (changes: Partial<Charge> = {}, answer: Answer = { outcome: 'succeeded' }) => {
  const sent: number[] = [];
  const one = await oneCharge({
    charge: {
      outcome: 'captured',
      psp_reference: 'pi_1',
      amount_captured: 4_000,
      amount_refundable: 4_000,
      amount_refundable_disputed: 4_000,
      ...changes,
    },
    session: { payment_status: 'paid' },
    psp: {
      refund: async (_: unknown, { amount }: { readonly amount: number }) => {
        sent.push(amount);
        return { psp_reference: `r_${sent.length}`, amount, ...answer };
      },
      lookUpRefunds: async () => ({ outcome: 'found', complete: true, refunds: [] }),
    } as never,
  });
  const days = inMemory();
  const refund = (id: string, more: Partial<RefundCommand> = {}, person = ada) =>
    refundWithinLimits(
      one.ports,
      days.allowances,
      { id, charge: 'ch_1', metadata: {}, by: person.id, ...more },
      person,
    );
  return { ...one, ...days, sent, refund };
};

describe('a person with limits', () => {
  test('refunds up to the limit of a payment, in one or more refunds', async () => {
    const { refund, taken, sent } = await arrange();
    expect(await refund('re_1', { amount: 2_000 })).toMatchObject({ refund: { status: 'succeeded' } });
    expect(await refusalOf(refund('re_2', { amount: 1_001 }))).toMatchObject({
      code: 'refund_limit_reached',
      message:
        'amount: expected at most 10.00 EUR, received 10.01 EUR. Your role support refunds at most 30.00 EUR of one payment. Somebody with a higher limit can refund it.',
    });
    expect(await refund('re_3', { amount: 1_000 })).toMatchObject({ refund: { status: 'succeeded' } });
    expect([sent, taken()]).toEqual([[2_000, 1_000], 3_000]);
  });

  test('asks for everything, and is refused if that is more: nothing is sent', async () => {
    const { refund, taken, sent } = await arrange();
    expect(await refusalOf(refund('re_1'))).toMatchObject({ code: 'refund_limit_reached' });
    expect([sent, taken()]).toEqual([[], 0]);
  });

  test('asks for everything where less is left', async () => {
    const { refund, sent } = await arrange({ amount_refundable: 2_500, amount_refundable_disputed: 2_500 });
    expect(await refund('re_1')).toMatchObject({ refund: { amount: 2_500 } });
    expect(sent).toEqual([2_500]);
  });

  test('has a limit of a payment over all days, and counts own refunds only', async () => {
    const refunds = {
      re_old: sampleRefund('re_old', 2_900, {
        status: 'succeeded',
        by: ada.id,
        created: start / 1000 - day_s,
      }),
      re_other: sampleRefund('re_other', 100, { status: 'succeeded', by: 'key_1' }),
      re_failed: sampleRefund('re_failed', 900, {
        status: 'failed',
        by: ada.id,
        created: start / 1000 - day_s,
      }),
    };
    const { refund } = await arrange({
      refunds,
      amount_refundable: 1_000,
      amount_refundable_disputed: 1_000,
    });
    expect(await refusalOf(refund('re_1', { amount: 101 }))).toMatchObject({
      message: expect.stringContaining('at most 1.00 EUR, received 1.01 EUR'),
    });
    expect(await refund('re_2', { amount: 100 })).toMatchObject({ refund: { amount: 100 } });
  });

  test('has a day, which a new one begins again', async () => {
    const world = await arrange();
    const other = {
      person: ada.id,
      day: '2027-01-15',
      rev: 0,
      taken: { ch_2: { amount: 4_500, currency: 'eur' } },
    };
    await world.allowances.replace(other);
    expect(await refusalOf(world.refund('re_1', { amount: 501 }))).toMatchObject({
      code: 'refund_limit_reached',
      message:
        'amount: expected at most 5.00 EUR, received 5.01 EUR. Your role support refunds at most 50.00 EUR a day (UTC). Somebody with a higher limit can refund it.',
    });
    world.pass(day_s * 1000);
    expect(await world.refund('re_1', { amount: 501 })).toMatchObject({ refund: { amount: 501 } });
  });

  test('of whom other currencies of the day are not counted', async () => {
    const world = await arrange();
    const other = {
      person: ada.id,
      day: '2027-01-15',
      rev: 0,
      taken: { ch_2: { amount: 4_900, currency: 'usd' } },
    };
    await world.allowances.replace(other);
    expect(await world.refund('re_1', { amount: 3_000 })).toMatchObject({ refund: { amount: 3_000 } });
  });

  test('refunds nothing in a currency without a limit', async () => {
    const { refund, sent } = await arrange({ currency: 'jpy' });
    expect(await refusalOf(refund('re_1', { amount: 1 }))).toMatchObject({
      code: 'refund_limit_reached',
      message: 'Your role support refunds nothing in JPY. Somebody with a higher limit can refund it.',
    });
    expect(sent).toEqual([]);
  });

  test('cannot pass the limit by asking at once', async () => {
    const { refund, sent, taken } = await arrange();
    const all = await Promise.allSettled(
      [1, 2, 3, 4, 5, 6].map((number) => refund(`re_${number}`, { amount: 1_000 })),
    );
    const refused = all.filter((one) => one.status === 'rejected');
    expect(refused.every((one) => one.reason instanceof ApiError)).toBe(true);
    expect(sent.reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(3_000);
    expect(taken()).toBe(sent.reduce((sum, amount) => sum + amount, 0));
  });

  test('cannot pass the limit by asking for everything while nothing is left', async () => {
    const other = sampleRefund('re_other', 4_000, { by: 'key_1' });
    const { ports, store, allowances, sent } = await arrange({
      refunds: { re_other: other },
      amount_refundable: 0,
      amount_refundable_disputed: 0,
    });
    const failsAfterRead = async (id: string) => {
      const read = await store.charge(id);
      await store.replaceRefund(id, { ...other, status: 'failed', rev: other.rev + 1 }, { release: true });
      return read;
    };
    const meanwhile = { ...ports, store: { ...store, charge: failsAfterRead } };
    const command = { id: 're_1', charge: 'ch_1', metadata: {}, by: ada.id };
    expect(await refusalOf(refundWithinLimits(meanwhile, allowances, command, ada))).toMatchObject({
      code: 'charge_already_refunded',
    });
    expect(sent).toEqual([]);
  });

  test('gets back what was refused, by us or by the PSP', async () => {
    const small = await arrange({ amount_refundable: 500, amount_refundable_disputed: 500 });
    expect(await refusalOf(small.refund('re_1', { amount: 600 }))).toMatchObject({
      code: 'refund_amount_too_large',
    });
    expect(small.taken()).toBe(0);
    const refusing = await arrange({}, { outcome: 'failed', reason: 'psp_refused' });
    await refusing.refund('re_1', { amount: 600 });
    expect(refusing.taken()).toBe(0);
  });

  test('keeps what may have been sent taken', async () => {
    const { refund, taken } = await arrange({}, { outcome: 'unknown' });
    await refund('re_1', { amount: 600 });
    expect(taken()).toBe(600);
  });

  test('keeps taken what may be recorded a moment later', async () => {
    const { ports, taken, allowances } = await arrange();
    const lost = {
      ...ports,
      store: {
        ...ports.store,
        reserveRefund: async () => {
          throw new ApiError('storage_unavailable', 'The storage did not answer in time.');
        },
      },
    };
    const command = { id: 're_1', charge: 'ch_1', metadata: {}, by: ada.id, amount: 600 };
    expect(await refusalOf(refundWithinLimits(lost, allowances, command, ada))).toMatchObject({
      code: 'storage_unavailable',
    });
    expect(taken()).toBe(600);
  });

  test('repeats a refund that could not be recorded, and it is taken once', async () => {
    const { ports, refund, taken, sent, store } = await arrange();
    const idempotency = { key: 'k', hash: 'h', view: 'full' } as const;
    const { reserveRefund } = store;
    Object.assign(ports.store, {
      reserveRefund: async () => {
        Object.assign(ports.store, { reserveRefund });
        throw new ApiError('storage_unavailable', 'The storage did not answer in time.');
      },
    });
    const again = () => refund('re_1', { amount: 3_000, idempotency });
    expect(await refusalOf(again())).toMatchObject({ code: 'storage_unavailable' });
    expect(await again()).toMatchObject({ first: true });
    expect([sent, taken()]).toEqual([[3_000], 3_000]);
  });

  test('sends a refund twice at once under one key: it is made and taken once, and no limit refuses it', async () => {
    const { refund, taken, sent } = await arrange();
    const idempotency = { key: 'k', hash: 'h', view: 'full' } as const;
    const both = await Promise.allSettled([1, 2].map(() => refund('re_1', { amount: 3_000, idempotency })));
    const refused = both.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toEqual(['idempotency_key_in_use']);
    expect([sent, taken()]).toEqual([[3_000], 3_000]);
  });

  test('does not pass the limit with one key for two amounts', async () => {
    const { refund, taken, sent } = await arrange();
    const idempotency = { key: 'k', hash: 'h', view: 'full' } as const;
    const both = await Promise.allSettled([
      refund('re_1', { amount: 10, idempotency }),
      refund('re_1', { amount: 3_000, idempotency: { ...idempotency, hash: 'other' } }),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect([sent, taken()]).toEqual([[10], 10]);
  });

  test('gets back what another body under the key of a refund asked for', async () => {
    const { ports, refund, taken, sent } = await arrange();
    const idempotency = { key: 'k', hash: 'h', view: 'full' } as const;
    const { charge } = ports.store;
    const before = await charge('ch_1');
    await refund('re_1', { amount: 10, idempotency });
    const readBefore = async () => {
      Object.assign(ports.store, { charge });
      return before;
    };
    Object.assign(ports.store, { charge: readBefore });
    const other = refund('re_1', { amount: 1_000, idempotency: { ...idempotency, hash: 'other' } });
    expect(await refusalOf(other)).toMatchObject({ code: 'idempotency_key_reused' });
    expect([sent, taken()]).toEqual([[10], 10]);
  });

  test('asks for everything again under the same key, and is judged by what is left now', async () => {
    const { ports, refund, taken, sent, store } = await arrange({
      amount_refundable: 3_000,
      amount_refundable_disputed: 3_000,
    });
    const idempotency = { key: 'k', hash: 'h', view: 'full' } as const;
    const { reserveRefund } = store;
    Object.assign(ports.store, {
      reserveRefund: async () => {
        Object.assign(ports.store, { reserveRefund });
        throw new ApiError('storage_unavailable', 'The storage did not answer in time.');
      },
    });
    expect(await refusalOf(refund('re_1', { idempotency }))).toMatchObject({ code: 'storage_unavailable' });
    await refundCharge(ports, { id: 're_2', charge: 'ch_1', metadata: {}, by: 'key_1', amount: 500 });
    expect(await refund('re_1', { idempotency })).toMatchObject({ first: true });
    expect(sent).toEqual([500, 2_500]);
    expect(taken()).toBeLessThanOrEqual(3_000);
  });

  test('keeps taken what another call under the same key may still reserve', async () => {
    const { ports, refund, taken, store } = await arrange();
    const { reserveRefund } = store;
    const paths = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let calls = 0;
    Object.assign(ports.store, {
      reserveRefund: async (...given: Parameters<typeof reserveRefund>) => {
        const call = calls++;
        await paths[call]?.promise;
        if (call === 0) throw new ApiError('charge_not_refundable', 'Not now.');
        return reserveRefund(...given);
      },
    });
    const first = refusalOf(refund('re_1', { amount: 600 }));
    const second = refund('re_1', { amount: 600 });
    paths[0]?.resolve();
    expect(await first).toMatchObject({ code: 'charge_not_refundable' });
    expect(taken()).toBe(600);
    paths[1]?.resolve();
    expect(await second).toMatchObject({ refund: { amount: 600 } });
    expect(taken()).toBe(600);
  });

  test('gets the first answer again under a key, though nothing is left of the day', async () => {
    const { refund, taken, sent } = await arrange();
    const idempotency = { key: 'k', hash: 'h', view: 'full' } as const;
    await refund('re_1', { amount: 3_000, idempotency });
    expect(await refund('re_1', { amount: 3_000, idempotency })).toMatchObject({ replay: { status: 200 } });
    expect([sent, taken()]).toEqual([[3_000], 3_000]);
  });

  test('is not charged for a charge that does not exist', async () => {
    const { refund, taken } = await arrange();
    expect(await refusalOf(refund('re_1', { charge: 'ch_none', amount: 1 }))).toMatchObject({
      code: 'resource_missing',
    });
    expect(taken()).toBe(0);
  });

  test('hears of the refund also if the allowance cannot be given back', async () => {
    const { refund, allowances, taken } = await arrange({
      amount_refundable: 500,
      amount_refundable_disputed: 500,
    });
    const { replace } = allowances;
    let writes = 0;
    Object.assign(allowances, {
      replace: (row: DayOfRefunds) => {
        if (++writes > 1) throw new ApiError('storage_unavailable', 'down');
        return replace(row);
      },
    });
    expect(await refusalOf(refund('re_1', { amount: 600 }))).toMatchObject({
      code: 'refund_amount_too_large',
    });
    expect(taken()).toBe(600);
  });
});
