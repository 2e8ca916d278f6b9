import { describe, expect, test } from '@jest/globals';
import { asNewTry, settleCard, takeCard } from '../../../lib/charge/card-limits.ts';
import { declineMessage } from '../../../lib/charge/decline-message.ts';
import { firstCheck, nextCheck, recoveryMark, withMark } from '../../../lib/charge/schedule.ts';
import { orderAfter, sessionAfter } from '../../../lib/charge/session-after.ts';
import { disputeChange } from '../../../lib/charge/transitions/dispute-change.ts';
import { type RefundReport, refundAfter } from '../../../lib/charge/transitions/refund-table.ts';
import { operationResult, withOperationResponses } from '../../../lib/payments/records/operation-result.ts';
import type { Card } from '../../../lib/types/card.ts';
import type { Charge, ChargeOperation, Refund } from '../../../lib/types/charge.ts';
import type { Credential } from '../../../lib/types/credential.ts';
import type { GivenMethod } from '../../../lib/types/given-method.ts';
import type { Cap } from '../../../lib/types/network-rules.ts';
import { declines } from '../../../lib/types/outcome.ts';
import type { LimitWrite } from '../../../lib/types/ports.ts';
import type { DisputeFact } from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import type { Session } from '../../../lib/types/session.ts';
import { sampleCharge, sampleDispute, sampleRefund, sampleSession } from '../../contract/sample-records.ts';

const now = 1_800_000_000_000;
const settings = { schedule_s: [60, 300], shards: 4 };
const attempt: Partial<Charge> = {
  outcome: null,
  status: 'pending',
  amount_captured: 0,
  amount_refundable: 0,
  amount_refundable_disputed: 0,
};

describe('the session of a charge', () => {
  const before = sampleCharge('ch_1', attempt);
  const summary = { charge: 'ch_1', psp: 'stripe', outcome: null, started: 1 };
  const session = (changes: Partial<Session> = {}): Session =>
    sampleSession('cs_1', {
      charge: 'ch_1',
      payment_status: 'processing',
      next_action: 'https://psp.example/before',
      attempts: [{ ...summary, charge: 'ch_0' }, summary],
      ...changes,
    });
  const reported = (after: object) => [
    { ...summary, charge: 'ch_0' },
    { ...summary, ...after },
  ];

  test('is the same object if there is no news', () => {
    const same = session();
    expect(sessionAfter(same, before, { ...before, events: ['e'] }, { now })).toBe(same);
  });

  test.each<[string, Partial<Charge>, Partial<Session>]>([
    [
      'is paid',
      { outcome: 'captured', amount_captured: 4_000 },
      { payment_status: 'paid', attempts: reported({ outcome: 'captured', ended: now }) },
    ],
    [
      'was declined, and why',
      { outcome: 'do_not_honor', code: '05' },
      {
        payment_status: 'unpaid',
        charge: null,
        last_payment_error: { decline_code: 'do_not_honor', message: declineMessage('do_not_honor') },
        attempts: reported({ outcome: 'do_not_honor', code: '05', ended: now }),
      },
    ],
    [
      'failed at the PSP and not at the card',
      { outcome: 'absent' },
      {
        payment_status: 'unpaid',
        charge: null,
        last_payment_error: { decline_code: 'processor_error', message: declineMessage('processor_error') },
        attempts: reported({ outcome: 'absent', ended: now }),
      },
    ],
    ['is not known', { outcome: 'unknown' }, { attempts: reported({ outcome: 'unknown', ended: now }) }],
  ])('%s', (_, changes, shown) => {
    const { next_action, ...rest } = session();
    expect(sessionAfter(session(), before, { ...before, ...changes }, { now })).toEqual({
      ...rest,
      next_action: null,
      ...shown,
    });
  });

  test.each<[string, Charge['outcome'], Charge['outcome'], { readonly settled?: number }]>([
    ['a lost answer is found', 'unknown', 'captured', { settled: now }],
    ['a challenge is passed', 'requires_action', 'captured', { settled: now }],
    ['a challenge leads to a lost answer', 'requires_action', 'unknown', {}],
    ['what was given up has happened', 'absent', 'captured', { settled: now }],
  ])('%s: when its PSP had answered stays', (_, first, then, times) => {
    const answered = { ...before, outcome: first };
    const former = session({ attempts: reported({ outcome: first, ended: now - 5_000 }) });
    const after = sessionAfter(former, answered, { ...before, outcome: then }, { now });
    expect(after.attempts).toEqual(reported({ outcome: then, ended: now - 5_000, ...times }));
  });

  test('waits for its customer, who is sent to the new address, or else to the old one', () => {
    const after = { ...before, outcome: 'requires_action' as const };
    const waiting = session({
      payment_status: 'requires_action',
      attempts: reported({ outcome: 'requires_action', ended: now }),
    });
    const next_action = 'https://psp.example/now';
    expect(sessionAfter(session(), before, after, { now, next_action })).toEqual({ ...waiting, next_action });
    expect(sessionAfter(session(), before, after, { now })).toEqual(waiting);
  });

  test('shows only the outcome of an attempt that is no longer its own', () => {
    const ended = { outcome: 'absent', ended: now } as const;
    const moved = session({ charge: 'ch_2', payment_status: 'paid', attempts: reported(ended) });
    const reversing = { id: 'rv_1', by: 'cancel', amount: 1, status: 'open', started: 1 } as const;
    const failed = { ...before, outcome: 'absent' as const };
    const late = { ...failed, reversal: reversing };
    expect(sessionAfter(moved, failed, late, { now })).toEqual({
      ...moved,
      attempts: reported({ ...ended, reversed: false }),
    });
    const known = { ...moved, attempts: reported({ ...ended, reversed: false }) };
    expect(sessionAfter(known, failed, late, { now })).toBe(known);
    const done = { ...failed, reversal: { ...reversing, status: 'done' as const } };
    expect(sessionAfter(known, late, done, { now })).toEqual({
      ...moved,
      attempts: reported({ ...ended, reversed: true }),
    });
  });
});

