import { describe, expect, test } from '@jest/globals';
import { disputeReasons } from '../../lib/types/dispute.ts';
import type { Money } from '../../lib/types/money.ts';
import type { Attempt, PspEvent, RefundFact } from '../../lib/types/psp.ts';
import { faults, withFault } from './faults.ts';
import type { Elsewhere, Facts, PaymentFacts, PspSubject } from './psp-subject.ts';
import { call, connect, now, paidAttempt, sampleAttempt, sampleOperation, scripted } from './samples.ts';
import { scriptedTransport } from './scripted-transport.ts';

/** What the PSP has, told with amounts and whoever did it: look-ups, refused captures, refunds one by one, events of what was done elsewhere. */
export const describeFacts = (subject: PspSubject): void => {
  const { facts } = subject;
  if (facts === undefined) return;
  describe('facts', () => {
    if (subject.adapter.capabilities.look_up !== null) describeLookUps(subject, facts);
    if (facts.playRefusedCapture !== undefined) describeRefusedCaptures(subject, facts.playRefusedCapture);
    if (subject.adapter.capabilities.refund.look_up) describeRefunds(subject, facts);
    describeElsewhere(subject, facts.elsewhere);
  });
};

const describeLookUps = (subject: PspSubject, { playFacts }: Facts): void => {
  const lookUp = async (reported: PaymentFacts, echo: Partial<Money> = {}, asked: Partial<Attempt> = {}) => {
    const attempt = { ...(await paidAttempt(subject, 'manual')), ...asked };
    const { amount, currency } = { ...attempt, ...echo };
    const { psp } = scripted(subject, playFacts(reported, attempt, { amount, currency }));
    return psp.lookUp?.(attempt, call);
  };

  test.each<[string, PaymentFacts, object]>([
    ['held, and nothing captured', {}, { outcome: 'approved' }],
    ['captured as a whole', { captured: 2_599 }, { outcome: 'captured', amount_captured: 2_599 }],
    ['captured in part: neither the whole nor a mismatch', { captured: 1_000 }, { amount_captured: 1_000 }],
    ['captured and partly refunded', { captured: 2_599, refunded: 400 }, { amount_captured: 2_599 }],
    ['captured in part and refunded', { captured: 1_000, refunded: 1_000 }, { amount_captured: 1_000 }],
    [
      'captured for more than was asked',
      { captured: 2_600 },
      { outcome: 'unknown', doubt: 'amount_mismatch' },
    ],
    ['captured, without the amount', { captured: null }, { outcome: 'unknown', doubt: 'unreadable_answer' }],
    ['voided', { hold: 'voided' }, { outcome: 'canceled', hold: 'voided' }],
    ['expired', { hold: 'expired' }, { outcome: 'canceled', hold: 'expired' }],
  ])('a look-up of a payment that is %s', async (_, reported, expected) => {
    const { outcome = 'captured' } = expected as { readonly outcome?: string };
    const answer = await lookUp(reported);
    expect(answer).toMatchObject({ outcome, ...expected });
    // Nobody has to say how much was refunded, but nobody may say it wrongly.
    if (answer?.outcome === 'captured')
      expect([reported.refunded ?? 0, undefined]).toContain(answer.amount_refunded);
  });

  test('a look-up of a payment that bears another charge’s reference, which must be said', async () => {
    const attempt = await paidAttempt(subject, 'manual');
    const { reference: created_as } = attempt;
    const other = { ...attempt, reference: `ch_${'0'.repeat(26)}` };
    const shown = (asked: Attempt) =>
      scripted(subject, playFacts({ captured: 2_599 }, attempt, attempt)).psp.lookUp?.(asked, call);
    expect(await shown({ ...other, created_as })).toMatchObject({
      outcome: 'captured',
      amount_captured: 2_599,
    });
    expect(await shown(other)).toMatchObject({ outcome: 'unknown' });
  });

  test('a look-up shows the smaller amount that an automatic capture took', async () => {
    expect(await lookUp({ captured: 1_000 }, {}, { capture_method: 'automatic' })).toMatchObject({
      outcome: 'captured',
      amount_captured: 1_000,
    });
  });

  test('a look-up of a payment in another currency', async () => {
    expect(await lookUp({ captured: 2_599 }, { currency: 'usd' })).toMatchObject({
      outcome: 'unknown',
      doubt: 'amount_mismatch',
    });
  });

  const awkward = Object.entries(subject.adapter.capabilities.amounts.exponents).map(([code]) => code);
  if (awkward.length > 0)
    test('amounts come in ISO 4217 minor units, even if the PSP counts otherwise', async () => {
      for (const currency of awkward) {
        const answer = await lookUp(
          { captured: 10_000 },
          { amount: 50_000, currency },
          { amount: 50_000, currency },
        );
        expect({ currency, answer }).toMatchObject({ currency, answer: { amount_captured: 10_000 } });
      }
    });
};

const describeRefusedCaptures = (
  subject: PspSubject,
  playRefusedCapture: NonNullable<Facts['playRefusedCapture']>,
): void => {
  const capture = async (reported: PaymentFacts, by: 'this' | 'another') => {
    const attempt = await paidAttempt(subject, 'manual');
    const operation = sampleOperation('capture', { amount: 1_000 });
    const { psp } = scripted(subject, playRefusedCapture(reported, by, attempt, operation));
    return psp.capture(attempt, operation, call);
  };

  test.each<[string, PaymentFacts]>([
    ['was captured elsewhere, for as much', { captured: 1_000 }],
    ['was captured elsewhere, for more', { captured: 2_599 }],
    ['was voided elsewhere', { hold: 'voided' }],
    ['has expired', { hold: 'expired' }],
  ])('a capture of a payment that %s has failed', async (_, reported) => {
    expect(await capture(reported, 'another')).toEqual({
      outcome: 'failed',
      reason: 'invalid_request',
      code: expect.any(String),
    });
  });

  test('a capture that the PSP shows to be done already, by this very operation, has succeeded', async () => {
    expect(await capture({ captured: 1_000 }, 'this')).toMatchObject({ outcome: 'succeeded', amount: 1_000 });
  });
};

