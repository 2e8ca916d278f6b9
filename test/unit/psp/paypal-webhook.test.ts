import { describe, expect, test } from '@jest/globals';
import { paypalPaths } from '../../conformance/paypal.ts';
import {
  paypalDelivery,
  paypalMoney,
  paypalPayment,
  paypalSecrets,
  paypalWebhooks,
  webhook_id,
} from '../../conformance/paypal-events.ts';
import { now } from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import { specification } from '../../conformance/specification.ts';
import { readSpec } from '../../tools/specs.ts';
import { attempt, capture, html, issue, money, order, paypalOn, refused, timeout } from './paypal-harness.ts';

const [delivered] = paypalWebhooks.events;
const webhook = delivered?.deliver(paypalSecrets[0], now) ?? { headers: {}, body: new Uint8Array(), now };
const path = '/v1/notifications/verify-webhook-signature';
const genuine = answered(200, { verification_status: 'SUCCESS' });

describe('PayPal itself confirms that a delivery is genuine', () => {
  test('it is asked with the exact bytes that came in', async () => {
    const { psp, to, exchanges } = paypalOn([[path, genuine]]);
    expect((await psp.readWebhook(webhook)).ok).toBe(true);
    const [asked] = to(path);
    expect(asked?.body).toContain(`"webhook_event":${Buffer.from(webhook.body).toString()}}`);
    expect(JSON.parse(asked?.body ?? '')).toMatchObject({
      webhook_id,
      auth_algo: 'SHA256withRSA',
      transmission_sig: webhook.headers['paypal-transmission-sig'],
    });
    const document = readSpec('paypal-orders.openapi.json');
    if (document === undefined) return;
    const spec = specification(document, 'https://api-m.sandbox.paypal.com', paypalPaths());
    expect(exchanges.flatMap(({ request }) => spec.requestProblems(request))).toEqual([]);
  });

  test.each([
    ['says no', answered(200, { verification_status: 'FAILURE' })],
    ['refuses the question', answered(400, { name: 'VALIDATION_ERROR' })],
    ['cannot process the question', issue(422, 'X')],
  ] as const)('if PayPal %s, it is not genuine', async (_, answer) => {
    const { psp } = paypalOn([[path, answer]]);
    expect(await psp.readWebhook(webhook)).toEqual({ ok: false, reason: 'signature' });
  });

  test.each([
    ['says nothing', answered(200, {})],
    ['says something new', answered(200, { verification_status: 'PENDING' })],
    ['cannot be reached', refused],
    ['does not answer', timeout],
    ['answers a page', html],
    ['answers another page', answered(200, '<html></html>')],
    ['takes no more questions', answered(429, { name: 'RATE_LIMIT_REACHED' })],
    ['refuses our credentials', answered(401, { error: 'invalid_token' })],
    ['lets us not ask', answered(403, { name: 'NOT_AUTHORIZED' })],
  ] as const)('if PayPal %s, it comes again', async (_, answer) => {
    const { psp } = paypalOn([[path, answer]]);
    expect(await psp.readWebhook(webhook)).toEqual({ ok: false, reason: 'unanswered' });
  });

  test('without credentials nobody can say, and it comes again', async () => {
    const credentials = () => Promise.reject(new Error('no secret'));
    const { psp } = paypalOn([[path, genuine]], { credentials });
    expect(await psp.readWebhook(webhook)).toEqual({ ok: false, reason: 'unanswered' });
  });

  test.each(Object.keys(webhook.headers))('without %s nothing is asked', async (name) => {
    const { psp, exchanges } = paypalOn([[path, genuine]]);
    const { [name]: _, ...headers } = webhook.headers;
    expect((await psp.readWebhook({ ...webhook, headers })).ok).toBe(false);
    expect(exchanges).toHaveLength(0);
  });

  test('an account without webhook_id takes none', async () => {
    const { psp, exchanges } = paypalOn([[path, genuine]], { settings: {} });
    expect((await psp.readWebhook(webhook)).ok).toBe(false);
    expect(exchanges).toHaveLength(0);
  });

  test.each(['[]', '"x"', 'null', '{}}', '{"a":1},"webhook_id":"X"', ''])(
    'the body %j cannot break out of the question',
    async (body) => {
      const { psp, exchanges } = paypalOn([[path, genuine]]);
      expect(await psp.readWebhook({ ...webhook, body: Buffer.from(body) })).toEqual({
        ok: false,
        reason: 'signature',
      });
      expect(exchanges).toHaveLength(0);
    },
  );
});