describe('the claim on an order', () => {
  const statuses = ['unpaid', 'requires_action', 'processing', 'authorized', 'paid', 'canceled'] as const;
  const holds = (status: (typeof statuses)[number]) => !['unpaid', 'canceled'].includes(status);

  test.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
    'from %s to %s',
    (from, to) => {
      const at = (payment_status: typeof from) => sampleSession('cs_1', { order: 'ord_1', payment_status });
      const claim = { id: 'ord_1', session: 'cs_1' };
      expect(orderAfter(at(from), at(to))).toEqual(
        holds(from) === holds(to) ? undefined : { ...claim, order: holds(to) ? 'take' : 'give_back' },
      );
      expect(orderAfter(at(from), sampleSession('cs_1', { payment_status: to }))).toBeUndefined();
      expect(orderAfter(undefined, at(to))).toBeUndefined();
    },
  );
});

describe('a dispute', () => {
  const fact: DisputeFact = { psp_reference: 'psp-1', status: 'open', stage: 'dispute' };
  const known = { id: 'dp_1', amount: 1_500, now, event: 'evt_1' };
  const same = { ...known, amount: 1_000 };
  const recorded = (status: DisputeFact['status'], changes: object = {}) =>
    sampleCharge('ch_1', {
      disputes: { dp_1: sampleDispute('dp_1', { status, amount: 1_000, ...changes }) },
    });

  test('is recorded with its amount, or with everything left if that is unknown', () => {
    const charge = sampleCharge('ch_1');
    const dispute = { ...fact, id: 'dp_1', amount: 1_500, created: 1_800_000_000, events: ['evt_1'] };
    const change = { dispute, before: undefined, refundable: -1_500, refundable_disputed: 0 };
    expect(disputeChange(charge, fact, known)).toEqual(change);
    expect(disputeChange(charge, fact, { ...known, amount: undefined })).toMatchObject({
      dispute: { amount: 4_000 },
      refundable: -4_000,
    });
    expect(
      disputeChange({ ...charge, amount_refundable: -1 }, fact, { ...known, amount: undefined }),
    ).toMatchObject({ dispute: { amount: 0 } });
  });

  test.each([
    ['open', 'won', 1_000, 0],
    ['open', 'closed', 1_000, 0],
    ['closed', 'lost', -1_000, -1_000],
    ['open', 'lost', 0, -1_000],
    ['won', 'lost', -1_000, -1_000],
    ['lost', 'won', 1_000, 1_000],
  ] as const)('from %s to %s', (before, status, refundable, refundable_disputed) => {
    expect(disputeChange(recorded(before), { ...fact, status }, same)).toMatchObject({
      dispute: { status, amount: 1_000, created: 1_763_630_200 },
      before: { status: before },
      refundable: refundable + 0,
      refundable_disputed: refundable_disputed + 0,
    });
  });

  test.each<[string, Charge, Partial<DisputeFact>, boolean]>([
    ['known', recorded('open'), {}, false],
    ['known, but for the day on which an answer is due', recorded('open'), { respond_by: 1 }, true],
    ['known, but for its reason', recorded('open'), { reason: 'duplicate', psp_reason: 'DP' }, true],
    ['known, its reason left out', recorded('open', { reason: 'duplicate', psp_reason: 'DP' }), {}, false],
    ['of an earlier stage', recorded('open', { stage: 'arbitration' }), { status: 'lost' }, false],
    ['of a later stage', recorded('won'), { stage: 'arbitration' }, true],
    ['that it is open, when it has ended', recorded('won'), {}, false],
    ['that it is open, when an inquiry has ended', recorded('won', { stage: 'inquiry' }), {}, true],
    ['of a later time that it is open again', recorded('won', { as_of: 5 }), { as_of: 6 }, true],
    ['of a later time, but known', recorded('open', { as_of: 5 }), { as_of: 6 }, true],
    ['of a time, and known without one', recorded('open'), { as_of: 6 }, true],
    ['of the same time, and known', recorded('open', { as_of: 5 }), { as_of: 5 }, false],
    ['known with a time', recorded('open', { as_of: 5 }), {}, false],
    [
      'of a later time, at an earlier stage',
      recorded('won', { stage: 'arbitration', as_of: 5 }),
      { as_of: 6 },
      true,
    ],
    [
      'of an earlier time, at a later stage',
      recorded('open', { as_of: 5 }),
      { stage: 'arbitration', as_of: 4 },
      false,
    ],
    ['of an earlier time', recorded('open', { as_of: 5 }), { status: 'won', as_of: 4 }, false],
    [
      'of the same time that it is open, when it has ended',
      recorded('won', { as_of: 5 }),
      { as_of: 5 },
      false,
    ],
    ['of a time that it is open, when it has ended at a time unknown', recorded('won'), { as_of: 6 }, false],
    ['of an unknown time that it is open, when it has ended', recorded('won', { as_of: 5 }), {}, false],
    ['of an unknown time that it has ended', recorded('open', { as_of: 5 }), { status: 'won' }, true],
  ])('news %s', (_, charge, changes, counts) => {
    expect(disputeChange(charge, { ...fact, ...changes }, same) !== undefined).toBe(counts);
  });

  test.each<[string, Partial<DisputeFact>, number, number]>([
    ['a smaller one of a later time', { as_of: 6 }, 400, 400],
    ['a larger one of a later time', { as_of: 6 }, 1_500, 1_500],
    ['a larger one of the same time', { as_of: 5 }, 1_500, 1_500],
    ['a smaller one of an unknown time', { respond_by: 1 }, 400, 1_000],
  ])('of two amounts, %s', (_, changes, amount, counts) => {
    const change = disputeChange(
      recorded('open', { as_of: 5 }),
      { ...fact, ...changes },
      { ...same, amount },
    );
    expect(change).toMatchObject({ dispute: { amount: counts }, refundable: 1_000 - counts });
  });

  test.each<[string, Charge, number]>([
    ['replaces what is known of another step', recorded('open'), 1_500],
    ['changes nothing that is known of its step', recorded('lost'), 1_000],
    ['is the first that is known', sampleCharge('ch_1'), 1_500],
  ])('an amount that is only the most it can be %s', (_, charge, counts) => {
    const lost = { ...fact, status: 'lost', respond_by: 1 } as const;
    const change = disputeChange(charge, lost, { ...known, at_most: true });
    expect(change).toMatchObject({ dispute: { amount: counts } });
  });

  test('that was lost and then won counts each event once, however often and late it is told again', () => {
    const reported = (charge: Charge, status: DisputeFact['status'], event: string): Charge => {
      const change = disputeChange(charge, { ...fact, status }, { ...same, event });
      return change ? { ...charge, disputes: { dp_1: change.dispute } } : charge;
    };
    const lost = reported(recorded('open'), 'lost', 'evt_lost');
    const won = reported(lost, 'won', 'evt_won');
    expect(won.disputes.dp_1).toMatchObject({ status: 'won', events: ['evt_lost', 'evt_won'] });
    expect(reported(won, 'lost', 'evt_lost')).toBe(won);
    expect(reported(won, 'lost', 'evt_lost_again').disputes.dp_1?.status).toBe('lost');
  });

  test('keeps the last five events', () => {
    const events = ['evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5'];
    const change = disputeChange(
      recorded('open', { events }),
      { ...fact, status: 'won' },
      { ...same, event: 'evt_6' },
    );
    expect(change?.dispute.events).toEqual(['evt_2', 'evt_3', 'evt_4', 'evt_5', 'evt_6']);
  });
});

