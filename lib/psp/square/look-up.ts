import { toWire } from '../../types/amount-rules.ts';
import { defined } from '../../types/defined.ts';
import type { Attempt, Call, LookUpResult, RefundFact, RefundsFound, Unknown } from '../../types/psp.ts';
import { encodeForm } from '../encode-form.ts';
import { anyTextAt, at, listAt, textAt } from '../json.ts';
import { toUnknown } from '../refusal-reader.ts';
import { splitCall } from '../split-call.ts';
import { utcTime } from '../utc-time.ts';
import { capabilities } from './capabilities.ts';
import { readSuccess, type SquareClient } from './client.ts';
import { readPayment } from './read-payment.ts';
import { readRefund } from './read-refund.ts';
import { readRefusal } from './read-refusal.ts';

/** The current payment: by its id if we have it, otherwise by the id that the list of payments gives for our reference. */
export const lookUp = async (client: SquareClient, attempt: Attempt, call: Call): Promise<LookUpResult> => {
  if (attempt.psp_reference) return getPayment(client, attempt, attempt.psp_reference, call);
  const { first, rest } = splitCall(call, 2);
  const found = await findPayment(client, attempt, first);
  if ('unknown' in found) return found.unknown;
  return found.id === undefined ? { outcome: 'absent' } : getPayment(client, attempt, found.id, rest);
};

/** `GET /v2/payments/{id}`, which shows the current payment. */
const getPayment = async (
  client: SquareClient,
  attempt: Attempt,
  psp_reference: string,
  call: Call,
): Promise<LookUpResult> => {
  const reply = await client.get(`/v2/payments/${encodeURIComponent(psp_reference)}`, call);
  const json = readSuccess(reply);
  return json === undefined
    ? { ...toUnknown(readRefusal(reply)), psp_reference }
    : readPayment(attempt, at(json, 'payment'));
};

type Found = { readonly id: string | undefined } | { readonly unknown: Unknown };

/**
 * `GET /v2/payments` does not filter by reference, only by time, location and exact amount, which leaves few. There is no end: a request may arrive
 * late, and a person may look after a week. If a page is missing, neither absence nor a decline is proved. The list lags by some seconds, so we use it
 * to find a payment, not to read its state. A repeat after a lost error response can have made a second payment: one that may take money counts first;
 * two of them need a person.
 */
const findPayment = async (client: SquareClient, attempt: Attempt, call: Call): Promise<Found> => {
  const listed = await listPayments(client, attempt, call);
  if ('unknown' in listed) return listed;
  const named = listed.payments.filter((payment) => textAt(payment, 'reference_id') === attempt.reference);
  const ours = [...new Map(named.map((payment) => [textAt(payment, 'id'), payment])).values()];
  const alive = ours.filter((payment) => !['CANCELED', 'FAILED'].includes(textAt(payment, 'status') ?? ''));
  if (alive.length > 1 || (alive.length === 0 && !listed.complete)) return ambiguous;
  const [one] = [...alive, ...ours];
  const id = textAt(one, 'id');
  return one !== undefined && id === undefined ? ambiguous : { id };
};

type Listed =
  | { readonly payments: readonly unknown[]; readonly complete: boolean }
  | { readonly unknown: Unknown };

/** The payments of the attempt's place and amount since it began, the earliest first, as far as a few pages go. */
const listPayments = async (client: SquareClient, attempt: Attempt, call: Call): Promise<Listed> => {
  const { location_id } = client;
  const total = toWire(capabilities.amounts, attempt);
  if (!total.ok || location_id === undefined) return ambiguous;
  const payments: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < most_pages; page++) {
    const query = encodeForm({
      begin_time: utcTime(attempt.started - before_ms),
      sort_order: 'ASC',
      location_id,
      total: total.value,
      limit: 100,
      cursor,
    });
    const reply = await client.get(`/v2/payments?${query}`, call);
    const json = readSuccess(reply);
    if (json === undefined && page === 0) return { unknown: toUnknown(readRefusal(reply)) };
    // Square omits an empty list.
    const shown = json && at(json, 'payments') === undefined ? [] : listAt(json, 'payments');
    if (shown === undefined) break;
    payments.push(...shown);
    cursor = anyTextAt(json, 'cursor');
    if (cursor === undefined) return { payments, complete: true };
  }
  return { payments, complete: false };
};

const most_pages = 5;

/** More than the difference between two clocks. */
const before_ms = 10 * 60 * 1_000;

const ambiguous: { readonly unknown: Unknown } = {
  unknown: { outcome: 'unknown', doubt: 'ambiguous_error' },
};

/**
 * Reads the refunds whose ids the payment lists, in parallel: Square cannot list refunds by payment. With more than the newest twenty, or if one
 * cannot be read, the list is not complete.
 */
export const lookUpRefunds = async (
  client: SquareClient,
  attempt: Attempt,
  call: Call,
): Promise<RefundsFound | Unknown> => {
  const { psp_reference } = attempt;
  if (!psp_reference) return { outcome: 'unknown', doubt: 'ambiguous_error' };
  const { first, rest } = splitCall(call, 2);
  const reply = await client.get(`/v2/payments/${encodeURIComponent(psp_reference)}`, first);
  const json = readSuccess(reply);
  if (json === undefined) return toUnknown(readRefusal(reply));
  if (textAt(json, 'payment', 'id') !== psp_reference)
    return { outcome: 'unknown', doubt: 'unreadable_answer' };
  const ids = listAt(json, 'payment', 'refund_ids') ?? [];
  const found = await Promise.all(
    ids.slice(-most).map((id) => getRefund(client, attempt, textAt(id) ?? '', rest)),
  );
  const refunds = found.filter((refund) => refund !== undefined);
  return { outcome: 'found', refunds, complete: refunds.length === ids.length };
};

const most = 20;

/** `GET /v2/refunds/{id}`. */
const getRefund = async (
  client: SquareClient,
  attempt: Attempt,
  id: string,
  call: Call,
): Promise<RefundFact | undefined> => {
  const reply = await client.get(`/v2/refunds/${encodeURIComponent(id)}`, call);
  const refund = readRefund(at(readSuccess(reply), 'refund'));
  if (refund?.money.currency !== attempt.currency) return undefined;
  const { status, charge, operation, reason } = refund;
  return {
    psp_reference: refund.id,
    amount: refund.money.amount,
    status,
    ...(charge === attempt.reference && operation !== undefined && { operation }),
    ...defined({ reason }),
  };
};
