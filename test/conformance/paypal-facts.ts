import type { Money } from '../../lib/types/money.ts';
import type { Attempt, RefundFact } from '../../lib/types/psp.ts';
import {
  paypalDelivery,
  paypalIds,
  paypalMoney,
  paypalOrder,
  paypalOrderId,
  paypalPayment,
  paypalRefund,
  paypalVerifier,
} from './paypal-events.ts';
import type { Facts, PaymentFacts, Return, Script } from './psp-subject.ts';
import { moneyOf } from './samples.ts';
import { answered } from './scripted-transport.ts';

const { order, authorization, capture } = paypalIds;
const part: Money = { amount: 1_000, currency: 'eur' };

const holdTimes = {
  voided: { update_time: '2025-11-20T09:00:00Z', expiration_time: '2025-12-19T09:00:00Z' },
  expired: { update_time: '2025-12-19T09:00:01Z', expiration_time: '2025-12-19T09:00:00Z' },
};

const authorizationStatus = ({ captured, hold }: PaymentFacts, { amount }: Money): string => {
  if (hold !== undefined) return 'VOIDED';
  if (captured === undefined) return 'CREATED';
  return captured === null || captured >= amount ? 'CAPTURED' : 'PARTIALLY_CAPTURED';
};

const captureOf = (attempt: Attempt, { captured, refunded = 0 }: PaymentFacts, { currency }: Money) => {
  if (captured === undefined) return [];
  const given = refunded === captured ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  const status = refunded === 0 ? 'COMPLETED' : given;
  const money = { amount: captured ?? 1, currency };
  const { amount, ...rest } = paypalPayment(attempt, money, { id: capture, status });
  return [captured === null ? rest : { amount, ...rest }];
};

/** The order of an authorised payment, as PayPal has it. */
const orderWith = (facts: PaymentFacts, attempt: Attempt, echo: Money, change: object = {}) => {
  const { refunded = 0, hold } = facts;
  const held = paypalPayment(attempt, echo, {
    id: authorization,
    status: authorizationStatus(facts, echo),
    ...(hold && holdTimes[hold]),
  });
  const captures = captureOf(attempt, facts, echo).map((each) => ({ ...each, ...change }));
  const given = { amount: refunded, currency: echo.currency };
  return paypalOrder(attempt, echo, {
    status: 'COMPLETED',
    payments: {
      authorizations: [held],
      ...(captures.length > 0 && { captures }),
      ...(refunded > 0 && { refunds: [{ ...paypalRefund(attempt, 're_x', given), custom_id: undefined }] }),
    },
  });
};

const playOrder =
  (attempt: Attempt, json: object, more: Script = () => undefined): Script =>
  (request) =>
    new URL(request.url).pathname === `/v2/checkout/orders/${paypalOrderId(attempt)}`
      ? answered(200, json)
      : (more(request) ?? paypalVerifier(request));

const refusals = { voided: 'AUTHORIZATION_VOIDED', expired: 'AUTHORIZATION_EXPIRED' };

const refusedCapture =
  ({ hold }: PaymentFacts): Script =>
  ({ url }) =>
    url.endsWith(`/v2/payments/authorizations/${authorization}/capture`)
      ? answered(422, {
          name: 'UNPROCESSABLE_ENTITY',
          message: 'The requested action could not be performed.',
          details: [{ issue: hold === undefined ? 'AUTHORIZATION_ALREADY_CAPTURED' : refusals[hold] }],
          debug_id: '90957fca61718',
        })
      : undefined;

const refundAs = (attempt: Attempt, { psp_reference, operation, amount, status }: RefundFact) => ({
  ...paypalRefund(
    attempt,
    operation ?? '',
    { amount, currency: attempt.currency },
    { pending: 'PENDING', succeeded: 'COMPLETED', failed: 'FAILED' }[status],
  ),
  id: psp_reference,
  // One made in the dashboard has the order's.
  ...(operation === undefined && { custom_id: attempt.reference, invoice_id: attempt.reference }),
});

const related = { supplementary_data: { related_ids: { order_id: order, authorization_id: authorization } } };

const deliver =
  (event_type: string, resource: (attempt: Attempt) => object): NonNullable<Facts['elsewhere']['void']> =>
  (attempt, secret, at) =>
    paypalDelivery({ id: `WH-elsewhere-${event_type}`, event_type, resource: resource(attempt) }, secret, at);

const voided = (hold: 'voided' | 'expired') =>
  deliver('PAYMENT.AUTHORIZATION.VOIDED', (attempt) =>
    paypalPayment(attempt, attempt, {
      id: authorization,
      status: 'VOIDED',
      supplementary_data: { related_ids: { order_id: order } },
      ...holdTimes[hold],
    }),
  );