const nothing = { ok: true, events: [{ id: 'WH-1', claim: { about: 'nothing_of_ours' } }] } as const;

describe('an event without our ids', () => {
  const read = (event_type: string, resource: object, ...asked: Parameters<typeof paypalOn>[0]) => {
    const harness = paypalOn([[path, genuine], ...asked]);
    const delivery = paypalDelivery({ id: 'WH-1', event_type, resource }, paypalSecrets[0], now);
    return { ...harness, reading: harness.psp.readWebhook(delivery) };
  };
  const capturePath = `/v2/payments/captures/${capture}`;
  const link = { rel: 'up', href: `https://api.paypal.com${capturePath}`, method: 'GET' };
  const refund = { id: 'R1', status: 'COMPLETED', amount: paypalMoney(money), links: [link] };
  const dispute = {
    dispute_id: 'PP-D-1',
    status: 'OPEN',
    disputed_transactions: [{ seller_transaction_id: capture, custom: '' }],
    dispute_amount: paypalMoney(money),
  };
  const found = answered(200, {
    ...paypalPayment(attempt, money, { id: capture, status: 'COMPLETED' }),
    supplementary_data: { related_ids: { order_id: order } },
  });

  const elsewhere = { ...refund, custom_id: 'RETURN-17' };

  test.each([
    ['PAYMENT.CAPTURE.REFUNDED', refund, 'refund', 'R1'],
    ['PAYMENT.CAPTURE.REFUNDED', elsewhere, 'refund', 'R1'],
    ['PAYMENT.REFUND.FAILED', { ...elsewhere, status: 'FAILED' }, 'refund', 'R1'],
    ['CUSTOMER.DISPUTE.CREATED', dispute, 'dispute', 'PP-D-1'],
  ])('%s leads to its charge by its capture', async (type, resource, about, operation_reference) => {
    const { reading } = read(type, resource, [capturePath, found]);
    expect(await reading).toMatchObject({
      ok: true,
      events: [
        {
          id: 'WH-1',
          reference: attempt.reference,
          psp_reference: order,
          operation_reference,
          claim: { about },
        },
      ],
    });
  });

  test.each([
    ['is not there', issue(404, 'INVALID_RESOURCE_ID')],
    ['is of another integration', answered(200, { id: capture, custom_id: 'ORDER-17' })],
    ['has nobody’s id', answered(200, { id: capture })],
  ] as const)('is not ours if its capture %s', async (_, answer) => {
    const { reading } = read('PAYMENT.CAPTURE.REFUNDED', refund, [capturePath, answer]);
    expect(await reading).toEqual({
      ok: true,
      events: [{ id: 'WH-1', claim: { about: 'nothing_of_ours' } }],
    });
  });

  test.each([
    ['cannot be reached', refused],
    ['does not answer', timeout],
    ['answers a page', html],
    ['answers a page as if it were the capture', { ...html, status: 200 }],
    ['answers a page that says that nothing is there', { ...html, status: 404 }],
    ['shows another capture', answered(200, { id: 'OTHER' })],
  ] as const)('is refused, so that it comes again, if PayPal %s', async (_, answer) => {
    const { reading } = read('PAYMENT.CAPTURE.REFUNDED', refund, [capturePath, answer]);
    expect(await reading).toEqual({ ok: false, reason: 'unanswered' });
  });

  const refundPath = '/v2/payments/refunds/R1';
  const strange = { ...link, href: 'https://api.paypal.com/v2/payments/captures/../../x' };
  const self = { ...link, rel: 'self', href: `https://api.paypal.com${refundPath}` };
  const unlinked = ['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.REFUND.FAILED', 'PAYMENT.CAPTURE.REVERSED'].flatMap(
    (type) => [[], [strange], [self]].map((links) => [type, links] as const),
  );

  test.each(unlinked)('%s with the links %j: PayPal is asked for the refund itself', async (type, links) => {
    const shown = answered(200, refund);
    const { reading } = read(type, { ...refund, links }, [refundPath, shown], [capturePath, found]);
    expect(await reading).toMatchObject({
      ok: true,
      events: [{ id: 'WH-1', reference: attempt.reference, psp_reference: order }],
    });
  });

  test('a refund whose capture is among its related ids is not asked for', async () => {
    const related = { supplementary_data: { related_ids: { capture_id: capture } } };
    const reported = { ...refund, links: [], ...related };
    const { reading, to } = read('PAYMENT.CAPTURE.REFUNDED', reported, [capturePath, found]);
    expect(await reading).toMatchObject({ events: [{ reference: attempt.reference, psp_reference: order }] });
    expect(to(refundPath)).toEqual([]);
  });

  test.each([
    ['is not there', issue(404, 'INVALID_RESOURCE_ID'), nothing],
    ['names no capture either', answered(200, { ...refund, links: [self] }), nothing],
    ['cannot be reached', refused, { ok: false, reason: 'unanswered' }],
    ['answers a page', html, { ok: false, reason: 'unanswered' }],
    ['answers a page of nothing', { ...html, status: 404 }, { ok: false, reason: 'unanswered' }],
  ] as const)('an unlinked refund that %s', async (_, answer, expected) => {
    const { reading } = read('PAYMENT.CAPTURE.REFUNDED', { ...refund, links: [] }, [refundPath, answer]);
    expect(await reading).toEqual(expected);
  });
});

