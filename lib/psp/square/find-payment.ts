import { toWire } from '../../types/amount-rules.ts';
import type { Attempt, Unknown } from '../../types/psp.ts';
import { encodeForm } from '../encode-form.ts';
import { listAt, textAt } from '../json.ts';
import { utcTime } from '../utc-time.ts';
import { answerOf } from './answer-of.ts';
import { capabilities } from './capabilities.ts';
import type { SquareConnection } from './connection.ts';
import { undecided } from './undecided.ts';

/** The id of the attempt's payment; undefined where the list has none. */
export type Found = { readonly id: string | undefined } | { readonly trouble: Unknown };

/**
 * `GET /v2/payments` knows no reference, but time, place and exact amount, which leave few. One page of a hundred is asked for: where there are
 * more, absence is not shown. The list runs some seconds behind, so it serves to find a payment and not to say how it stands. A repeat after a
 * lost error can have made a second payment: one that may take money counts first, two of them are for a person.
 */
export const findPayment = async (
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

/** Longer than a call and the difference between two clocks. */
const around_ms = 10 * 60 * 1_000;
