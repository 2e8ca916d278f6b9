import { describe, expect, test } from '@jest/globals';
import { type RefundCommand, refundCharge } from '../../../lib/payments/operations/refund-charge.ts';
import { recoverCharge } from '../../../lib/payments/reconcile/recover-charge.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import { oneCharge, refusalOf } from './one-charge.ts';

const command: RefundCommand = { id: 're_1', charge: 'ch_1', amount: 1_000, metadata: {} };
const under = { key: 'k', hash: 'h', view: 'full' } as const;
const down = { code: 'storage_unavailable', message: 'The storage is down.' };

/** A captured charge of 40.00, whose table fails after a refund was recorded and sent. */
const refunding = async () => {
  const sent: string[] = [];
  const one = await oneCharge({
    charge: {
      outcome: 'captured',
      psp_reference: 'pi_1',
      amount_captured: 4_000,
      amount_refundable: 4_000,
      amount_refundable_disputed: 4_000,
    },
    session: { payment_status: 'paid' },
    psp: {
      refund: async (_: unknown, { id, amount }: { readonly id: string; readonly amount: number }) => {
        sent.push(id);
        return { outcome: 'succeeded', psp_reference: 'r_1', amount };
      },
      lookUpRefunds: async () => ({
        outcome: 'found',
        complete: true,
        refunds: sent.map((operation) => ({
          operation,
          psp_reference: 'r_1',
          amount: 1_000,
          status: 'succeeded',
        })),
      }),
    } as never,
  });
  const fails = async () => {
    throw new ApiError('storage_unavailable', down.message);
  };
  return {
    ...one,
    sent,
    ports: { ...one.ports, store: { ...one.store, replaceRefund: fails } },
    healthy: one.ports,
  };
};

describe('a refund that is recorded and sent, and whose result cannot be written', () => {
  test('is pending for whoever gave no key: a repeat would be a second refund', async () => {
    const { ports, charge, sent } = await refunding();
    expect(await refundCharge(ports, command)).toMatchObject({
      refund: { id: 're_1', status: 'pending', amount: 1_000 },
      charge: { id: 'ch_1', amount_refundable: 3_000 },
    });
    expect(sent).toEqual(['re_1']);
    expect((await charge()).refunds.re_1).toMatchObject({ status: 'pending' });
    expect((await charge()).recover_at).toBeGreaterThan(0);
  });

  test('is pending, too, if the PSP gave no answer and the charge cannot be read', async () => {
    const { healthy: ports, store, sent, charge } = await refunding();
    const unknown = { outcome: 'unknown', doubt: 'timeout' };
    const silent = {
      ...ports.psps.connect('stripe'),
      lookUpRefunds: async () => unknown,
      refund: async (_: unknown, { id }: { id: string }) => {
        sent.push(id);
        return unknown;
      },
    };
    const psps = { ...ports.psps, connect: () => silent } as never;
    const charges = async (): Promise<never> => {
      throw new ApiError('storage_unavailable', down.message);
    };
    expect(
      await refundCharge({ ...ports, psps, store: { ...store, charge: charges } }, command),
    ).toMatchObject({
      refund: { id: 're_1', status: 'pending', amount: 1_000 },
    });
    expect(sent).toEqual(['re_1']);
    expect((await charge()).recover_at).toBeGreaterThan(0);
  });

  test('is done by recovery', async () => {
    const { ports, healthy, charge, sent, pass } = await refunding();
    await refundCharge(ports, command);
    pass(120_000);
    await recoverCharge(healthy, 'ch_1');
    expect((await charge()).refunds.re_1).toMatchObject({ status: 'succeeded' });
    expect((await charge()).amount_refundable).toBe(3_000);
    expect(new Set(sent)).toEqual(new Set(['re_1']));
  });

  test('is told so under a key, whose repeat is the same refund', async () => {
    const { ports, healthy } = await refunding();
    expect(await refusalOf(refundCharge(ports, { ...command, idempotency: under }))).toEqual(down);
    expect(await refusalOf(refundCharge(healthy, { ...command, idempotency: under }))).toMatchObject({
      code: 'idempotency_key_in_use',
    });
  });
});

describe('a refund that may or may not be recorded', () => {
  const lost = async () => {
    throw new ApiError('storage_unavailable', down.message);
  };

  test('warns whoever gave no key of repeating the call', async () => {
    const { ports } = await refunding();
    const answer = await refusalOf(
      refundCharge({ ...ports, store: { ...ports.store, reserveRefund: lost } }, command),
    );
    expect(answer).toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringMatching(/GET \/v1\/charges\/ch_1: without an Idempotency-Key/),
    });
  });

  test('may be repeated under its key', async () => {
    const { ports } = await refunding();
    const store = { ...ports.store, reserveRefund: lost };
    const call = refundCharge({ ...ports, store }, { ...command, idempotency: under });
    expect(await refusalOf(call)).toEqual(down);
  });
});
