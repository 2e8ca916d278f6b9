import { stripe } from '../../lib/psp/stripe/adapter.ts';
import { capabilities } from '../../lib/psp/stripe/capabilities.ts';
import { readParticulars } from '../../lib/psp/stripe/read-particulars.ts';
import { toWire } from '../../lib/types/amount-rules.ts';
import type { Money } from '../../lib/types/money.ts';
import type { Attempt } from '../../lib/types/psp.ts';
import { decodeForm } from './decode-form.ts';
import { get, list, object, text, texts } from './described-by-hand.ts';
import type { Facts, PaymentFacts, PspSubject, Scene, Script } from './psp-subject.ts';
import { sampleOperation } from './samples.ts';
import { answered } from './scripted-transport.ts';
import { stripeCodes, stripeEventNames } from './stripe-codes.ts';
import {
  chargeId,
  chargeObject,
  declineError,
  intentId,
  intentIdOf,
  onWire,
  paymentIntent,
  refundObject,
  signedStripeEvent,
  stripeWebhooks,
} from './stripe-events.ts';

/** The intent when this is so, with its charge in full, as a look-up asks for it. */
const intentOf = ({ captured, refunded = 0, hold }: PaymentFacts, attempt: Attempt, echo: Money) => {
  if (hold !== undefined)
    return {
      ...paymentIntent(attempt, echo, { status: 'canceled' }),
      cancellation_reason: hold === 'expired' ? 'expired' : null,
    };
  if (captured === undefined) return paymentIntent(attempt, echo, { status: 'requires_capture' });
  const { amount_received: _, ...intent } = paymentIntent(attempt, echo, { status: 'succeeded' });
  if (captured === null) return intent;
  return {
    ...intent,
    amount_received: onWire({ ...echo, amount: captured }),
    latest_charge: chargeObject(attempt, echo, captured, refunded),
  };
};

const manual = (attempt: Attempt): Attempt => ({ ...attempt, capture_method: 'manual' });
const part = { amount: 1_000, currency: 'eur' };

const dispute = (status: string) => ({
  id: 'dp_1Pgc71B7WZ01zgkWMevJiAUx',
  object: 'dispute',
  amount: 1_000,
  charge: chargeId,
  created: 1_234_567_890,
  currency: 'eur',
  evidence_details: { due_by: 1_723_679_999, has_evidence: false, past_due: false, submission_count: 0 },
  is_charge_refundable: true,
  livemode: false,
  metadata: {},
  payment_intent: intentId,
  reason: 'fraudulent',
  status,
});

const stripeFacts: Facts = {
  playFacts: (facts, attempt, echo) => () => answered(200, intentOf(facts, attempt, echo)),
  playRefusedCapture:
    (facts, by, attempt, { id }) =>
    () => {
      const intent = intentOf(facts, attempt, attempt);
      const mark = by === 'this' ? { capture: id } : {};
      return answered(400, {
        error: {
          type: 'invalid_request_error',
          code: 'payment_intent_unexpected_state',
          payment_intent: { ...intent, latest_charge: chargeId, metadata: { ...intent.metadata, ...mark } },
        },
      });
    },
  playRefunds: (refunds, attempt, cut) => () =>
    answered(200, {
      object: 'list',
      url: '/v1/refunds',
      has_more: cut,
      data: refunds.map(({ psp_reference: id, operation, amount, status }) => ({
        ...refundObject(attempt, operation ?? '', { ...attempt, amount }, status),
        id,
        ...(operation === undefined && { metadata: {} }),
      })),
    }),
  elsewhere: {
    capture: (attempt, secret, at) => {
      const taken = intentOf({ captured: 1_000 }, manual(attempt), attempt);
      return signedStripeEvent('payment_intent.succeeded', { ...taken, latest_charge: chargeId }, secret, at);
    },
    refund: (attempt, secret, at) => {
      const refund = refundObject(attempt, sampleOperation('refund').id, part, 'succeeded');
      return signedStripeEvent('refund.created', { ...refund, metadata: {} }, secret, at);
    },
    void: (attempt, secret, at) =>
      signedStripeEvent(
        'payment_intent.canceled',
        intentOf({ hold: 'voided' }, manual(attempt), attempt),
        secret,
        at,
      ),
    expiry: (attempt, secret, at) =>
      signedStripeEvent(
        'payment_intent.canceled',
        intentOf({ hold: 'expired' }, manual(attempt), attempt),
        secret,
        at,
      ),
    dispute_opened: (_, secret, at) =>
      signedStripeEvent('charge.dispute.created', dispute('needs_response'), secret, at),
    dispute_won: (_, secret, at) => signedStripeEvent('charge.dispute.closed', dispute('won'), secret, at),
    dispute_lost: (_, secret, at) => signedStripeEvent('charge.dispute.closed', dispute('lost'), secret, at),
    dispute_closed: (_, secret, at) =>
      signedStripeEvent('charge.dispute.closed', dispute('warning_closed'), secret, at),
  },
};