const disputed = (event_type: string, state: object) =>
  deliver(event_type, ({ reference }) => ({
    dispute_id: 'PP-D-27803',
    reason: 'UNAUTHORISED',
    seller_response_due_date: '2025-12-10T09:00:00.000Z',
    dispute_amount: paypalMoney(part),
    dispute_life_cycle_stage: 'CHARGEBACK',
    disputed_transactions: [{ seller_transaction_id: capture, custom: reference }],
    ...state,
  }));

export const paypalFacts: Facts = {
  playFacts: (facts, attempt, echo) => playOrder(attempt, orderWith(facts, attempt, echo)),
  playRefusedCapture: (facts, by, attempt, { id }) =>
    playOrder(
      attempt,
      orderWith(facts, attempt, attempt, by === 'this' ? { invoice_id: `${attempt.reference}.${id}` } : {}),
      refusedCapture(facts),
    ),
  playRefunds: (refunds, attempt, cut) => {
    const given = refunds.some(({ status }) => status === 'succeeded');
    const whole = given ? 'PARTIALLY_REFUNDED' : 'COMPLETED';
    const status = cut ? 'REFUNDED' : whole;
    return playOrder(
      attempt,
      paypalOrder(attempt, attempt, {
        status: 'COMPLETED',
        payments: {
          captures: [paypalPayment(attempt, attempt, { id: capture, status })],
          refunds: refunds.map((refund) => refundAs(attempt, refund)),
        },
      }),
    );
  },
  elsewhere: {
    capture: deliver('PAYMENT.CAPTURE.COMPLETED', (attempt) =>
      paypalPayment(attempt, part, { id: capture, status: 'COMPLETED', ...related }),
    ),
    refund: deliver('PAYMENT.CAPTURE.REFUNDED', (attempt) => ({
      ...paypalRefund(attempt, '', part),
      custom_id: attempt.reference,
    })),
    void: voided('voided'),
    expiry: voided('expired'),
    dispute_opened: disputed('CUSTOMER.DISPUTE.CREATED', { status: 'OPEN' }),
    dispute_won: disputed('CUSTOMER.DISPUTE.RESOLVED', {
      status: 'RESOLVED',
      dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' },
    }),
    dispute_lost: disputed('CUSTOMER.DISPUTE.RESOLVED', {
      status: 'RESOLVED',
      dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' },
    }),
    dispute_closed: disputed('CUSTOMER.DISPUTE.RESOLVED', {
      status: 'RESOLVED',
      dispute_outcome: { outcome_code: 'CANCELED_BY_BUYER' },
    }),
  },
};

const authenticated = {
  status: 'APPROVED',
  payment_source: {
    card: {
      authentication_result: {
        liability_shift: 'POSSIBLE',
        three_d_secure: { enrollment_status: 'Y', authentication_status: 'Y' },
      },
    },
  },
};

const waiting = {
  status: 'PAYER_ACTION_REQUIRED',
  links: [{ href: 'https://www.sandbox.paypal.com/webapps/helios', rel: 'payer-action', method: 'GET' }],
};

const paid = (attempt: Attempt, scene: 'captured' | 'declined') =>
  paypalOrder(attempt, moneyOf(attempt), {
    status: 'COMPLETED',
    payments: {
      captures: [
        paypalPayment(attempt, moneyOf(attempt), {
          id: paypalIds.capture,
          ...(scene === 'captured'
            ? { status: 'COMPLETED' }
            : { status: 'DECLINED', processor_response: { response_code: '5100' } }),
        }),
      ],
    },
  });

/** PayPal sends the customer back with a token and a result; the order itself is what counts, and only our call pays it. */
export const paypalReturns: readonly Return[] = [
  {
    name: 'an order each, paid by our call',
    params: (attempt) => ({ token: paypalOrderId(attempt), liability_shift: 'POSSIBLE' }),
    play: (returned, scene, open) => (request) => {
      const { pathname } = new URL(request.url);
      const orders = '/v2/checkout/orders';
      if (pathname === `${orders}/${paypalOrderId(returned)}`)
        return answered(200, paypalOrder(returned, moneyOf(returned), authenticated));
      if (pathname === `${orders}/${paypalOrderId(returned)}/capture`)
        return answered(201, paid(returned, scene));
      if (pathname === `${orders}/${paypalOrderId(open)}`)
        return answered(200, paypalOrder(open, moneyOf(open), waiting));
      return paypalVerifier(request);
    },
  },
];
