import { ApiError } from '../types/api-error.ts';
import type { Session } from '../types/records.ts';
import { Replay } from '../types/replay.ts';
import type { Idempotency, Result } from '../types/result.ts';
import { declineMessage } from './decline-message.ts';
import type { PaymentPorts } from './payment-ports.ts';

/**
 * What a confirm answers for a session as it stands: the session, or the error where the payment was declined. The bytes remembered under the
 * caller's key, where there are some, are thrown as `Replay`: whoever settled first has decided them.
 */
export const confirmResult = (session: Session, asked: Idempotency | undefined): Session => {
  const remembered = asked && session.confirmations.find(({ key }) => key === asked.key);
  if (remembered?.answer) throw new Replay(remembered.answer, { first: true });
  const result = resultOf(session);
  if ('error' in result) throw result.error;
  return session;
};

/** The session with an answer stored for a confirm that has none yet. */
export const answerConfirmation = (session: Session, { render }: Pick<PaymentPorts, 'render'>): Session => ({
  ...session,
  confirmations: session.confirmations.map((seen) =>
    seen.answer ? seen : { ...seen, answer: render(resultOf(session), seen.view) },
  ),
});

const resultOf = (session: Session): Result => {
  if (session.payment_status !== 'unpaid' || !session.last_payment_error) return { session };
  return { error: declined(session, session.last_payment_error.decline_code), session };
};

const declined = (
  session: Session,
  decline_code: NonNullable<Session['last_payment_error']>['decline_code'],
): ApiError => {
  const details = { decline_code, session };
  switch (decline_code) {
    case 'not_sent':
    case 'psp_unavailable':
    case 'rate_limited':
      return new ApiError('psp_unavailable', declineMessage(decline_code), details);
    default:
      return new ApiError('card_declined', declineMessage(decline_code), details);
  }
};
