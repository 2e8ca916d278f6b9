import { toWire } from '../../types/amount-rules.ts';
import type { Attempt, Call, FenceAnswer, LookUpAnswer, Unknown } from '../../types/psp.ts';
import { encodeForm } from '../encode-form.ts';
import { at, listAt, textAt } from '../json.ts';
import { utcTime } from '../utc-time.ts';
import { capabilities } from './capabilities.ts';
import type { SquareConnection } from './connection.ts';
import { readPayment } from './payment.ts';
import { answerOf, undecided } from './replies.ts';

/** The current payment: by its id if known, otherwise by the id that the list of payments has for our reference. */
export const lookUp = async (
  connection: SquareConnection,
  attempt: Attempt,
  { timeout_ms }: Call,
): Promise<LookUpAnswer> => {
  if (attempt.psp_reference) return getPayment(connection, attempt, attempt.psp_reference, timeout_ms);
  const half_ms = Math.floor(timeout_ms / 2);
  const found = await findPayment(connection, attempt, half_ms);
  if ('trouble' in found) return found.trouble;
  return found.id === undefined
    ? { outcome: 'absent' }
    : getPayment(connection, attempt, found.id, timeout_ms - half_ms);
};

/** `GET /v2/payments/{id}`, which shows the current payment. */
const getPayment = async (
  connection: SquareConnection,
  attempt: Attempt,
  psp_reference: string,
  timeout_ms: number,
): Promise<LookUpAnswer> => {
  const reply = await connection.get(`/v2/payments/${encodeURIComponent(psp_reference)}`, timeout_ms);
  const json = answerOf(reply);
  return json === undefined
    ? { ...undecided(reply), psp_reference }
    : readPayment(attempt, at(json, 'payment'));
};

/** The id of the attempt's payment; undefined if the list has none. */
type Found = { readonly id: string | undefined } | { readonly trouble: Unknown };

/**
 * `GET /v2/payments` knows no reference, but time, place and exact amount, which leave few. One page of a hundred is read: if there are more, absence
 * is not proved. The list lags by some seconds, so it serves to find a payment, not to say what state it is in. A repeat after a lost error can have
 * made a second payment: one that may take money counts first, two of them are for a person.
 */
const findPayment = async (
  connection: SquareConnection,
  attempt: Attempt,
  timeout_ms: number,
): Promise<Found> => {
  const { location_id } = connection;
  const total = toWire(capabilities.amounts, attempt);
  if (!total.ok || location_id === undefined) return ambiguous;
  const query = encodeForm({
    begin_time: utcTime(attempt.started - around_ms),
    end_time: utcTime(attempt.started + around_ms),
    sort_order: 'ASC',
    location_id,
    total: total.value,
    limit: 100,
  });
  const reply = await connection.get(`/v2/payments?${query}`, timeout_ms);
  const json = answerOf(reply);
  if (json === undefined) return { trouble: undecided(reply) };
  const ours = (listAt(json, 'payments') ?? []).filter(
    (payment) => textAt(payment, 'reference_id') === attempt.reference,
  );
  const alive = ours.filter((payment) => !['CANCELED', 'FAILED'].includes(textAt(payment, 'status') ?? ''));
  if (alive.length > 1) return ambiguous;
  const id = textAt(alive[0] ?? ours[0], 'id');
  if (id !== undefined) return { id };
  return textAt(json, 'cursor') === undefined ? { id } : ambiguous;
};

const ambiguous: Found = { trouble: { outcome: 'unknown', doubt: 'ambiguous_error' } };

/** Longer than a call plus the difference between two clocks. */
const around_ms = 10 * 60 * 1_000;

/**
 * `POST /v2/payments/cancel`: cancels the payment made under the attempt's key, and answers the same if there is none, or none that can still be
 * canceled; so the payment is looked up afterwards. It leaves no mark against a payment still on its way, so it is for the time after the attempt's
 * last call; anything that still shows up is returned.
 */
export const fence = async (
  connection: SquareConnection,
  attempt: Attempt,
  { timeout_ms }: Call,
): Promise<FenceAnswer> => {
  const third_ms = Math.floor(timeout_ms / 3);
  const body = { idempotency_key: attempt.reference };
  const reply = await connection.post('/v2/payments/cancel', body, third_ms);
  const refused = reply.kind === 'answered' && [400, 404, 409].includes(reply.status);
  if (answerOf(reply) === undefined && !refused) return undecided(reply);
  return fenced(await lookUp(connection, attempt, { timeout_ms: timeout_ms - third_ms }));
};

/** Dead, or what it became instead. Seeing no payment says nothing here: it may be on its way, or not listed yet. */
const fenced = (found: LookUpAnswer): FenceAnswer => {
  switch (found.outcome) {
    case 'absent':
      return { outcome: 'unknown', doubt: 'pending' };
    case 'approved':
    case 'requires_action':
      return { outcome: 'unknown', doubt: 'ambiguous_error', psp_reference: found.psp_reference };
    default:
      return found;
  }
};
