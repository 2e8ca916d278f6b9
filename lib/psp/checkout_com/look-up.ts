import { isDecline } from '../../types/outcome.ts';
import type { Attempt, Call, LookUpAnswer } from '../../types/psp.ts';
import { booleanAt, listAt, textAt } from '../json.ts';
import type { CheckoutComConnection } from './connection.ts';
import { getActions } from './get-actions.ts';
import { getPayment } from './get-payment.ts';
import { readDeclined } from './read-declined.ts';
import { readKnownPayment } from './read-known-payment.ts';
import { undecided } from './undecided.ts';

/** The payment by its id where that is known, else by our reference. Where it was declined, its actions say why: one more call. */
export const lookUp = async (
  connection: CheckoutComConnection,
  attempt: Attempt,
  { timeout_ms }: Call,
): Promise<LookUpAnswer> => {
  const half_ms = Math.floor(timeout_ms / 2);
  const answer = attempt.psp_reference
    ? await getPayment(connection, attempt, attempt.psp_reference, half_ms)
    : await findByReference(connection, attempt, half_ms);
  return answer.outcome === 'unmapped' && answer.code === undefined && answer.psp_reference
    ? { ...answer, ...(await explain(connection, answer.psp_reference, timeout_ms - half_ms)) }
    : answer;
};

/**
 * `GET /payments?reference=`: the newest payments with our reference first. Because answers other than 2xx are not kept under the idempotency
 * key, a repeat can have made a second payment: one that took money or may still take it counts before one that did not, and two such are
 * for a person to look at. The call is not in the stored specification; its form follows the publisher's newer reference, where it is a beta.
 */
const findByReference = async (
  connection: CheckoutComConnection,
  attempt: Attempt,
  timeout_ms: number,
): Promise<LookUpAnswer> => {
  const reply = await connection.get(
    `/payments?limit=100&reference=${encodeURIComponent(attempt.reference)}`,
    timeout_ms,
  );
  if (reply.kind !== 'answered' || reply.status !== 200) return undecided(reply);
  const found = listAt(reply.json, 'data');
  if (found === undefined) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  const answers = found
    .filter((payment) => textAt(payment, 'reference') === attempt.reference)
    .map((payment) => readKnownPayment(attempt, payment));
  const alive = answers.filter(
    ({ outcome }) => outcome !== 'canceled' && outcome !== 'absent' && !isDecline(outcome),
  );
  if (alive.length > 1) return { outcome: 'unknown', doubt: 'ambiguous_error' };
  return alive[0] ?? answers[0] ?? { outcome: 'absent' };
};

/** The declined authorisation among the actions; the decline is certain also where they cannot be had. */
const explain = async (connection: CheckoutComConnection, psp_reference: string, timeout_ms: number) => {
  const found = await getActions(connection, psp_reference, timeout_ms);
  const refused =
    'actions' in found
      ? found.actions.find(
          (action) => textAt(action, 'type') === 'Authorization' && booleanAt(action, 'approved') !== true,
        )
      : undefined;
  return refused === undefined ? {} : readDeclined(refused);
};