describe('a refund', () => {
  const refund = (changes: Partial<Refund> = {}) =>
    sampleRefund('re_1', 100, { needs_review: true, ...changes });
  const next = ({ needs_review, ...plain }: Refund, changes: Partial<Refund>) => ({
    ...plain,
    rev: 2,
    write: 'w',
    ...changes,
  });

  test.each<[string, Refund, RefundReport, Partial<Refund> | undefined]>([
    [
      'accepted',
      refund(),
      { outcome: 'accepted', psp_reference: 'r' },
      { accepted: true, psp_reference: 'r', needs_review: true },
    ],
    ['accepted again', refund({ accepted: true }), { outcome: 'accepted' }, undefined],
    ['succeeded', refund(), { outcome: 'succeeded' }, { accepted: true, status: 'succeeded' }],
    ['failed', refund({ accepted: true }), { outcome: 'failed' }, { status: 'failed' }],
    [
      'failed, and why',
      refund({ status: 'succeeded' }),
      { outcome: 'failed', reason: 'card_closed' },
      { status: 'failed', failure_reason: 'card_closed' },
    ],
    ['unknown', refund(), { outcome: 'unknown' }, { needs_review: true }],
    ['succeeded after it failed', refund({ status: 'failed' }), { outcome: 'succeeded' }, undefined],
    ['unknown after it succeeded', refund({ status: 'succeeded' }), { outcome: 'unknown' }, undefined],
  ])('%s', (_, before, received, changes) => {
    expect(refundAfter(before, received, 'w')).toEqual(changes && next(before, changes));
  });
});

