import type { Charge, Session } from '../types/records.ts';
import type { Idempotency } from '../types/result.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { firstLook, recoveryMark } from './recovery-mark.ts';
import { revise } from './revise.ts';

/** A session with its open attempt: what is written before a byte goes to the PSP. */
export type Open = { readonly session: Session; readonly charge: Charge };

/** The records of a new attempt at `psp`: a pending charge that recovery will find, and the session that points at it. Pure. */
export const openAttempt = (
  session: Session,
  psp: string,
  ports: PaymentPorts,
  card_fingerprint: string | undefined,
): Open => {
  const started = ports.clock.now();
  const id = ports.newId('ch');
  const charge: Charge = {
    id,
    rev: 1,
    write: `${ports.invocation}.1`,
    session: session.id,
    psp,
    amount: session.amount,
    currency: session.currency,
    capture_method: session.capture_method,
    livemode: session.livemode,
    status: 'pending',
    outcome: null,
    amount_captured: 0,
    amount_refundable: 0,
    refunds: {},
    created: Math.floor(started / 1000),
    started,
    ...(card_fingerprint === undefined ? {} : { card_fingerprint }),
    ...recoveryMark(id, firstLook(started, ports.recovery), ports.recovery),
  };
  return {
    charge,
    session: revise<Session>(
      session,
      {
        payment_status: 'processing',
        charge: id,
        next_action: null,
        attempts: [...session.attempts, { charge: id, psp, outcome: null, started }],
      },
      ports.invocation,
    ),
  };
};

/** The session with this confirm counted and, where it came with an idempotency key, its claim on the key. */
export const countConfirm = (session: Session, asked: Idempotency | undefined): Session => ({
  ...session,
  confirms: session.confirms + 1,
  confirmations: asked ? [...session.confirmations, asked] : session.confirmations,
});