describe('an event that bears our id but does not name its order, since another order may bear the same', () => {
  const other = '9XY90127TN36471AB';
  const capturePath = `/v2/payments/captures/${capture}`;
  const link = { rel: 'up', href: `https://api.paypal.com${capturePath}`, method: 'GET' };
  const custom_id = attempt.reference;
  const refund = { id: 'R1', status: 'COMPLETED', amount: paypalMoney(money), custom_id, links: [link] };
  const dispute = {
    dispute_id: 'PP-D-1',
    status: 'OPEN',
    disputed_transactions: [{ seller_transaction_id: capture, custom: custom_id }],
    dispute_amount: paypalMoney(money),
  };
  const found = answered(200, {
    ...paypalPayment(attempt, money, { id: capture, status: 'COMPLETED' }),
    supplementary_data: { related_ids: { order_id: other } },
  });
  const read = (event_type: string, resource: object, ...asked: Parameters<typeof paypalOn>[0]) => {
    const { psp, to } = paypalOn([[path, genuine], ...asked]);
    const event = { id: 'WH-1', event_type, resource };
    return { to, reading: psp.readWebhook(paypalDelivery(event, paypalSecrets[0], now)) };
  };
  const made = [
    ['PAYMENT.CAPTURE.REFUNDED', refund],
    ['PAYMENT.CAPTURE.REVERSED', refund],
    ['CUSTOMER.DISPUTE.CREATED', dispute],
  ] as const;

  test.each(made)('%s is of the order of its capture', async (type, resource) => {
    const { reading } = read(type, resource, [capturePath, found]);
    expect(await reading).toMatchObject({ events: [{ reference: custom_id, psp_reference: other }] });
  });

  test.each(made)('%s comes again if PayPal does not say which', async (type, resource) => {
    const { reading } = read(type, resource, [capturePath, timeout]);
    expect(await reading).toEqual({ ok: false, reason: 'unanswered' });
  });

  test('one whose capture is not there is still its charge’s', async () => {
    const { reading } = read('CUSTOMER.DISPUTE.CREATED', dispute, [capturePath, issue(404, 'X')]);
    expect(await reading).toMatchObject({ events: [{ reference: custom_id, claim: { about: 'dispute' } }] });
  });

  test('for a refund of ours, which names its charge itself, nobody is asked', async () => {
    const ours = { ...refund, custom_id: `${custom_id}.re_1` };
    const { reading, to } = read('PAYMENT.CAPTURE.REFUNDED', ours);
    expect(await reading).toMatchObject({ events: [{ reference: custom_id, operation: 're_1' }] });
    expect(to(capturePath)).toEqual([]);
  });
});

