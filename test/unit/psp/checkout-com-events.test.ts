import { describe, expect, test } from '@jest/globals';
import { readParticulars } from '../../../lib/psp/checkout_com/read-particulars.ts';
import { readEvent } from '../../../lib/psp/checkout_com/webhooks.ts';
import { checkoutComSubject } from '../../conformance/checkout-com.ts';
import { checkoutComEvents, sign } from '../../conformance/checkout-com-events.ts';
import { faults, withFault } from '../../conformance/faults.ts';
import type { Script } from '../../conformance/psp-subject.ts';
import { now, scripted } from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import { attempt, id, payment } from './checkout-com-harness.ts';

const [secret] = checkoutComSubject.account.webhook_secrets;

const read = async (type: string, data: object, script: Script = () => undefined) => {
  const { psp, exchanges } = scripted(checkoutComSubject, script);
  const reading = await psp.readWebhook(sign(JSON.stringify({ id: 'evt_1', type, data }), secret, now));
  return { reading, event: reading.ok ? reading.events[0] : undefined, asked: exchanges.length };
};

const data = {
  id,
  action_id: 'act_1',
  reference: attempt.reference,
  amount: 1000,
  currency: 'USD',
  metadata: { charge: attempt.reference },
};

describe('events', () => {
  test('an operation that names no amount is not known to have succeeded', async () => {
    for (const type of ['payment_captured', 'payment_refunded'])
      expect((await read(type, { ...data, amount: undefined })).event?.claim).toMatchObject({
        result: { outcome: 'unknown', doubt: 'pending' },
      });
  });

  test('a reference that a merchant typed is not our operation', async () => {
    for (const reference of ['refund of order 7', 're_something', attempt.reference])
      expect((await read('payment_refunded', { ...data, reference })).event).not.toHaveProperty('operation');
  });

  test.each(['payment_voided', 'payment_expired'])('%s after a part was captured', async (type) => {
    const balances = { total_captured: 600 };
    expect((await read(type, { ...data, balances })).event?.claim).toEqual({
      about: 'authorization',
      result: { outcome: 'captured', psp_reference: id, amount_captured: 600 },
    });
  });

  test.each(['payment_voided', 'payment_expired'])(
    '%s after a part of a peso was captured does not say that nothing was',
    async (type) => {
      const balances = { total_captured: 1_050 };
      expect((await read(type, { ...data, currency: 'CLP', balances })).event?.claim).toMatchObject({
        result: { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference: id },
      });
    },
  );

  const retry = { attempts_made: 1, max_attempts: 10, ends_on: '2023-06-24T15:24:56.9871232Z' };
  const pending = { outcome: 'unknown', doubt: 'pending' };
  test.each([
    ['payment_retry_scheduled', {}, pending],
    ['payment_declined', { ...retry, next_attempt_on: '2023-05-30T15:56:27.2965834Z' }, pending],
    [
      'payment_declined',
      { ...retry, next_attempt_on: null },
      { outcome: 'insufficient_funds', code: '20051' },
    ],
  ])(
    'a decline that Checkout.com retries itself is not a decline yet: %s, %j',
    async (type, next, answer) => {
      const { event } = await read(type, { ...data, response_code: '20051', retry: next });
      expect(event?.claim).toEqual({ about: 'authorization', result: { ...answer, psp_reference: id } });
    },
  );

  test('no event of a payment causes a question', async () => {
    for (const { deliver } of checkoutComEvents) {
      const { psp, exchanges } = scripted(checkoutComSubject, () => undefined);
      await psp.readWebhook(deliver(secret, now));
      expect(exchanges).toHaveLength(0);
    }
  });
});

test.each([
  ['payment_captured', 'capture'],
  ['payment_refunded', 'refund'],
  ['payment_voided', 'authorization'],
])('%s, made elsewhere under a name of its own, is known by its payment', async (type, about) => {
  const reported = { id, action_id: 'act_9', amount: 900, currency: 'USD' };
  const names = { reference: 'ORDER-17', metadata: { charge: 'ch_3MmlLrLkdIwHu7ix0snN0B15' } };
  const { event, asked } = await read(type, { ...reported, ...names });
  expect(event).toMatchObject({ id: 'evt_1', psp_reference: id, claim: { about } });
  expect(event).not.toHaveProperty('reference');
  expect(asked).toBe(0);
});

