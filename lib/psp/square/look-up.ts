import { toWire } from '../../types/amount-rules.ts';
import { isDecline } from '../../types/outcome.ts';
import type { Attempt, Call, LookUpAnswer } from '../../types/psp.ts';
import { encodeForm } from '../encode-form.ts';
import { at, listAt, textAt } from '../json.ts';
import { utcTime } from '../utc-time.ts';
import { answerOf } from './answer-of.ts';
import { capabilities } from './capabilities.ts';
import type { SquareConnection } from './connection.ts';
import { readPayment } from './read-payment.ts';
import { undecided } from './undecided.ts';

/** The payment by its id where that is known, else by our reference in the list of the payments of that time and amount. */
export const lookUp = async (
  connection: SquareConnection,
  attempt: Attempt,
  call: Call,
): Promise<LookUpAnswer> =>
  attempt.psp_reference
    ? getPayment(connection, attempt, attempt.psp_reference, call)
    : findByReference(connection, attempt, call);

/** `GET /v2/payments/{id}`, which shows a payment as it is now. */
export const getPayment = async (
  connection: SquareConnection,
  attempt: Attempt,
  psp_reference: string,
  { timeout_ms }: Call,
): Promise<Exclude<LookUpAnswer, { outcome: 'absent' }>> => {
  const reply = await connection.get(`/v2/payments/${encodeURIComponent(psp_reference)}`, timeout_ms);
  const json = answerOf(reply);
  return json === undefined
    ? { ...undecided(reply), psp_reference }
    : readPayment(attempt, at(json, 'payment'));
};

/**
 * `GET /v2/payments` knows no reference, but time, place and exact amount, which leave few. One page of a hundred is asked for: where there are
 * more, absence is not shown. The list runs some seconds behind.
 */
const findByReference = async (
  connection: SquareConnection,
  attempt: Attempt,
  { timeout_ms }: Call,
): Promise<LookUpAnswer> => {
  const { location_id } = connection;
  const total = toWire(capabilities.amounts, attempt);
  if (!total.ok || location_id === undefined) return { outcome: 'unknown', doubt: 'ambiguous_error' };
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
  if (json === undefined) return undecided(reply);
  const found = (listAt(json, 'payments') ?? [])
    .filter((payment) => textAt(payment, 'reference_id') === attempt.reference)
    .map((payment) => readPayment(attempt, payment));
  // A repeat after a lost error can have made a second payment: one that took money or may still take it counts first, two are for a person.
  const alive = found.filter(({ outcome }) => outcome !== 'canceled' && !isDecline(outcome));
  if (alive.length > 1) return { outcome: 'unknown', doubt: 'ambiguous_error' };
  const answer = alive[0] ?? found[0];
  if (answer !== undefined) return answer;
  return textAt(json, 'cursor') === undefined
    ? { outcome: 'absent' }
    : { outcome: 'unknown', doubt: 'ambiguous_error' };
};

/** Longer than a call and the difference between two clocks. */
const around_ms = 10 * 60 * 1_000;
