import { ApiError } from '../types/api-error.ts';
import type { Session } from '../types/records.ts';
import type { Idempotency } from '../types/result.ts';
import { replayIfSeen } from './remember.ts';

const maxConfirms = 10;

/**
 * Refuses a session that may not be confirmed now: replayed key, missing, under way, expired, tried too often. Returns one that may be, or one
 * that was paid before.
 */
export const checkConfirmable = (
  session: Session | undefined,
  command: { readonly session: string; readonly idempotency?: Idempotency },
  now: number,
): Session => {
  if (!session) throw noSession(command.session);
  replayIfSeen(session.confirmations, command.idempotency);
  switch (session.payment_status) {
    case 'paid':
    case 'authorized':
    case 'canceled':
      return session;
    case 'processing':
      throw new ApiError(
        'payment_in_progress',
        'A payment of this session is under way and its outcome is not known yet. Read the session to see where it stands.',
        { retry_after: 1 },
      );
    case 'requires_action':
      throw new ApiError(
        'payment_in_progress',
        'The customer is away to authenticate this payment: follow next_action, or wait until it has ended.',
      );
    case 'unpaid':
      break;
    default:
      session.payment_status satisfies never;
  }
  if (isExpired(session, now))
    throw new ApiError(
      'session_expired',
      `The session expired at ${session.expires_at} (Unix seconds). Create a new one.`,
    );
  if (session.confirms >= maxConfirms)
    throw new ApiError('too_many_attempts', `A session takes ${maxConfirms} confirms. Create a new one.`, {
      retry_after: Math.max(1, session.expires_at - Math.floor(now / 1000)),
    });
  return session;
};

export const noSession = (id: string): ApiError =>
  new ApiError('resource_missing', `No checkout session ${id.slice(0, 64)}.`, { param: 'id' });

/** Expiry is computed, never stored. A session with an open attempt does not expire. `now` in Unix milliseconds. */
const isExpired = ({ payment_status, expires_at }: Session, now: number): boolean =>
  payment_status === 'unpaid' && now >= expires_at * 1000;