describe('disputes', () => {
  const dispute = {
    id: 'dsp_1',
    payment_id: id,
    amount: 900,
    currency: 'USD',
    category: 'fraudulent',
    reason_code: '10.4',
    evidence_required_by: '2024-08-15T00:00:00Z',
  };
  const known: Script = () => answered(200, payment('Captured'));

  test.each([
    ['request_for_information_received', 'open', 'inquiry'],
    ['dispute_received', 'open', 'dispute'],
    ['dispute_evidence_required', 'open', 'dispute'],
    ['dispute_evidence_submitted', 'open', 'dispute'],
    ['dispute_evidence_acknowledged_by_scheme', 'open', 'dispute'],
    ['dispute_resolved', 'closed', 'dispute'],
    ['dispute_canceled', 'closed', 'dispute'],
    ['dispute_won', 'won', 'dispute'],
    ['dispute_accepted', 'lost', 'dispute'],
    ['dispute_expired', 'lost', 'dispute'],
    ['dispute_lost', 'lost', 'dispute'],
    ['dispute_arbitration_sent_to_scheme', 'open', 'arbitration'],
    ['dispute_arbitration_won', 'won', 'arbitration'],
    ['dispute_arbitration_lost', 'lost', 'arbitration'],
  ])('%s', async (type, status, stage) => {
    expect(await read(type, dispute, known)).toEqual({
      asked: 1,
      reading: { ok: true, events: [expect.any(Object)] },
      event: {
        id: 'evt_1',
        reference: attempt.reference,
        psp_reference: id,
        operation_reference: 'dsp_1',
        money: { amount: 900, currency: 'usd' },
        claim: {
          about: 'dispute',
          dispute: {
            psp_reference: 'dsp_1',
            status,
            stage,
            reason: 'fraudulent',
            psp_reason: '10.4',
            respond_by: 1_723_680_000,
          },
        },
      },
    });
  });

  test.each([
    ['already_refunded', 'closed'],
    ['rapid_dispute_resolution', 'lost'],
  ])('resolved as %s: %s', async (resolved_reason, status) => {
    const { event } = await read('dispute_resolved', { ...dispute, resolved_reason }, known);
    expect(event).toMatchObject({ claim: { dispute: { status } } });
  });

  test('one that names our charge is not asked about', async () => {
    for (const field of ['reference', 'payment_reference']) {
      const { event, asked } = await read('dispute_lost', { ...dispute, [field]: attempt.reference });
      expect([event?.reference, asked]).toEqual([attempt.reference, 0]);
    }
  });

  test.each<[string, object, Script]>([
    [
      'the payment of another integration',
      dispute,
      () => answered(200, payment('Captured', { reference: 'ORD' })),
    ],
    ['a payment that is not there', dispute, () => answered(404, {})],
    [
      'an id that no payment has',
      { ...dispute, payment_id: 'charge_1' },
      () => answered(422, { error_type: 'request_invalid', error_codes: ['payment_id_invalid'] }),
    ],
    ['no payment', { ...dispute, payment_id: undefined }, known],
  ])('of %s is none of ours', async (_, reported, script) => {
    expect((await read('dispute_lost', reported, script)).event).toEqual({
      id: 'evt_1',
      claim: { about: 'nothing_of_ours' },
    });
  });

  test.each([404, 422])('comes again if a proxy answers with a page, and %i', async (status) => {
    const page = answered(status, '<html>', { 'content-type': 'text/html; charset=utf-8' });
    expect((await read('dispute_lost', dispute, () => page)).reading).toEqual({
      ok: false,
      reason: 'unanswered',
    });
  });

  test.each(faults.filter((fault) => !fault.startsWith('wrong_')))(
    'comes again if Checkout.com does not say: %s',
    async (fault) => {
      const script = withFault(checkoutComSubject, known, fault, () => true);
      expect((await read('dispute_lost', dispute, script)).reading).toEqual({
        ok: false,
        reason: 'unanswered',
      });
    },
  );
});

test.each([
  ['tok_4gzeau5o2uqubbk6fufs3m7p54', 'single_use'],
  ['src_nwd3m4in3hkuddfpjsaevunhdy', 'stored'],
  ['tok_short', undefined],
  ['src_nwd3m4in3hkuddfpjsaevunhdy1', undefined],
  ['src_../../nwd3m4in3hkuddfpjsa', undefined],
  ['cus_nwd3m4in3hkuddfpjsaevunhdy', undefined],
  ['pm_1Pgc75B7WZ01zgkWlHVgdEGJ', undefined],
  ['', undefined],
])('token %s is %s', (token, kind) => {
  expect(scripted(checkoutComSubject, () => undefined).psp.tokenKind(token)).toBe(kind);
});

test('an event writes the last four digits and the ECI in its own way', () => {
  const payment = { source: { scheme: 'VISA', last_4: '4242' }, '3ds': { version: '2.2.0', eci: '5' } };
  expect(readParticulars(payment)).toEqual({
    particulars: { card: { brand: 'visa', last4: '4242' }, authentication: { eci: '05', version: '2.2.0' } },
  });
});

test.each([
  ['dispute_something_new', 'dispute'],
  ['request_for_information_evidence_required', 'inquiry'],
  ['dispute_arbitration_something_new', 'arbitration'],
])('%s, of no known type, is kept as open', (type, stage) => {
  expect(readEvent(type, { id: 'dsp_1', payment_id: 'pay_1' })).toMatchObject({
    psp_reference: 'pay_1',
    claim: { about: 'dispute', dispute: { psp_reference: 'dsp_1', status: 'open', stage } },
  });
});
