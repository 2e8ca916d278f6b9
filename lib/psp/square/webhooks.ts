import { defined } from '../../types/defined.ts';
import type { PspEvent } from '../../types/psp.ts';
import type { JsonReply } from '../exchange-json.ts';
import { hmacMatches } from '../hmac-matches.ts';
import { at, listAt, parseJson, textAt } from '../json.ts';
import type { ReadWebhook } from '../psp-adapter.ts';
import { readReference } from '../reference.ts';
import { unreadChange } from '../unread-change.ts';
import { connectSquare, readSuccess, type SquareClient } from './client.ts';
import { readDispute } from './read-dispute.ts';
import { describePayment, moneyAt } from './read-payment.ts';
import { readRefund, refundResult } from './read-refund.ts';

/**
 * `x-square-hmacsha256-signature` is the HMAC-SHA256 of the notification URL, exactly as registered at Square (setting `notification_url`), followed
 * by the raw body, in base64. It covers no time. If Square must be asked about a delivery and does not respond, the delivery is refused, and Square
 * delivers it again.
 */
export const readWebhook: ReadWebhook = async (account, http, { headers, body }) => {
  const { notification_url } = account.settings;
  if (!notification_url) return { ok: false, reason: 'signature' };
  const signature = headers['x-square-hmacsha256-signature'] ?? '';
  const signed = Buffer.concat([Buffer.from(notification_url), body]);
  const keys = (await account.credentials()).webhook_secrets;
  if (!keys.some((key) => hmacMatches({ key, signed, signature, encoding: 'base64' })))
    return { ok: false, reason: 'signature' };
  const chargeOf = chargeAt(connectSquare(account, http));
  const event = await readEvent(parseJson(Buffer.from(body).toString('utf8')), chargeOf);
  if (event === 'unanswered') return { ok: false, reason: 'unanswered' };
  return event === undefined ? { ok: false, reason: 'malformed' } : { ok: true, events: [event] };
};

const timeout_ms = 4_000;

const chargeAt =
  (client: SquareClient): ChargeOf =>
  async (payment) => {
    const reply = await client.get(`/v2/payments/${encodeURIComponent(payment)}`, { timeout_ms });
    if (isAbsent(reply)) return undefined;
    const found = at(readSuccess(reply), 'payment');
    return textAt(found, 'id') === payment
      ? readReference(textAt(found, 'reference_id'))?.charge
      : 'unanswered';
  };

/** Square's refusals name an error; a proxy's page does not. */
const isAbsent = (reply: JsonReply): boolean =>
  reply.kind === 'answered' && reply.status === 404 && (listAt(reply.json, 'errors') ?? []).length > 0;

/** Our charge id for a Square payment. Undefined: not ours. `unanswered`: Square did not respond. */
export type ChargeOf = (payment: string) => Promise<string | 'unanswered' | undefined>;

/**
 * One genuine event. Its `psp_reference` is the payment's id. A refund made elsewhere, or a dispute, has only that id, so `chargeOf` finds the
 * charge. Undefined if it lacks a field that every event has.
 */
const readEvent = async (
  event: unknown,
  chargeOf: ChargeOf,
): Promise<PspEvent | 'unanswered' | undefined> => {
  const id = textAt(event, 'event_id');
  const type = textAt(event, 'type');
  if (id === undefined || type === undefined) return undefined;
  const reported = readers.get(newNames.get(type) ?? type)?.(at(event, 'data', 'object'));
  const reference = reported && (reported.reference ?? (await chargeOf(reported.psp_reference)));
  if (reference === 'unanswered') return reference;
  return reported === undefined || reference === undefined
    ? { id, claim: { about: 'nothing_of_ours' } }
    : { ...reported, id, reference };
};

type Reported = Omit<PspEvent, 'id'> & { readonly psp_reference: string };

/** Undefined for anything that is not ours. */
type Reader = (object: unknown) => Reported | undefined;

/** The whole payment as it was when the event was written: repeated or late events never add up to more. */
const ofPayment: Reader = (object) => {
  const payment = at(object, 'payment');
  const psp_reference = textAt(payment, 'id');
  const reference = readReference(textAt(payment, 'reference_id'))?.charge;
  if (psp_reference === undefined || reference === undefined) return undefined;
  const result = describePayment(payment);
  return {
    reference,
    psp_reference,
    ...moneyOf(payment, 'total_money'),
    claim: { about: 'authorization', result: result },
  };
};

const ofRefund: Reader = (object) => {
  const json = at(object, 'refund');
  const payment = textAt(json, 'payment_id');
  if (payment === undefined) return undefined;
  const refund = readRefund(json);
  if (refund === undefined) return { psp_reference: payment, claim: unreadChange(payment) };
  const { id, money, charge, operation } = refund;
  return {
    ...(charge !== undefined && operation !== undefined && { reference: charge, operation }),
    psp_reference: payment,
    operation_reference: id,
    money,
    claim: { about: 'refund', result: refundResult(refund) },
  };
};

const ofDispute: Reader = (object) => {
  const json = at(object, 'dispute');
  const dispute = readDispute(json);
  const payment = textAt(json, 'disputed_payment', 'payment_id');
  return (
    dispute &&
    (payment === undefined
      ? undefined
      : {
          psp_reference: payment,
          operation_reference: dispute.psp_reference,
          ...moneyOf(json, 'amount_money'),
          claim: { about: 'dispute', dispute },
        })
  );
};

const moneyOf = (object: unknown, field: string): Pick<PspEvent, 'money'> => {
  const money = moneyAt(object, field);
  return defined({ money });
};

const readers: ReadonlyMap<string, Reader> = new Map([
  ['payment.created', ofPayment],
  ['payment.updated', ofPayment],
  ['refund.created', ofRefund],
  ['refund.updated', ofRefund],
  ['dispute.created', ofDispute],
  ['dispute.state.updated', ofDispute],
]);

/** Types that were renamed: an old name can no longer be subscribed to, but may still be delivered. */
const newNames: ReadonlyMap<string, string> = new Map([['dispute.state.changed', 'dispute.state.updated']]);

/** Types of the events that we use. */
export const eventsRead: readonly string[] = [...readers.keys()];
