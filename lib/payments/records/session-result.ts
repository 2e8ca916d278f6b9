import { declineMessage } from '../../charge/decline-message.ts';
import { ApiError } from '../../types/api-error.ts';
import type { Idempotency, Result } from '../../types/result.ts';
import type { Session } from '../../types/session.ts';
import { vaultFailureOf } from '../../types/vault-failure.ts';
import type { PaymentPorts } from '../payment-ports.ts';

/**
 * A confirm's response for the current session: the bytes stored under the caller's key, if any; otherwise the session, or the error if the payment
 * was declined.
 */
export const sessionResult = (session: Session, idempotency: Idempotency | undefined): Result => {
  const remembered = idempotency && session.confirmations.find(({ key }) => key === idempotency.key);
  return remembered?.answer ? { replay: remembered.answer, first: true } : resultOf(session);
};

/** The session with a stored response for every key that has none yet. */
export const withResponses = (session: Session, { render }: Pick<PaymentPorts, 'render'>): Session =>
  session.confirmations.every(({ answer: response }) => response)
    ? session
    : {
        ...session,
        confirmations: session.confirmations.map((seen) =>
          seen.answer ? seen : { ...seen, answer: render(resultOf(session), seen.view) },
        ),
      };

/** Keys kept per session: further confirms get a response that is not stored. */
const maxKeys = 20;

export const hasSpaceForKey = (session: Session): boolean =>
  session.confirmations.length < maxKeys && hasSpaceForResponse(session);

/** An item of 400 KB has space for this many bytes of responses, one more, and the session itself. Each response repeats the session. */
const maxResponseBytes = 256 * 1024;

export const hasSpaceForResponse = ({ creation, confirmations }: Session): boolean =>
  [creation, ...confirmations].reduce(
    (bytes, seen) => bytes + (seen?.answer ? Buffer.byteLength(seen.answer.body) : 0),
    0,
  ) < maxResponseBytes;

const resultOf = (session: Session): Exclude<Result, { readonly replay: unknown }> => {
  if (session.payment_status !== 'unpaid' || !session.last_payment_error) return { session };
  return { error: declineError(session, session.last_payment_error.decline_code), session };
};

const declineError = (
  session: Session,
  decline_code: NonNullable<Session['last_payment_error']>['decline_code'],
): ApiError => {
  const details = { decline_code, session };
  const last = session.attempts.at(-1);
  const failure = last && vaultFailureOf(last);
  if (failure) return new ApiError(failure, declineMessage(decline_code, failure), details);
  switch (decline_code) {
    case 'not_sent':
    case 'psp_unavailable':
    case 'rate_limited':
      return new ApiError('psp_unavailable', declineMessage(decline_code), details);
    default:
      return new ApiError('card_declined', declineMessage(decline_code), details);
  }
};