describe('disputes', () => {
  test.each([
    ['10.4', '10.4'],
    ['12.6.1', '12.6.1'],
    ['4837', '4837'],
    ['not a code', 'UNAUTHORISED'],
    [undefined, 'UNAUTHORISED'],
  ])('the network’s code %s is given as %s', async (external_reason_code, psp_reason) => {
    const { psp } = paypalOn([[path, genuine]]);
    const resource = {
      dispute_id: 'PP-D-1',
      status: 'OPEN',
      reason: 'UNAUTHORISED',
      external_reason_code,
      disputed_transactions: [{ custom: attempt.reference }],
    };
    const event = { id: 'WH-1', event_type: 'CUSTOMER.DISPUTE.CREATED', resource };
    expect(await psp.readWebhook(paypalDelivery(event, paypalSecrets[0], now))).toMatchObject({
      events: [{ claim: { dispute: { reason: 'fraudulent', psp_reason } } }],
    });
  });

  test.each([
    ['RESOLVED_BUYER_FAVOUR', 'lost'],
    ['ACCEPTED', 'lost'],
    ['RESOLVED_SELLER_FAVOUR', 'won'],
    ['CANCELED_BY_BUYER', 'closed'],
    ['DENIED', 'won'],
    ['RESOLVED_WITH_PAYOUT', 'won'],
    ['NONE', 'closed'],
    ['A_NEW_ONE', 'open'],
    [undefined, 'open'],
  ])('resolved with %s: %s, of what was refunded', async (outcome_code, status) => {
    const { psp } = paypalOn([[path, genuine]]);
    const resource = {
      dispute_id: 'PP-D-1',
      status: 'RESOLVED',
      dispute_amount: { currency_code: 'EUR', value: '40.00' },
      dispute_outcome: { outcome_code, amount_refunded: { currency_code: 'EUR', value: '10.00' } },
      disputed_transactions: [{ custom: attempt.reference }],
    };
    const event = { id: 'WH-1', event_type: 'CUSTOMER.DISPUTE.RESOLVED', resource };
    expect(await psp.readWebhook(paypalDelivery(event, paypalSecrets[0], now))).toMatchObject({
      events: [
        {
          claim: { dispute: { status } },
          money: { amount: status === 'lost' ? 1_000 : 4_000, currency: 'eur' },
        },
      ],
    });
  });
});

test('a genuine event of a kind that is not read needs no resource', async () => {
  const { psp, exchanges } = paypalOn([[path, genuine]]);
  const event = { id: 'WH-1', event_type: 'MERCHANT.PARTNER-CONSENT.REVOKED', resource: undefined as never };
  expect(await psp.readWebhook(paypalDelivery(event, paypalSecrets[0], now))).toEqual({
    ok: true,
    events: [{ id: 'WH-1', claim: { about: 'nothing_of_ours' } }],
  });
  expect(exchanges.filter(({ request }) => !/token|verify/.test(request.url))).toEqual([]);
});

describe('a capture names what it was made of by a link alone', () => {
  const made = (kind: string) => ({
    ...paypalPayment(attempt, money, { id: capture, status: 'COMPLETED' }),
    supplementary_data: undefined,
    links: [
      { rel: 'self', href: `https://api.paypal.com/v2/payments/captures/${capture}`, method: 'GET' },
      { rel: 'up', href: `https://api.paypal.com/v2/${kind}`, method: 'GET' },
    ],
  });
  const claimOf = async (kind: string) => {
    const { psp } = paypalOn([[path, genuine]]);
    const event = { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: made(kind) };
    return psp.readWebhook(paypalDelivery(event, paypalSecrets[0], now));
  };

  test('an authorisation: it is a capture', async () => {
    expect(await claimOf('payments/authorizations/0VF52814937998046')).toMatchObject({
      events: [
        { operation_reference: capture, claim: { about: 'capture', result: { outcome: 'succeeded' } } },
      ],
    });
  });

  test('its order: it is the payment', async () => {
    expect(await claimOf(`checkout/orders/${order}`)).toMatchObject({
      events: [{ psp_reference: order, claim: { about: 'authorization', result: { outcome: 'captured' } } }],
    });
  });
});
