import { defined } from '../../types/defined.ts';
import type { Money } from '../../types/money.ts';
import type { LookUpResult, OperationResult, PspEvent } from '../../types/psp.ts';
import { hmacMatches } from '../hmac-matches.ts';
import { at, integerAt, parseJson, textAt } from '../json.ts';
import type { ReadWebhook } from '../psp-adapter.ts';
import { toOperationResult } from '../refusal-reader.ts';
import { unreadChange } from '../unread-change.ts';
import { moneyFromWire } from '../wire-amounts.ts';
import { capabilities } from './capabilities.ts';
import { type CheckoutComClient, connectCheckoutCom } from './client.ts';
import { responseOutcome } from './outcomes.ts';
import { ourIds } from './payment-actions.ts';
import { disputeTypes, readDispute } from './read-dispute.ts';
import { readParticulars } from './read-particulars.ts';
import { readDeclined } from './read-refusal.ts';

/**
 * `Cko-Signature` is the HMAC-SHA256 of the raw body in hex. It covers no time. A dispute may lack our charge id: then we ask Checkout.com for it.
 * Without a response, the delivery counts as not verified, so that it is repeated.
 */
export const readWebhook: ReadWebhook = async (account, http, { headers, body }) => {
  const signature = headers['cko-signature'] ?? '';
  const keys = (await account.credentials()).webhook_secrets;
  if (!keys.some((key) => hmacMatches({ key, signed: body, signature, encoding: 'hex' })))
    return { ok: false, reason: 'signature' };

  const event = parseJson(Buffer.from(body).toString('utf8'));
  const id = textAt(event, 'id');
  const type = textAt(event, 'type');
  if (id === undefined || type === undefined) return { ok: false, reason: 'malformed' };
  const reported = readEvent(type, at(event, 'data'));
  const named =
    reported === undefined ? undefined : await withCharge(connectCheckoutCom(account, http), reported);
  if (named === 'unanswered') return { ok: false, reason: 'unanswered' };
  return { ok: true, events: [{ ...(named ?? { claim: { about: 'nothing_of_ours' } }), id }] };
};

const timeout_ms = 5_000;

/**
 * The dispute with our charge id, read from its payment; undefined if the payment is not ours. Any other event names the payment, which is enough.
 */
const withCharge = async (
  client: CheckoutComClient,
  reported: Reported,
): Promise<Reported | undefined | 'unanswered'> => {
  if (reported.reference !== undefined || reported.claim.about !== 'dispute') return reported;
  if (reported.psp_reference === undefined) return undefined;
  const reply = await client.get(`/payments/${encodeURIComponent(reported.psp_reference)}`, { timeout_ms });
  if (reply.kind !== 'answered') return 'unanswered';
  // Checkout.com has no such payment, which it says without a body, or the id is not one of a payment. A proxy's page says neither.
  const isPage = reply.headers['content-type']?.startsWith('text/html') === true;
  if (!isPage && (reply.status === 404 || reply.status === 422)) return undefined;
  if (reply.status !== 200 || textAt(reply.json, 'id') !== reported.psp_reference) return 'unanswered';
  const { charge } = ourIds(reply.json);
  return charge === undefined ? undefined : { ...reported, reference: charge };
};

/** An event that may be ours, without its id. */
export type Reported = Omit<PspEvent, 'id'>;

/**
 * What an event of this type reports; undefined if it is not about us. A dispute may lack our charge id, and so may a capture, void or refund made
 * elsewhere under a reference of its own.
 */
export const readEvent = (type: string, data: unknown): Reported | undefined => {
  const { charge, operation } = ourIds(data);
  const money = moneyFromWire(capabilities.amounts, integerAt(data, 'amount'), textAt(data, 'currency'));
  const known = {
    ...defined({ reference: charge, money }),
  };
  const dispute = readDispute(type, data);
  if (dispute !== undefined) {
    const payment = textAt(data, 'payment_id');
    return {
      ...known,
      operation_reference: dispute.psp_reference,
      ...defined({ psp_reference: payment }),
      claim: { about: 'dispute', dispute },
    };
  }
  const psp_reference = textAt(data, 'id');
  const of_another = charge === undefined && !operations.has(type);
  if (of_another || psp_reference === undefined) return undefined;
  const payment = { data, psp_reference, operation, money };
  const authorization = authorizations.get(type)?.(payment);
  if (authorization !== undefined)
    return { ...known, psp_reference, claim: { about: 'authorization', result: authorization } };
  const claim = operations.get(type)?.(payment);
  if (claim === undefined) return undefined;
  const action = textAt(data, 'action_id');
  return {
    ...known,
    psp_reference,
    ...defined({ operation, operation_reference: action }),
    claim,
  };
};

