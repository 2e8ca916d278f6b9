import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Attempt, PspEvent } from '../../../lib/types/psp.ts';
import { cardRequest } from '../../conformance/samples.ts';
import { call, newAttempt, type OpenAdapter, openAdapter } from './open-adapter.ts';
import { eventually } from './psp-client.ts';

/** Adapters on their simulators, over real sockets, while somebody is at work in the PSP's dashboard. */
describe.each(['stripe', 'checkout_com'])('%s', (name) => {
  let adapter: OpenAdapter;
  beforeAll(async () => {
    adapter = await openAdapter(name);
  });
  afterAll(() => adapter.close());

  const authorize = async (capture_method: Attempt['capture_method']): Promise<Attempt> => {
    const attempt = newAttempt({ capture_method });
    const answer = await adapter.psp.authorize(attempt, cardRequest(), call);
    if (!('psp_reference' in answer) || answer.psp_reference === undefined) throw new Error('not authorised');
    return { ...attempt, psp_reference: answer.psp_reference };
  };
  const paid = async (): Promise<Attempt> => {
    const attempt = await authorize('automatic');
    await eventually(async () => (await adapter.booked(attempt.reference))?.amount_captured === 2_599);
    return attempt;
  };
  const looks = (attempt: Attempt, expected: object) =>
    eventually(async () => {
      const answer = await adapter.psp.lookUp?.(attempt, call);
      return Object.entries(expected).every(([field, value]) => Reflect.get(answer ?? {}, field) === value);
    });
  /** The event of this charge that makes such a claim, once its webhook has come in. */
  const reported = (attempt: Attempt, about: PspEvent['claim']['about'], more: object = {}) =>
    eventually(async () => {
      for (const { headers, body } of adapter.deliveries) {
        const inbound = {
          headers: headers as Record<string, string>,
          body: Buffer.from(body),
          now: Date.now(),
        };
        const reading = await adapter.psp.readWebhook(inbound);
        for (const event of reading.ok ? reading.events : [])
          if (event.reference === attempt.reference && matches(event, { claim: { about, ...more } }))
            return event;
      }
      return undefined;
    });
  const none = { operation: undefined };

  test('a partial capture', async () => {
    const attempt = await authorize('manual');
    await looks(attempt, { outcome: 'approved' });
    await adapter.act('capture', attempt.reference, 1_000);
    await looks(attempt, { outcome: 'captured', amount_captured: 1_000 });
    expect({ ...none, ...(await reported(attempt, 'capture')) }).toMatchObject({
      ...none,
      operation_reference: expect.any(String),
      money: { amount: 1_000, currency: 'eur' },
      claim: { result: { outcome: 'succeeded', amount: 1_000 } },
    });
    expect(
      await adapter.psp.capture(attempt, { id: 'cp_01jd4x8m5v6n7p8q9r0s1t2u3v', amount: 2_599 }, call),
    ).toMatchObject({ outcome: 'failed', reason: 'invalid_request' });
  });

  test('our own capture is reported as ours', async () => {
    const attempt = await authorize('manual');
    const operation = { id: `cp_${attempt.reference.slice(3)}`, amount: 1_000 };
    expect(['succeeded', 'pending']).toContain((await adapter.psp.capture(attempt, operation, call)).outcome);
    expect(await reported(attempt, 'capture')).toMatchObject({
      operation: operation.id,
      claim: { result: { outcome: 'succeeded', amount: 1_000 } },
    });
  });

  test.each([
    ['void', 'voided'],
    ['expire', 'expired'],
  ])('%s', async (act, hold) => {
    const attempt = await authorize('manual');
    await adapter.act(act, attempt.reference);
    await looks(attempt, { outcome: 'canceled', hold });
    const result = { outcome: 'canceled', hold };
    expect({ ...none, ...(await reported(attempt, 'authorization', { result })) }).toMatchObject(none);
    await expect(adapter.act('capture', attempt.reference)).rejects.toThrow();
  });

  test('refunds, ours and theirs, one by one', async () => {
    const attempt = await paid();
    const operation = { id: `re_${attempt.reference.slice(3)}`, amount: 600 };
    await adapter.psp.refund(attempt, operation, call);
    await adapter.act('refund', attempt.reference, 400);
    const found = await eventually(async () => {
      const answer = await adapter.psp.lookUpRefunds?.(attempt, call);
      return answer?.outcome === 'found' && answer.complete && answer.refunds.length === 2 && answer.refunds;
    });
    expect(found.map(({ psp_reference: _, ...refund }) => refund)).toEqual([
      { amount: 400, status: 'succeeded' },
      { amount: 600, status: 'succeeded', operation: operation.id },
    ]);
    await looks(attempt, { amount_captured: 2_599, amount_refunded: 1_000 });
    const theirs = await reported(attempt, 'refund', { result: { outcome: 'succeeded', amount: 400 } });
    expect(theirs).not.toHaveProperty('operation');
    expect(found.map(({ psp_reference }) => psp_reference)).toContain(theirs.operation_reference);
    await expect(adapter.act('refund', attempt.reference, 2_000)).rejects.toThrow('1599');
  });

  test.each([
    ['win', 'won'],
    ['lose', 'lost'],
  ])('a dispute: %s', async (act, status) => {
    const attempt = await paid();
    await adapter.act('dispute', attempt.reference, 900);
    const opened = await reported(attempt, 'dispute', { dispute: { status: 'open', stage: 'dispute' } });
    expect(opened).toMatchObject({
      money: { amount: 900, currency: 'eur' },
      claim: { dispute: { respond_by: expect.any(Number), reason: expect.any(String) } },
    });
    await adapter.act(act, attempt.reference);
    const ended = await reported(attempt, 'dispute', { dispute: { status } });
    expect(ended.operation_reference).toBe(opened.operation_reference);
    await expect(adapter.act(act, attempt.reference)).rejects.toThrow('no dispute');
  });

  test('an impossible action is refused and has no effect', async () => {
    const attempt = await paid();
    const before = await adapter.booked(attempt.reference);
    for (const [act, amount] of [
      ['capture', undefined],
      ['void', undefined],
      ['expire', undefined],
      ['refund', 2_600],
      ['dispute', 2_600],
      ['win', undefined],
      ['void', 1],
      ['explode', undefined],
    ] as const)
      await expect(adapter.act(act, attempt.reference, amount)).rejects.toThrow();
    await expect(adapter.act('refund', 'ch_nobody')).rejects.toThrow('no payment');
    expect({ ...(await adapter.booked(attempt.reference)), requests: 0 }).toEqual({ ...before, requests: 0 });
  });
});

const matches = (value: unknown, expected: object): boolean =>
  Object.entries(expected).every(([field, wanted]) => {
    const found: unknown =
      typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
    return typeof wanted === 'object' && wanted !== null ? matches(found, wanted) : found === wanted;
  });