describe('the schedule of looks', () => {
  test('begins once the function that opened something must have ended', () => {
    expect(firstCheck(now, settings)).toBe(now + 60_000);
    expect(firstCheck(now, { ...settings, schedule_s: [] })).toBe(now + 60_000);
  });

  test.each([
    [59_999, 60_000],
    [60_000, 300_000],
    [300_000, undefined],
  ])('%i ms after the beginning goes on at %s', (passed, next) => {
    expect(nextCheck(now, now + passed, settings)).toBe(next === undefined ? undefined : now + next);
  });

  test('puts a charge in a shard by its id alone, and ids in each of them', () => {
    const ids = Array.from({ length: 200 }, (_, n) => `ch_${String(n).padStart(26, '0')}`);
    const shards = ids.map((id) => recoveryMark(id, now, settings).recover_shard);
    expect(new Set(shards)).toEqual(new Set([0, 1, 2, 3]));
    expect(recoveryMark('ch_00000000000000000000000001', 7, settings)).toEqual({
      recover_shard: 1,
      recover_at: 7,
    });
  });

  const open: ChargeOperation = { id: 'cp_1', amount: 1, status: 'open', started: 1, sent: 1 };
  const marked = (charge: Charge, recover_at: number) => ({
    ...charge,
    ...recoveryMark('ch_1', recover_at, settings),
  });
  const held = sampleCharge('ch_1', { ...attempt, outcome: 'approved', status: 'authorized' });

  test('is left by a charge with nothing open', () => {
    expect(withMark(undefined, { ...marked(held, 5), recovery: { action: 'look' } }, now, settings)).toEqual(
      held,
    );
  });

  test('begins when something becomes open, and keeps an earlier look', () => {
    const capturing: Charge = { ...held, capture: open };
    expect(withMark(held, capturing, now, settings)).toEqual(marked(capturing, now + 60_000));
    expect(withMark(held, marked(capturing, 5), now, settings)).toEqual(marked(capturing, 5));
    expect(withMark(held, marked(capturing, now + 90_000), now, settings)).toEqual(
      marked(capturing, now + 60_000),
    );
    expect(withMark(capturing, marked(capturing, now + 90_000), now, settings)).toEqual(
      marked(capturing, now + 90_000),
    );
  });

  test('starts again with another capture, but not with another try of a reversal', () => {
    const later = now + 90_000;
    const capturing: Charge = { ...held, capture: open };
    const anew = marked({ ...held, capture: { ...open, id: 'cp_2' } }, later);
    expect(withMark(capturing, anew, now, settings).recover_at).toBe(now + 60_000);
    const reversing = (id: string): Charge => ({
      ...held,
      outcome: 'absent',
      reversal: { id, by: 'cancel', amount: 1, status: 'open', started: 1 },
    });
    expect(withMark(reversing('rv_1'), marked(reversing('rv_2'), later), now, settings).recover_at).toBe(
      later,
    );
  });
});