const refundsOfAll: readonly RefundFact[] = [
  { psp_reference: 'refund_3', amount: 300, status: 'failed', reason: 'unmapped' },
  { psp_reference: 'refund_2', amount: 200, status: 'succeeded' },
  { psp_reference: 'refund_1', operation: sampleOperation('refund').id, amount: 1_000, status: 'succeeded' },
];

const describeRefunds = (subject: PspSubject, { playRefunds }: Facts): void => {
  if (playRefunds === undefined) throw new Error(`${subject.name} declares a look-up of refunds: play them`);
  const lookUp = async (refunds: readonly RefundFact[], cut = false) => {
    const attempt = await paidAttempt(subject, 'automatic');
    const { psp } = scripted(subject, playRefunds(refunds, attempt, cut));
    return psp.lookUpRefunds?.(attempt, call);
  };

  test('refunds are listed one by one: ours, one made elsewhere, one that failed', async () => {
    const answer = await lookUp(refundsOfAll);
    expect(answer).toMatchObject({ outcome: 'found', complete: true });
    const found = answer?.outcome === 'found' ? answer.refunds : [];
    const reported = ({ operation, amount, status }: RefundFact) => ({ operation, amount, status });
    expect(found.map(reported).sort((a, b) => a.amount - b.amount)).toEqual(
      refundsOfAll.map(reported).sort((a, b) => a.amount - b.amount),
    );
    expect(new Set(found.map(({ psp_reference }) => psp_reference)).size).toBe(3);
    for (const { status, reason } of found) expect(reason !== undefined).toBe(status === 'failed');
  });

  test('a payment without refunds has a complete, empty list', async () => {
    expect(await lookUp([])).toEqual({ outcome: 'found', refunds: [], complete: true });
  });

  test('a list that may be cut is not complete', async () => {
    expect(await lookUp(refundsOfAll, true)).toMatchObject({ outcome: 'found', complete: false });
  });

  test.each(faults.filter((fault) => !fault.startsWith('wrong_')))(
    'a fault of the look-up of refunds is no answer: %s',
    async (fault) => {
      const attempt = await paidAttempt(subject, 'automatic');
      const honest = playRefunds(refundsOfAll, attempt, false);
      const { psp } = scripted(
        subject,
        withFault(subject, honest, fault, () => true),
      );
      const answer = await psp.lookUpRefunds?.(attempt, call);
      expect(['unknown', 'duplicate']).toContain(answer?.outcome);
    },
  );
};

const describeElsewhere = (subject: PspSubject, elsewhere: Facts['elsewhere']): void => {
  const read = async (name: keyof Elsewhere): Promise<PspEvent | undefined> => {
    const deliver = elsewhere[name];
    if (deliver === undefined) return undefined;
    const { http } = scriptedTransport(subject.webhooks.script ?? (() => undefined));
    const [secret] = subject.account.webhook_secrets;
    const reading = await connect(subject, http).readWebhook(deliver(sampleAttempt(), secret, now));
    expect(reading).toMatchObject({ ok: true, events: [{}] });
    return reading.ok ? reading.events[0] : undefined;
  };
  const names = Object.keys(elsewhere) as readonly (keyof Elsewhere)[];

  test.each(names)('an action taken elsewhere has an event: %s', async (name) => {
    const event = await read(name);
    expect(event).toMatchObject(expectedElsewhere[name]);
    expect(event).toMatchObject({ reference: sampleAttempt().reference });
    expect(event).not.toHaveProperty('operation');
    if (event?.claim.about === 'dispute')
      expect(event.operation_reference).toBe(event.claim.dispute.psp_reference);
  });
};

const part = { amount: 1_000, currency: 'eur' };
const done = { outcome: 'succeeded', amount: 1_000 };
const reported = { operation_reference: expect.any(String), money: part };
const canceled = (hold: string) => ({
  claim: { about: 'authorization', result: { outcome: 'canceled', hold } },
});
/** Whole: money, stage, the reason in our words and in the PSP's, and the day by which to answer while it is open. */
const disputed = (status: string, stage: unknown = 'dispute') => ({
  ...reported,
  claim: {
    about: 'dispute',
    dispute: {
      status,
      stage,
      reason: expect.stringMatching(disputeReasons.join('|')),
      psp_reason: expect.any(String),
      ...(status === 'open' && { respond_by: expect.any(Number) }),
    },
  },
});

const expectedElsewhere: Readonly<Record<keyof Elsewhere, object>> = {
  capture: { ...reported, claim: { about: 'capture', result: done } },
  refund: { ...reported, claim: { about: 'refund', result: done } },
  void: canceled('voided'),
  expiry: canceled('expired'),
  dispute_opened: disputed('open'),
  dispute_won: disputed('won'),
  dispute_lost: disputed('lost', expect.stringMatching('dispute|arbitration')),
  dispute_closed: disputed('closed', expect.stringMatching('inquiry|dispute')),
};
