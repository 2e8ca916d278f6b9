import { defined } from '../../types/defined.ts';
import type { InboundWebhook, PspEvent } from '../../types/psp.ts';
import { hmacMatches } from '../hmac-matches.ts';
import { at, booleanAt, integerAt, parseJson, textAt } from '../json.ts';
import type { ReadWebhook } from '../psp-adapter.ts';
import { unreadChange } from '../unread-change.ts';
import { moneyFromWire } from '../wire-amounts.ts';
import { capabilities } from './capabilities.ts';
import { connectStripe, type StripeClient } from './client.ts';
import { parseIntent } from './payment.ts';
import { readDispute } from './read-dispute.ts';
import { describePayment } from './read-payment.ts';
import { chargeIn, describeRefund, isRelease, readRefund } from './read-refund.ts';

/**
 * One event per delivery. Events of the other mode, of other integrations and of kinds not subscribed to are `nothing_of_ours`. A dispute, or a
 * refund made elsewhere, names the payment but not our charge: we ask Stripe for it. Without a response the delivery is `unanswered`, so that Stripe
 * repeats it.
 */
export const readWebhook: ReadWebhook = async (account, http, webhook) => {
  const { webhook_secrets } = await account.credentials();
  const refusal = verifySignature(webhook, webhook_secrets);
  if (refusal !== undefined) return { ok: false, reason: refusal };

  const event = parseJson(Buffer.from(webhook.body).toString('utf8'));
  const id = textAt(event, 'id');
  const type = textAt(event, 'type');
  const object = at(event, 'data', 'object');
  if (id === undefined || type === undefined) return { ok: false, reason: 'malformed' };
  const isRead = readers.has(type);
  // A thin event of Stripe's API v2 has no object.
  if (isRead && (at(event, 'object') !== 'event' || object === undefined))
    return { ok: false, reason: 'malformed' };

  const created = integerAt(event, 'created');
  const reported =
    booleanAt(event, 'livemode') === account.livemode ? readers.get(type)?.(object, created) : undefined;
  const named = reported === undefined ? undefined : await withCharge(connectStripe(account, http), reported);
  if (named === 'unanswered') return { ok: false, reason: 'unanswered' };
  return { ok: true, events: [{ ...(named ?? { claim: { about: 'nothing_of_ours' } }), id }] };
};

type Reported = Omit<PspEvent, 'id'>;

/** Undefined for anything that is not ours. `created`: the time of the event and of its object's state, in Unix seconds. */
type Reader = (object: unknown, created: number | undefined) => Reported | undefined;

const ofUnread = (reference: string | undefined, psp_reference: string | undefined): Reported => ({
  ...defined({ reference, psp_reference }),
  claim: unreadChange(psp_reference),
});

const ofIntent: Reader = (object) => {
  const reference = textAt(object, 'metadata', 'charge');
  if (reference === undefined) return undefined;
  const intent = parseIntent(object);
  if (intent === undefined) return ofUnread(reference, textAt(object, 'id'));
  const result = describePayment(intent);
  const known = { reference, psp_reference: intent.id };
  if (result.outcome === 'captured') {
    const { amount_captured: amount } = result;
    const money = { amount, currency: intent.currency };
    if (intent.capture_method !== 'manual')
      return { ...known, money, claim: { about: 'authorization', result: result } };
    const { capture: operation, latest_charge: captured } = intent;
    return {
      ...known,
      ...defined({ operation, operation_reference: captured }),
      money,
      claim: {
        about: 'capture',
        result: {
          outcome: 'succeeded',
          amount,
          ...defined({ psp_reference: captured }),
        },
      },
    };
  }
  const money = moneyFromWire(capabilities.amounts, intent.amount, intent.currency);
  return { ...known, ...defined({ money }), claim: { about: 'authorization', result: result } };
};

const ofRefund: Reader = (object) => {
  if (isRelease(object)) return undefined;
  const refund = readRefund(object);
  if (refund === undefined) return ofUnread(chargeIn(object), textAt(object, 'payment_intent'));
  const { id: operation_reference, money, payment, reference, operation } = refund;
  return {
    operation_reference,
    money,
    ...defined({ reference, operation, psp_reference: payment }),
    claim: { about: 'refund', result: describeRefund(refund) },
  };
};

const ofDispute: Reader = (object, created) => {
  const dispute = readDispute(object);
  if (dispute === undefined) return undefined;
  const { fact, money, payment } = dispute;
  return {
    operation_reference: fact.psp_reference,
    ...defined({ psp_reference: payment, money }),
    claim: {
      about: 'dispute',
      dispute: { ...fact, ...(created === undefined ? {} : { as_of: created * 1000 }) },
    },
  };
};

const readers: ReadonlyMap<string, Reader> = new Map([
  ['payment_intent.succeeded', ofIntent],
  ['payment_intent.amount_capturable_updated', ofIntent],
  ['payment_intent.payment_failed', ofIntent],
  ['payment_intent.canceled', ofIntent],
  ['payment_intent.requires_action', ofIntent],
  ['refund.created', ofRefund],
  ['refund.updated', ofRefund],
  ['refund.failed', ofRefund],
  ['charge.refund.updated', ofRefund],
  ['charge.dispute.created', ofDispute],
  ['charge.dispute.updated', ofDispute],
  ['charge.dispute.closed', ofDispute],
]);

/** Types of the events that we use. */
export const eventsRead: readonly string[] = [...readers.keys()];

const timeout_ms = 5_000;

/** The event with our charge id, read from its payment; undefined if the payment is not ours. */
const withCharge = async (
  client: StripeClient,
  reported: Reported,
): Promise<Reported | undefined | 'unanswered'> => {
  if (reported.reference !== undefined) return reported;
  if (reported.psp_reference === undefined) return undefined;
  const path = `/v1/payment_intents/${encodeURIComponent(reported.psp_reference)}`;
  const reply = await client.get(path, {}, { timeout_ms });
  if (reply.kind !== 'object')
    return reply.kind === 'refused' && reply.status === 404 ? undefined : 'unanswered';
  if (at(reply.body, 'id') !== reported.psp_reference) return 'unanswered';
  const reference = textAt(reply.body, 'metadata', 'charge');
  return reference === undefined ? undefined : { ...reported, reference };
};

/** Seconds between Stripe's signing and now, in either direction. */
const window_s = 300;

/**
 * `stripe-signature: t=<unix seconds>,v1=<hex>[,v1=<hex>…]`, each v1 an HMAC-SHA256 of `t.body` under one of the endpoint's secrets. The signature is
 * checked before the time, because an unsigned time means nothing.
 */
export const verifySignature = (
  { headers, body, now }: InboundWebhook,
  secrets: readonly string[],
): 'signature' | 'too_old' | undefined => {
  const parts = (headers['stripe-signature'] ?? '').split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time)) return 'signature';

  const signed = Buffer.concat([Buffer.from(`${time}.`), body]);
  const given = parts.flatMap(([name, value]) => (name === 'v1' && value !== undefined ? [value] : []));
  // Only as many as Stripe sends during a rotation, so that a longer header costs no extra work.
  const matches = given
    .slice(0, 8)
    .some((signature) => secrets.some((key) => hmacMatches({ key, signed, signature, encoding: 'hex' })));
  if (!matches) return 'signature';
  return Math.abs(now / 1_000 - Number(time)) > window_s ? 'too_old' : undefined;
};
