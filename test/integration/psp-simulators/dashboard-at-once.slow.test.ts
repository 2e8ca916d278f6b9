import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Attempt, PspEvent } from '../../../lib/types/psp.ts';
import { paymentRequest } from '../../conformance/samples.ts';
import { subjects } from '../../conformance/subjects.ts';
import { readSpec } from '../../tools/specs.ts';
import { call, newAttempt, type OpenAdapter, openAdapter } from './open-adapter.ts';
import { eventually } from './psp-client.ts';

/** What their dashboards do has tests of its own: it shows only later, or leaves the end of a hold open. */
const apart = ['adyen', 'checkout_com', 'stripe'];
const atOnce = Object.values(subjects).filter(({ name }) => !apart.includes(name));

/** What happens to a payment at the PSP and not through us: the look-up shows it, and an event leads to its charge. */
describe.each(atOnce.map((subject) => [subject.name, subject] as const))('%s', (name, subject) => {
  let adapter: OpenAdapter;
  beforeAll(async () => {
    adapter = await openAdapter(name);
  });
  afterAll(() => adapter.close());

  const pay = async (capture_method: Attempt['capture_method']): Promise<Attempt> => {
    const attempt = newAttempt({ capture_method });
    const answer = await adapter.psp.authorize(attempt, paymentRequest(subject), call);
    if (answer.outcome !== 'approved' && answer.outcome !== 'captured') throw new Error(answer.outcome);
    return { ...attempt, psp_reference: answer.psp_reference };
  };
  const seen = (attempt: Attempt) => adapter.psp.lookUp?.(attempt, call);
  /** The newest event of the charge, once there is one that fits. */
  const reported = (attempt: Attempt, fits: (event: PspEvent) => boolean) =>
    eventually(async () => {
      const events: PspEvent[] = [];
      for (const { headers, body } of adapter.deliveries) {
        const webhook = {
          headers: headers as Record<string, string>,
          body: Buffer.from(body),
          now: Date.now(),
        };
        const reading = await adapter.psp.readWebhook(webhook);
        if (reading.ok) events.push(...reading.events);
      }
      return events.findLast((event) => event.reference === attempt.reference && fits(event));
    });
  const about = (what: PspEvent['claim']['about']) => (event: PspEvent) => event.claim.about === what;
  const disputed = (status: string) => (event: PspEvent) =>
    event.claim.about === 'dispute' && event.claim.dispute.status === status;
  const money = (amount: number) => ({ amount, currency: 'eur' });

  test('a part is captured, and then we can neither capture nor release it', async () => {
    const attempt = await pay('manual');
    await adapter.act('capture', attempt.reference, 1_000);
    expect(await seen(attempt)).toMatchObject({ outcome: 'captured', amount_captured: 1_000 });
    const event = await reported(attempt, ({ money: of }) => of?.amount === 1_000);
    expect(event).toMatchObject({ psp_reference: attempt.psp_reference, money: money(1_000) });
    expect(event).not.toHaveProperty('operation');
    const all = { id: 'cp_1', amount: attempt.amount };
    expect(await adapter.psp.capture(attempt, all, call)).toMatchObject({
      outcome: 'failed',
      reason: 'invalid_request',
    });
    expect(await adapter.psp.cancel(attempt, all, call)).toMatchObject({
      outcome: 'failed',
      reason: 'invalid_request',
    });
    expect(await adapter.booked(attempt.reference)).toMatchObject({ amount_captured: 1_000 });
  });

  test.each([
    ['void', 'voided'],
    ['expire', 'expired'],
  ] as const)('%s: the hold is %s', async (act, hold) => {
    const attempt = await pay('manual');
    await adapter.act(act, attempt.reference);
    expect(await seen(attempt)).toMatchObject({ outcome: 'canceled', hold });
    const canceled = ({ claim }: PspEvent) =>
      claim.about === 'authorization' && claim.result.outcome === 'canceled';
    expect(await reported(attempt, canceled)).toMatchObject({ claim: { result: { hold } } });
    const all = { id: 'cp_1', amount: attempt.amount };
    expect(await adapter.psp.capture(attempt, all, call)).toMatchObject({
      outcome: 'failed',
      reason: 'invalid_request',
    });
    expect(await adapter.psp.cancel(attempt, all, call)).toEqual({ outcome: 'succeeded' });
  });

  test('a refund beside one of ours: each is listed, and each has its event', async () => {
    const attempt = await pay('automatic');
    const ours = { id: 're_ours', amount: 300 };
    await adapter.psp.refund(attempt, ours, call);
    await adapter.act('refund', attempt.reference, 400);
    const done = await eventually(async () => {
      const found = await adapter.psp.lookUpRefunds?.(attempt, call);
      const all = found?.outcome === 'found' && found.complete && found.refunds;
      return all && all.length === 2 && all.every(({ status }) => status === 'succeeded') && all;
    });
    const theirs = done.find(({ amount }) => amount === 400);
    expect(theirs).not.toHaveProperty('operation');
    expect(done.find(({ amount }) => amount === 300)).toMatchObject({ operation: 're_ours' });
    expect(await seen(attempt)).toMatchObject({ amount_captured: 2_599, amount_refunded: 700 });
    const event = await reported(
      attempt,
      ({ claim, money: of }) =>
        claim.about === 'refund' && claim.result.outcome === 'succeeded' && of?.amount === 400,
    );
    expect(event).toMatchObject({
      operation_reference: theirs?.psp_reference,
      claim: { result: { amount: 400 } },
    });
    expect(event).not.toHaveProperty('operation');
    expect(await reported(attempt, ({ operation }) => operation === 're_ours')).toMatchObject({
      money: money(300),
    });
  });

  test.each([
    ['win', 'won'],
    ['lose', 'lost'],
  ] as const)('a dispute: %s', async (act, status) => {
    const attempt = await pay('automatic');
    await adapter.act('dispute', attempt.reference, 900);
    const opened = await reported(attempt, about('dispute'));
    expect(opened).toMatchObject({
      money: money(900),
      claim: {
        dispute: {
          status: 'open',
          stage: 'dispute',
          reason: expect.any(String),
          respond_by: expect.any(Number),
        },
      },
    });
    await adapter.act(act, attempt.reference);
    expect(await reported(attempt, disputed(status))).toMatchObject({
      operation_reference: opened.operation_reference,
      money: money(900),
    });
    await expect(adapter.act(act, attempt.reference)).rejects.toThrow('no dispute');
    expect(await seen(attempt)).toMatchObject({ outcome: 'captured', amount_captured: 2_599 });
  });

  test('an impossible action is refused, and changes nothing', async () => {
    const attempt = await pay('automatic');
    const before = await adapter.ledger();
    for (const act of ['capture', 'void', 'expire', 'win'])
      await expect(adapter.act(act, attempt.reference)).rejects.toThrow();
    for (const act of ['refund', 'dispute'])
      await expect(adapter.act(act, attempt.reference, 2_600)).rejects.toThrow('2599');
    expect(await adapter.ledger()).toEqual(before);
  });

  const { corrected = (given: unknown) => given, added = {} } = subject.specification;
  const document = corrected(readSpec(subject.specification.document));
  const specified = document === undefined ? test.skip : test;
  specified('all that was said is as the official document says, either way', () => {
    expect(adapter.problems(document, added)).toEqual([]);
  });
});
