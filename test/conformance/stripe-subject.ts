import { capabilities } from '../../lib/psp/stripe/capabilities.ts';
import { stripe } from '../../lib/psp/stripe/stripe.ts';
import { toWire } from '../../lib/types/amount-rules.ts';
import type { Money } from '../../lib/types/money.ts';
import type { Attempt } from '../../lib/types/psp.ts';
import { decodeForm } from './decode-form.ts';
import type { PspSubject, Scene, Script } from './psp-subject.ts';
import { answered } from './scripted-transport.ts';
import { stripeCodes } from './stripe-codes.ts';
import { stripeFacts } from './stripe-facts.ts';
import {
  chargeObject,
  declineError,
  intentId,
  intentIdOf,
  paymentIntent,
  refundObject,
} from './stripe-objects.ts';
import { stripeWebhooks } from './stripe-webhooks.ts';

const base_url = 'https://api.stripe.com';
const intents = `${base_url}/v1/payment_intents`;

export const stripeSubject: PspSubject = {
  name: 'stripe',
  adapter: stripe,
  account: { base_url, settings: {}, webhook_secrets: ['whsec_of_today', 'whsec_of_yesterday'] },
  specification: {
    document: 'stripe.openapi.json',
    authentication: (api_key) => ({ authorization: `Bearer ${api_key}`, 'stripe-version': '2023-08-16' }),
    idempotency: { keyOf: ({ headers }) => headers['idempotency-key'], max_length: 255 },
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
