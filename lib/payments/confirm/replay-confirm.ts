import type { Result } from '../../types/result.ts';
import { seenBefore } from '../../types/seen-before.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { type ClaimCommand, isFinished } from './claim-session.ts';

/**
 * The result of a confirm whose payment method cannot be read: the first response under the caller's key, or the session if its payment was made. Since
 * then the card may have been deleted or have expired, or its vault may not respond. In any other case throws `refusal`.
 */
export const replayConfirm = async (
  { store }: Pick<PaymentPorts, 'store'>,
  { session: id, idempotency }: Pick<ClaimCommand, 'session' | 'idempotency'>,
  refusal: unknown,
): Promise<Result> => {
  const session = await store.session(id);
  const replay = session && seenBefore(session.confirmations, idempotency);
  if (replay) return replay;
  if (session && isFinished(session)) return { session };
  throw refusal;
};
