import { isDecline } from '../types/outcome.ts';
import type { LookUpAnswer } from '../types/psp.ts';
import type { AttemptSummary, Charge, PaymentStatus, Session } from '../types/records.ts';
import { declineMessage } from './decline-message.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { firstLook, recoveryMark, unmarked } from './recovery-mark.ts';
import { revise } from './revise.ts';

/**
 * `settled`: both records move. `unchanged`: the answer says nothing new (stale, out of order, or still unknown to a charge that is already
 * open). `late_effect`: money moved for an attempt that had been given up; the charge now carries its reversal.
 */
export type Settlement =
  | { readonly effect: 'settled' | 'late_effect'; readonly session: Session; readonly charge: Charge }
  | { readonly effect: 'unchanged' };

/** Where an answer about an authorisation takes an attempt and its session. Pure; the caller commits both under their revisions. */
export const settleAttempt = (
  session: Session,
  charge: Charge,
  answer: LookUpAnswer,
  ports: Pick<PaymentPorts, 'clock' | 'invocation' | 'recovery'>,
): Settlement => {
  const took = answer.outcome === 'captured' || answer.outcome === 'approved';
  switch (charge.status) {
    case 'pending':
    case 'requires_action':
    case 'needs_review':
      if (session.charge !== charge.id)
        return took ? lateEffect(session, charge, answer, ports) : { effect: 'unchanged' };
      if (charge.status === 'requires_action' && isOpen(answer)) return { effect: 'unchanged' };
      return {
        effect: 'settled',
        charge: settleCharge(charge, answer, ports),
        session: settleSession(session, charge, answer, ports),
      };
    case 'failed':
      return took && !charge.reversal ? lateEffect(session, charge, answer, ports) : { effect: 'unchanged' };
    case 'authorized':
      return answer.outcome === 'canceled' ? released(session, charge, ports) : { effect: 'unchanged' };
    case 'capturing':
    case 'captured':
    case 'canceling':
    case 'canceled':
      return { effect: 'unchanged' };
    default:
      return charge.status satisfies never;
  }
};

/** The PSP has let go of the money by itself: a hold does not last for ever. */
const released = (session: Session, charge: Charge, { invocation }: Ports): Settlement => ({
  effect: 'settled',
  charge: revise<Charge>(unmarked(charge), { status: 'canceled' }, invocation),
  session: revise<Session>(session, { payment_status: 'canceled' }, invocation),
});

const isOpen = ({ outcome }: LookUpAnswer): boolean =>
  outcome === 'unknown' || outcome === 'duplicate' || outcome === 'requires_action';

type Ports = Pick<PaymentPorts, 'clock' | 'invocation' | 'recovery'>;

const settleCharge = (
  charge: Charge,
  answer: LookUpAnswer,
  { clock, invocation, recovery }: Ports,
): Charge => {
  const known =
    answer.outcome !== 'absent' && answer.psp_reference ? { psp_reference: answer.psp_reference } : {};
  const closed = { ...unmarked(charge), outcome: answer.outcome, ...known };
  switch (answer.outcome) {
    case 'captured':
      return revise<Charge>(
        closed,
        { status: 'captured', amount_captured: charge.amount, amount_refundable: charge.amount },
        invocation,
      );
    case 'approved':
      return revise<Charge>(closed, { status: 'authorized' }, invocation);
    case 'requires_action':
    case 'unknown':
    case 'duplicate':
      return revise<Charge>(
        { ...charge, ...known, outcome: answer.outcome },
        {
          status: answer.outcome === 'requires_action' ? 'requires_action' : 'pending',
          ...recoveryMark(charge.id, firstLook(clock.now(), recovery), recovery),
        },
        invocation,
      );
    case 'canceled':
    case 'absent':
      return revise<Charge>(closed, { status: 'failed' }, invocation);
    default:
      return revise<Charge>(
        closed,
        {
          status: 'failed',
          ...(answer.code === undefined ? {} : { code: answer.code }),
          ...(answer.advice === undefined ? {} : { advice: answer.advice }),
        },
        invocation,
      );
  }
};

const statusAfter = (answer: LookUpAnswer): PaymentStatus => {
  switch (answer.outcome) {
    case 'captured':
      return 'paid';
    case 'approved':
      return 'authorized';
    case 'requires_action':
      return 'requires_action';
    case 'unknown':
    case 'duplicate':
      return 'processing';
    default:
      return 'unpaid';
  }
};

const settleSession = (
  session: Session,
  charge: Charge,
  answer: LookUpAnswer,
  { clock, invocation }: Ports,
): Session => {
  const payment_status = statusAfter(answer);
  return revise<Session>(
    session,
    {
      payment_status,
      charge: payment_status === 'unpaid' ? null : charge.id,
      next_action: answer.outcome === 'requires_action' ? answer.redirect_url : null,
      last_payment_error: payment_status === 'unpaid' ? paymentError(answer) : null,
      attempts: changeAttempt(session, charge, {
        outcome: answer.outcome,
        ended: clock.now(),
        ...('code' in answer && answer.code !== undefined ? { code: answer.code } : {}),
      }),
    },
    invocation,
  );
};

/** A fenced or vanished attempt failed at the PSP, not at the card: the customer may simply try again. */
const paymentError = ({ outcome }: LookUpAnswer): Session['last_payment_error'] => {
  const decline_code =
    outcome !== 'absent' && outcome !== 'canceled' && isDecline(outcome) ? outcome : 'processor_error';
  return { decline_code, message: declineMessage(decline_code) };
};

/** The session's attempts with the one of this charge changed. */
export const changeAttempt = (
  session: Session,
  charge: Charge,
  changes: Partial<AttemptSummary>,
): readonly AttemptSummary[] =>
  session.attempts.map((attempt) => (attempt.charge === charge.id ? { ...attempt, ...changes } : attempt));

const lateEffect = (
  session: Session,
  charge: Charge,
  answer: LookUpAnswer,
  { clock, invocation, recovery }: Ports,
): Settlement => ({
  effect: 'late_effect',
  charge: revise<Charge>(
    charge,
    {
      status: 'failed',
      ...('psp_reference' in answer && answer.psp_reference ? { psp_reference: answer.psp_reference } : {}),
      reversal: {
        id: charge.id.replace('ch_', 'rv_'),
        by: answer.outcome === 'captured' ? 'refund' : 'cancel',
        status: 'open',
        started: clock.now(),
      },
      recovery: { action: 'reverse' },
      ...recoveryMark(charge.id, clock.now(), recovery),
    },
    invocation,
  ),
  session: revise<Session>(
    session,
    { attempts: changeAttempt(session, charge, { reversed: false }) },
    invocation,
  ),
});