describe('the tries of a card', () => {
  const id = 'card#f';
  const day = 86_400;
  const card_try = { series: 'other', id: '1763630000.ch_1' };
  const charge = sampleCharge('ch_1', { card_fingerprint: 'f', card_try });

  const merchant: Credential = { usage: 'stored', initiator: 'merchant', reason: 'recurring' };
  const card = (changes: Partial<Card>): GivenMethod => ({
    type: 'card',
    card: { number: secret('4242424242424242'), exp_month: 1, exp_year: 2040, ...changes },
  });
  const token: GivenMethod = { type: 'psp_token', psp: 'stripe', token: secret('pm_1') };
  const mastercard = [
    { max: 10, within_s: day },
    { max: 35, within_s: 30 * day },
  ];
  const other = [
    { max: 10, within_s: day },
    { max: 20, within_s: 30 * day },
  ];

  test.each<[string, GivenMethod, Credential | undefined, string, readonly Cap[]]>([
    ['Visa', card({ brand: 'visa' }), undefined, 'visa.4000.eur.customer', [{ max: 21, within_s: 30 * day }]],
    [
      'Visa, by the merchant',
      card({ brand: 'visa' }),
      merchant,
      'visa.4000.eur.merchant',
      [{ max: 21, within_s: 30 * day }],
    ],
    ['Mastercard', card({ brand: 'mastercard' }), merchant, 'mastercard', mastercard],
    ['Maestro', card({ brand: 'maestro' }), undefined, 'mastercard', mastercard],
    ['American Express', card({ brand: 'amex' }), undefined, 'other', other],
    ['JCB', card({ brand: 'jcb' }), merchant, 'other', other],
    [
      'Visa, as the other network',
      card({ brand: 'visa', network: 'cartes_bancaires' }),
      undefined,
      'other',
      other,
    ],
    ['no known brand', card({}), undefined, 'other', other],
    ['a token of a PSP', token, undefined, 'other', other],
  ])('%s', (_, method, credential, series, caps) => {
    const asked = { method, credential };
    const opened = asNewTry(sampleCharge('ch_1', { card_fingerprint: 'f' }), asked);
    const counted = { series, id: '1763630000.ch_1' };
    expect(opened.card_try).toEqual(counted);
    expect(takeCard(opened, asked)).toEqual([
      {
        limit: 'try',
        id,
        try: counted,
        caps,
        bound_s: (credential ? 3650 : 30) * day,
        waits: credential !== undefined,
      },
    ]);
  });

  test('are not counted if the card is not known', () => {
    const asked = { method: token, credential: undefined };
    const opened = asNewTry(sampleCharge('ch_1'), asked);
    expect(opened).not.toHaveProperty('card_try');
    expect(takeCard(opened, asked)).toEqual([]);
    expect(settleCard(sampleCharge('ch_1', { outcome: 'not_sent' }))).toEqual([]);
  });

  test.each<[Partial<Charge>, LimitWrite | undefined]>([
    [
      { outcome: 'do_not_honor', advice: 'never_again' },
      { limit: 'block', id, kept_s: 3650 * day },
    ],
    [{ outcome: 'do_not_honor' }, undefined],
    [{ outcome: 'do_not_honor', advice: 'wait' }, undefined],
    [{ outcome: 'do_not_honor', advice: 'try_later' as never }, undefined],
    [
      { outcome: 'insufficient_funds', advice: 'wait', advice_until: 7 },
      { limit: 'wait', id, until: 7, outcome: 'insufficient_funds' },
    ],
    ...(['captured', 'approved'] as const).map((outcome): [Partial<Charge>, LimitWrite] => [
      { outcome },
      { limit: 'give_back', id, try: card_try, approved: true },
    ]),
    ...(
      [
        'absent',
        'canceled',
        'not_sent',
        'psp_unavailable',
        'rate_limited',
        'not_supported',
        'invalid_request',
      ] as const
    ).map((outcome): [Partial<Charge>, LimitWrite] => [
      { outcome },
      { limit: 'give_back', id, try: card_try, approved: false },
    ]),
  ])('%j', (ended, does) => {
    expect(settleCard({ ...charge, ...ended })).toEqual(does === undefined ? [] : [does]);
  });

  test('of an attempt that an earlier release recorded are not given back', () => {
    expect(settleCard(sampleCharge('ch_1', { card_fingerprint: 'f', outcome: 'captured' }))).toEqual([]);
  });
});

