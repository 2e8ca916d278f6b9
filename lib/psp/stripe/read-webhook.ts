import type { InboundWebhook, PspEvent, WebhookReading } from '../../types/psp.ts';
import type { PspAccount } from '../../types/psp-account.ts';
import { at, booleanAt, integerAt, parseJson, textAt } from '../json.ts';
import { moneyFromWire } from '../money-from-wire.ts';
import { capabilities } from './capabilities.ts';
import { describe, type PaymentIntent, readPaymentIntent } from './payment-intent.ts';
import { describeRefund, refundId } from './refund-answer.ts';
import { verifySignature } from './verify-signature.ts';

/** One event a delivery. Events of the other mode, of other integrations and of kinds not subscribed to are `nothing_of_ours`. */
export const readWebhook = async (account: PspAccount, webhook: InboundWebhook): Promise<WebhookReading> => {
  const { webhook_secrets } = await account.credentials();
  const refusal = verifySignature(webhook, webhook_secrets);
  if (refusal !== undefined) return { ok: false, reason: refusal };

  const event = parseJson(Buffer.from(webhook.body).toString('utf8'));
  const id = textAt(event, 'id');
  const type = textAt(event, 'type');
  const object = at(event, 'data', 'object');
  if (at(event, 'object') !== 'event' || id === undefined || type === undefined || object === undefined)
    return { ok: false, reason: 'malformed' };
  const ours = booleanAt(event, 'livemode') === account.livemode ? read(id, type, object) : undefined;
  return { ok: true, events: [ours ?? { id, claim: { about: 'nothing_of_ours' } }] };
};

/** Undefined for whatever is none of ours. */
const read = (id: string, type: string, object: unknown): PspEvent | undefined => {
  switch (type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.amount_capturable_updated':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
    case 'payment_intent.requires_action':
      return intentEvent(id, readPaymentIntent(object));
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return refundEvent(id, object);
    default:
      return undefined;
  }
};

const intentEvent = (id: string, intent: PaymentIntent | undefined): PspEvent | undefined => {
  if (intent?.charge === undefined) return undefined;
  const money = moneyFromWire(capabilities.amounts, takenOrAsked(intent), intent.currency);
  return {
    id,
    reference: intent.charge,
    psp_reference: intent.id,
    ...(money === undefined ? {} : { money }),
    ...(intent.status === 'succeeded' && intent.capture_method === 'manual'
      ? { ...operation(intent.capture), claim: { about: 'capture', answer: { outcome: 'succeeded' } } }
      : { claim: { about: 'authorization', answer: describe(intent) } }),
  };
};

const takenOrAsked = (intent: PaymentIntent): number => {
  switch (intent.status) {
    case 'succeeded':
      return intent.amount_received ?? intent.amount;
    case 'requires_capture':
      return intent.amount_capturable ?? intent.amount;
    default:
      return intent.amount;
  }
};

const refundEvent = (id: string, refund: unknown): PspEvent | undefined => {
  const reference = textAt(refund, 'metadata', 'charge');
  const ours = refundId(refund);
  if (reference === undefined || ours === undefined) return undefined;
  const payment = textAt(refund, 'payment_intent');
  const money = moneyFromWire(capabilities.amounts, integerAt(refund, 'amount'), textAt(refund, 'currency'));
  return {
    id,
    reference,
    operation: ours,
    ...(payment === undefined ? {} : { psp_reference: payment }),
    ...(money === undefined ? {} : { money }),
    claim: { about: 'refund', answer: describeRefund(refund) },
  };
};

const operation = (id: string | undefined): { readonly operation?: string } =>
  id === undefined ? {} : { operation: id };
