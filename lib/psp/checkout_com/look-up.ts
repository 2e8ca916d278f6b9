import { fromWire } from '../../types/amount-rules.ts';
import { defined } from '../../types/defined.ts';
import type { Attempt, Call, LookUpResult, RefundFact, RefundsFound, Unknown } from '../../types/psp.ts';
import { integerAt, listAt, textAt } from '../json.ts';
import { referenceAtPsp } from '../reference.ts';
import { toUnknown } from '../refusal-reader.ts';
import { splitCall } from '../split-call.ts';
import { capabilities } from './capabilities.ts';
import type { CheckoutComClient } from './client.ts';
import { getPayment, type Payment, parsePayment } from './payment.ts';
import { getActions, type PaymentAction } from './payment-actions.ts';
import { readPayment } from './read-payment.ts';
import { readDeclined, readRefusal } from './read-refusal.ts';

/** The payment by its id if we have it, otherwise by our reference. If the payment does not show enough, one more call reads its actions. */
export const lookUp = async (
  client: CheckoutComClient,
  attempt: Attempt,
  call: Call,
): Promise<LookUpResult> => {
  const { first, rest } = splitCall(call, 2);
  const found = attempt.psp_reference
    ? await findById(client, attempt, attempt.psp_reference, first)
    : await findByReference(client, attempt, first);
  if ('outcome' in found) return found;
  if (!needsActions(found)) return readPayment(attempt, found, []);
  const reported = await getActions(client, found.id, rest);
  if ('actions' in reported) return readPayment(attempt, found, reported.actions);
  // Without its actions, only a decline and a mere hold are certain: anything else may have been captured.
  const isHold = found.status === 'Authorized' && attempt.capture_method === 'manual';
  return isHold || found.status === 'Declined'
    ? readPayment(attempt, found, [])
    : { ...reported.unknown, psp_reference: found.id };
};

type Found = Payment | LookUpResult;

const unreadable: LookUpResult = { outcome: 'unknown', doubt: 'unreadable_answer' };

const findById = async (
  client: CheckoutComClient,
  attempt: Attempt,
  id: string,
  call: Call,
): Promise<Found> => {
  const found = await getPayment(client, id, call);
  if (!('payment' in found)) return found.unknown;
  return found.payment.reference === referenceAtPsp(attempt) ? found.payment : unreadable;
};

/**
 * `GET /payments?reference=`: the newest payments with our reference first. Because the idempotency key keeps only 2xx responses, a repeat can have
 * made a second payment. A payment that took money or still may take it counts before one that did not; two such payments need a person. The call is
 * not in the stored specification; its form follows the publisher's newer reference, which calls it a beta.
 */
const findByReference = async (
  client: CheckoutComClient,
  { reference }: Attempt,
  call: Call,
): Promise<Found> => {
  const reply = await client.get(`/payments?limit=100&reference=${encodeURIComponent(reference)}`, call);
  if (reply.kind !== 'answered' || reply.status !== 200) return toUnknown(readRefusal(reply));
  const payments = listUnder(reference, reply.json);
  if (!payments?.every((payment) => payment !== undefined)) return unreadable;
  const [alive, ...others] = payments.filter((payment) => !isDead(payment));
  if (others.length > 0) return { outcome: 'unknown', doubt: 'ambiguous_error' };
  return alive ?? payments[0] ?? { outcome: 'absent' };
};

/**
 * The payments of a list that may be ours, each undefined if it cannot be read, as one without a reference, which is optional. Undefined if the list
 * is not whole: what it lacks may be ours, too.
 */
const listUnder = (reference: string, json: unknown): readonly (Payment | undefined)[] | undefined => {
  const listed = listAt(json, 'data');
  if (listed === undefined || (integerAt(json, 'total_count') ?? 0) > listed.length) return undefined;
  return listed
    .map((payment) => ({ payment, named: textAt(payment, 'reference') }))
    .filter(({ named = reference }) => named === reference)
    .map(({ payment, named }) => (named === undefined ? undefined : parsePayment(payment)));
};

const isDead = ({ status, captured = 0 }: Payment): boolean =>
  captured === 0 && ['Declined', 'Voided', 'Canceled', 'Expired'].includes(status);

/**
 * A declined payment does not give the reason, an authorised payment does not show operations in progress, and a payment without balances does not
 * show the captured amount.
 */
const needsActions = ({ status, captured, response_code }: Payment): boolean => {
  switch (status) {
    case 'Declined':
      return response_code === undefined;
    case 'Authorized':
      return true;
    default:
      return captured === undefined && status !== 'Pending' && status !== 'Retry Scheduled';
  }
};

/** The refunds among the payment's actions, newest first. If one cannot be read, the list is not complete. */
export const lookUpRefunds = async (
  client: CheckoutComClient,
  attempt: Attempt,
  call: Call,
): Promise<RefundsFound | Unknown> => {
  const id = attempt.psp_reference;
  if (id === undefined) return { outcome: 'unknown', doubt: 'ambiguous_error' };
  const [payment, reported] = await Promise.all([getPayment(client, id, call), getActions(client, id, call)]);
  if ('unknown' in reported) return reported.unknown;
  const actions = reported.actions.filter(({ type }) => type === 'Refund');
  const refunds = actions.flatMap((action) => refundFact(action, attempt.currency) ?? []);
  const areRead = refunds.length === actions.length;
  const complete = areRead && 'payment' in payment && isWhole(payment.payment, actions);
  return { outcome: 'found', refunds, complete };
};

const refundFact = (action: PaymentAction, currency: string): RefundFact | undefined => {
  const { id: psp_reference, approved, operation, json } = action;
  const amount =
    action.amount === undefined ? undefined : fromWire(capabilities.amounts, action.amount, currency);
  if (amount === undefined) return undefined;
  const ours = defined({ operation });
  if (approved === undefined) return { psp_reference, ...ours, amount, status: 'pending' };
  return approved
    ? { psp_reference, ...ours, amount, status: 'succeeded' }
    : { psp_reference, ...ours, amount, status: 'failed', reason: readDeclined(json).outcome };
};

/**
 * Checkout.com does not promise that a refund it has only accepted is already among the actions. But the refund's amount is no longer refundable, so
 * the list is complete if it accounts for the whole difference.
 */
const isWhole = ({ captured, available_to_refund }: Payment, actions: readonly PaymentAction[]): boolean => {
  const listed = actions
    .filter(({ approved }) => approved !== false)
    .reduce((sum, { amount = 0 }) => sum + amount, 0);
  return (
    captured !== undefined && available_to_refund !== undefined && captured - available_to_refund === listed
  );
};