test('every decline has words for the customer', () => {
  for (const decline of declines) expect(declineMessage(decline)).toMatch(/^[A-Z].+\.$/);
});

describe('the answer to a capture or cancel', () => {
  const remembered = { key: 'k', hash: 'h', view: 'full' } as const;
  const operation: ChargeOperation = { id: 'cp_1', amount: 1, status: 'failed', started: 1, sent: 1 };
  const error = (charge: Charge, kind: 'capture' | 'cancel') => {
    const result = operationResult(charge, kind);
    return 'error' in result ? result.error : undefined;
  };

  test.each(['not_sent', 'psp_unavailable', 'rate_limited'] as const)('that it never ran: %s', (reason) => {
    expect(
      error(sampleCharge('ch_1', { capture: { ...operation, failure: { reason } } }), 'capture'),
    ).toMatchObject({
      code: 'psp_unavailable',
      message: declineMessage(reason),
      details: { decline_code: reason },
    });
  });

  test('that the PSP refused, with its code and what is captured', () => {
    const failure = { reason: 'do_not_honor', code: '05' } as const;
    expect(error(sampleCharge('ch_1', { cancel: { ...operation, failure } }), 'cancel')).toMatchObject({
      code: 'charge_operation_refused',
      message: 'The payment provider refused (05). The charge is captured, 4000 captured.',
      details: { param: 'charge', decline_code: 'do_not_honor' },
    });
    const held = sampleCharge('ch_1', {
      ...attempt,
      outcome: 'approved',
      status: 'authorized',
      capture: operation,
    });
    expect(error(held, 'capture')?.message).toBe(
      'The payment provider refused (processor_error). The charge is authorized.',
    );
  });

  test('is the charge if nothing failed, and is remembered once the operation has ended', () => {
    const render = () => ({ status: 200, body: 'rendered' });
    const waiting = sampleCharge('ch_1', { capture: { ...operation, status: 'open', remembered } });
    expect(operationResult(waiting, 'capture')).toEqual({ charge: waiting });
    expect(withOperationResponses({ render }, waiting, { open: false })).toBe(waiting);
    const answered = { ...remembered, answer: render() };
    expect(withOperationResponses({ render }, waiting, { open: true }).capture?.remembered).toEqual(answered);
    const ended = sampleCharge('ch_1', { cancel: { ...operation, status: 'done', remembered } });
    expect(withOperationResponses({ render }, ended, { open: false }).cancel?.remembered).toEqual(answered);
    const before = { ...remembered, answer: { status: 200, body: 'first' } };
    const known = sampleCharge('ch_1', { cancel: { ...operation, status: 'done', remembered: before } });
    expect(withOperationResponses({ render }, known, { open: true })).toBe(known);
  });
});
