import type { Session } from './session.ts';

/** `complete`: paid, held or canceled. `expired`: it can no longer be paid. */
export const sessionStatuses = ['open', 'complete', 'expired'] as const;

export type SessionStatus = (typeof sessionStatuses)[number];

/** The status of a session at `now` (Unix milliseconds). Expiry follows from the time, and is recorded later. Pure. */
export const sessionStatusOf = (
  { payment_status, expires_at, expired_at }: Pick<Session, 'payment_status' | 'expires_at' | 'expired_at'>,
  now: number,
): SessionStatus => {
  switch (payment_status) {
    case 'paid':
    case 'authorized':
    case 'canceled':
      return 'complete';
    case 'processing':
    case 'requires_action':
      return 'open';
    case 'unpaid':
      return expired_at !== undefined || now >= expires_at * 1000 ? 'expired' : 'open';
    default:
      return payment_status satisfies never;
  }
};