const base_url = 'https://api.stripe.com';
const intents = `${base_url}/v1/payment_intents`;

export const stripeSubject: PspSubject = {
  name: 'stripe',
  adapter: stripe,
  account: { base_url, settings: {}, webhook_secrets: ['whsec_of_today', 'whsec_of_yesterday'] },
  specification: {
    document: 'stripe.openapi.json',
    sources: [
      {
        file: 'stripe.openapi.json',
        repo: 'stripe/openapi',
        path: 'openapi/spec3.yaml',
        json: 'openapi/spec3.json',
        commit: '63a674638635c68de26b9f3add13e58198f4df44',
        keeps: ['/v1/payment_intents', '/v1/payment_methods', '/v1/refunds', '/v1/charges'],
      },
      {
        file: 'stripe.fixtures.json',
        repo: 'stripe/openapi',
        path: 'openapi/fixtures3.json',
        commit: 'f6c2a48fbac2819d1feba8143d942ffc65e1c0d2',
      },
    ],
    authentication: (api_key) => ({
      authorization: `Bearer ${api_key}`,
      'stripe-version': '2025-03-31.basil',
    }),
    idempotency: { keyOf: ({ headers }) => headers['idempotency-key'], max_length: 255, unkeyed: ['cancel'] },
  },
  // The accounts, country specs and webhook endpoints as remembered.
  examination: {
    paths: {
      '/v1/account': get(
        object({
          id: text,
          country: text,
          charges_enabled: { type: 'boolean' },
          capabilities: { type: 'object' },
        }),
      ),
      '/v1/country_specs/{country}': get(object({ id: text, supported_payment_currencies: texts })),
      '/v1/webhook_endpoints': get(
        object({
          data: list(object({ url: text, status: { enum: ['enabled', 'disabled'] }, enabled_events: texts })),
        }),
        'limit',
      ),
    },
    answers: (url) => [
      ['/v1/account', 200, { id: 'acct_1', country: 'DE', charges_enabled: false }, 'may not charge cards'],
      [
        '/v1/payment_methods',
        402,
        { error: { type: 'invalid_request_error', message: 'Sending credit card numbers directly …' } },
        'card numbers may not be sent',
      ],
      [
        '/v1/webhook_endpoints',
        200,
        { data: [{ url, status: 'enabled', enabled_events: ['payment_intent.succeeded'] }] },
        'lacks payment_intent.amount_capturable_updated',
      ],
      [
        '/v1/webhook_endpoints',
        200,
        { data: [{ url, status: 'disabled', enabled_events: ['*'] }] },
        'is switched off',
      ],
    ],
    settings: [],
  },
  hasEffect: ({ method, url }) => method === 'POST' && /\/(confirm|capture|cancel|refunds)$/.test(url),
  wireAmount: ({ body }) => {
    const { amount, amount_to_capture, currency } = decodeForm(body ?? '');
    return { value: amount ?? amount_to_capture, currency };
  },
  psp_token: 'pm_1Pgc75B7WZ01zgkWlHVgdEGJ',
  tokens: {
    single_use: ['pm_1Pgc75B7WZ01zgkWlHVgdEGJ', 'pm_card_visa'],
    stored: ['{"payment_method":"pm_1Pgc75B7WZ01zgkWlHVgdEGJ","customer":"cus_QZ1zgkWlHVgdEG"}'],
    none: [
      '{"payment_method":"pm_1Pgc75B7WZ01zgkWlHVgdEGJ"}',
      '{"payment_method":"pm_1Pgc75B7WZ01zgkWlHVgdEGJ","customer":"cus_a/../b"}',
      '{"payment_method":"src_1Pgc75B7WZ01zgkW","customer":"cus_QZ1zgkWlHVgdEG"}',
      '{"customer":"cus_QZ1zgkWlHVgdEG"}',
      'cus_1Pgc75B7WZ01zgkW',
      'card_1Pgc75B7WZ01zgkW',
      'src_1Pgc75B7WZ01zgkW',
      'tok_visa',
      'pm_',
      'pm_a/../b',
    ],
  },
  return_params: returnParams(intentId),
  returns: [
    {
      name: 'with the intent’s id in the query',
      params: (attempt) => returnParams(intentIdOf(attempt)),
      play: (returned, scene, open) => (request) =>
        play(
          scene === 'declined' ? { scene, code: 'generic_decline' } : { scene },
          returned,
          returned,
        )(request) ?? play({ scene: 'requires_action' }, open, open)(request),
    },
  ],
  play,
  playOperation: (name, attempt, operation, echo) => operationScript(name, attempt, operation.id, echo),
  errorBody: (status) =>
    JSON.stringify({
      error: { type: status >= 500 ? 'api_error' : 'invalid_request_error', message: `HTTP ${status}` },
    }),
  operations: { capture: 'succeeded', cancel: 'succeeded', refund: 'succeeded' },
  // A canceled intent takes no money, whatever amount it tells.
  differs: { no_echo: ['cancel'] },
  codes: stripeCodes,
  event_names: stripeEventNames,
  readParticulars: (charge) => readParticulars({ charge_in_full: charge }),
  amounts: { section: 'stripe' },
  webhooks: stripeWebhooks,
  facts: stripeFacts,
};