type Payment = {
  readonly data: unknown;
  readonly psp_reference: string;
  readonly operation: string | undefined;
  readonly money: Money | undefined;
};

/** Money captured before a hold ended stays captured. */
const readRelease = (data: unknown, psp_reference: string, hold: 'voided' | 'expired'): LookUpResult => {
  const captured = integerAt(data, 'balances', 'total_captured');
  if (!captured) return { outcome: 'canceled', psp_reference, hold };
  const money = moneyFromWire(capabilities.amounts, captured, textAt(data, 'currency'));
  return money === undefined
    ? { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference }
    : { outcome: 'captured', psp_reference, amount_captured: money.amount };
};

const readMovement =
  (about: 'capture' | 'refund') =>
  ({ data, psp_reference, money }: Payment): PspEvent['claim'] =>
    money === undefined
      ? unreadChange(psp_reference)
      : { about, result: { outcome: 'succeeded', amount: money.amount, ...actionId(data) } };

const actionId = (data: unknown): { readonly psp_reference?: string } => {
  const psp_reference = textAt(data, 'action_id');
  return defined({ psp_reference });
};

const readApproval = ({ data, money, psp_reference }: Payment): LookUpResult =>
  money === undefined
    ? { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference }
    : { outcome: 'approved', psp_reference, ...readParticulars(data) };

const readPending = ({ psp_reference }: Payment): LookUpResult => ({
  outcome: 'unknown',
  doubt: 'pending',
  psp_reference,
});

/** With the time of the next attempt, Checkout.com itself will try again. Source: its page on `payment_declined`, of 21 May 2025. */
const readDecline = (payment: Payment): LookUpResult => {
  const { data, psp_reference } = payment;
  if (textAt(data, 'retry', 'next_attempt_on') !== undefined) return readPending(payment);
  return responseOutcome(textAt(data, 'response_code')) === 'duplicate'
    ? { outcome: 'duplicate', doubt: 'in_flight', psp_reference }
    : { ...readDeclined(data), psp_reference };
};

const authorizations: ReadonlyMap<string, (payment: Payment) => LookUpResult | undefined> = new Map<
  string,
  (payment: Payment) => LookUpResult | undefined
>([
  ['payment_approved', readApproval],
  ['payment_declined', readDecline],
  ['payment_authentication_failed', readDecline],
  ['payment_pending', readPending],
  ['payment_retry_scheduled', readPending],
  ['payment_canceled', ({ psp_reference }) => ({ outcome: 'canceled', psp_reference })],
  ['payment_expired', ({ data, psp_reference }) => readRelease(data, psp_reference, 'expired')],
  // The result of our own void; a void made elsewhere is the payment's outcome.
  [
    'payment_voided',
    ({ data, psp_reference, operation }) =>
      operation === undefined ? readRelease(data, psp_reference, 'voided') : undefined,
  ],
]);

const readRefusedOperation = ({ data }: Payment): OperationResult => toOperationResult(readDeclined(data));

const operations: ReadonlyMap<string, (payment: Payment) => PspEvent['claim']> = new Map<
  string,
  (payment: Payment) => PspEvent['claim']
>([
  ['payment_captured', readMovement('capture')],
  ['payment_capture_declined', (payment) => ({ about: 'capture', result: readRefusedOperation(payment) })],
  [
    'payment_voided',
    ({ data }) => ({ about: 'cancel', result: { outcome: 'succeeded', ...actionId(data) } }),
  ],
  ['payment_void_declined', (payment) => ({ about: 'cancel', result: readRefusedOperation(payment) })],
  ['payment_refunded', readMovement('refund')],
  ['payment_refund_declined', (payment) => ({ about: 'refund', result: readRefusedOperation(payment) })],
]);

/** Types of the events that we use, by their source. */
export const eventsRead = {
  gateway: [...new Set([...authorizations.keys(), ...operations.keys()])],
  dispute: disputeTypes,
} as const;
