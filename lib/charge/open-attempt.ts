import type { Charge } from '../types/charge.ts';
import { defined } from '../types/defined.ts';
import { recordFormat } from '../types/records.ts';
import type { AttemptSummary, Session } from '../types/session.ts';

/** A session with its open attempt, written before a byte goes to the PSP. */
export type Open = { readonly session: Session; readonly charge: Charge };

/** What begins an attempt. `started`: Unix milliseconds. */
type NewAttempt = { readonly card_fingerprint: string | undefined } & Pick<
  Charge,
  | 'id'
  | 'started'
  | 'psp'
  | 'key_print'
  | 'keeps'
  | 'particulars'
  | 'psp_customer'
  | 'without_details'
  | 'failed_over'
> &
  Pick<AttemptSummary, 'card_token' | 'wallet'>;

/** The records of a new attempt at `psp`: a pending charge, which its write puts into the recovery index, and the session that refers to it. Pure. */
export const openAttempt = (session: Session, { card_token, wallet, ...given }: NewAttempt): Open => {
  const { id, psp, started } = given;
  const attempt: AttemptSummary = {
    charge: id,
    psp,
    outcome: null,
    started,
    ...defined({ card_token, wallet }),
  };
  return {
    charge: pendingCharge(session, given),
    session: {
      ...session,
      payment_status: 'processing',
      charge: id,
      next_action: null,
      attempts: [...session.attempts, attempt],
    },
  };
};

const pendingCharge = (
  session: Session,
  {
    id,
    psp,
    key_print,
    started,
    card_fingerprint,
    keeps,
    particulars,
    psp_customer,
    without_details,
    failed_over,
  }: Omit<NewAttempt, 'card_token' | 'wallet'>,
): Charge => ({
  id,
  v: recordFormat,
  rev: 0,
  write: '',
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
  amount_refundable_disputed: 0,
  refunds: {},
  disputes: {},
  created: Math.floor(started / 1000),
  started,
  ...defined({ key_print, card_fingerprint, keeps, particulars, psp_customer, without_details, failed_over }),
});