/** Answers about this attempt’s intent and no other. */
function play(scene: Scene, attempt: Attempt, echo: Money): Script {
  const intent = `${intents}/${intentIdOf(attempt)}`;
  return (request) => {
    const created = paymentIntent(attempt, echo, { status: 'requires_payment_method' });
    if (request.url === intents) return answered(200, created);
    if (request.url === `${base_url}/v1/payment_methods`)
      return answered(200, {
        id: 'pm_1',
        object: 'payment_method',
        type: 'card',
        created: 1,
        livemode: false,
        billing_details: {},
        metadata: {},
      });
    if (request.url.startsWith(`${intent}?`))
      return answered(200, { ...intentIn(scene, attempt, echo), ...chargeIn(scene, attempt, echo) });
    if (request.url === `${intent}/confirm`) return confirmed(scene, attempt, echo);
    if (request.url === `${intent}/cancel`)
      return answered(200, paymentIntent(attempt, echo, { status: 'canceled' }));
    return undefined;
  };
}

function returnParams(intent: string): Readonly<Record<string, string>> {
  return {
    payment_intent: intent,
    payment_intent_client_secret: `${intent}_secret_x`,
    redirect_status: 'succeeded',
  };
}

const intentIn = (scene: Scene, attempt: Attempt, echo: Money) => {
  switch (scene.scene) {
    case 'captured':
      return paymentIntent(attempt, echo, { status: 'succeeded' });
    case 'approved':
      return paymentIntent(attempt, echo, { status: 'requires_capture' });
    case 'pending':
      return paymentIntent(attempt, echo, { status: 'processing' });
    case 'requires_action':
      return paymentIntent(attempt, echo, {
        status: 'requires_action',
        next_action: {
          type: 'redirect_to_url',
          redirect_to_url: { url: 'https://hooks.stripe.com/3d_secure/authenticate', return_url: null },
        },
      });
    case 'declined':
      return paymentIntent(attempt, echo, {
        status: 'requires_payment_method',
        last_payment_error: declineError(scene.code),
      });
    default: {
      const never: never = scene;
      return never;
    }
  }
};

/** A look-up asks for the charge in full. */
const chargeIn = ({ scene }: Scene, attempt: Attempt, echo: Money) =>
  scene === 'captured' || scene === 'approved'
    ? { latest_charge: chargeObject(attempt, echo, scene === 'captured' ? echo.amount : 0, 0) }
    : {};

/** A decline is an error that carries the intent it left behind. */
const confirmed = (scene: Scene, attempt: Attempt, echo: Money) =>
  scene.scene === 'declined'
    ? answered(402, {
        error: { ...declineError(scene.code), payment_intent: intentIn(scene, attempt, echo) },
      })
    : answered(200, intentIn(scene, attempt, echo));

const operationScript =
  (name: 'capture' | 'cancel' | 'refund', attempt: Attempt, id: string, echo: Money): Script =>
  ({ url }) => {
    const intent = `${intents}/${attempt.psp_reference}`;
    if (name === 'capture' && url === `${intent}/capture`) {
      const wire = toWire(capabilities.amounts, echo);
      const amount_received = wire.ok ? wire.value : 0;
      const full = paymentIntent(attempt, { ...attempt, currency: echo.currency }, { status: 'succeeded' });
      return answered(200, { ...full, amount_received, metadata: { ...full.metadata, capture: id } });
    }
    if (name === 'cancel' && url === `${intent}/cancel`)
      return answered(200, paymentIntent(attempt, attempt, { status: 'canceled' }));
    return name === 'refund' && url === `${base_url}/v1/refunds`
      ? answered(200, refundObject(attempt, id, echo, 'succeeded'))
      : undefined;
  };
