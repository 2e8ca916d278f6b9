import type { Charge, Reversal } from '../../types/charge.ts';
import { defined } from '../../types/defined.ts';
import type {
  ActionRequired,
  Canceled,
  Captured,
  Declined,
  Held,
  LookUpResult,
  Unknown,
} from '../../types/psp.ts';
import { withCapturedTotal } from '../captured-total.ts';
import { withNextStep } from '../charge-steps.ts';
import { isOtherAmount } from '../definite-result.ts';
import { withCapture } from '../reported-captures.ts';
import { withSupposed } from '../supposed-capture.ts';
import { does } from './cell.ts';

export const recordHold = does<{ readonly result: Held }>(
  'the money is held, unless its hold is recorded as gone',
  ['authorized'],
  (charge, { result }) =>
    charge.hold === undefined
      ? { ...charge, outcome: 'approved', psp_reference: result.psp_reference }
      : charge,
);

export const recordCapture = does<{ readonly result: Captured }>(
  'the money is captured: as much as the PSP says',
  ['captured'],
  (charge, { result }) => {
    const { psp_reference, amount_captured, capture } = result;
    const taken: Charge = { ...charge, outcome: 'captured', psp_reference };
    const named = withCapture(taken, capture, amount_captured);
    return withSupposed(withFirstCapture(named, amount_captured), result);
  },
);

/** The automatic capture takes the whole amount. With manual capture, this service has not requested one yet: somebody else captured. */
const withFirstCapture = (charge: Charge, amount: number): Charge =>
  withCapturedTotal(charge, amount, {
    external: charge.capture_method === 'manual' || amount !== charge.amount,
  });

export const recordDecline = does<{ readonly result: Declined }>(
  'the attempt has failed',
  ['failed'],
  (charge, { result: { outcome, psp_reference, code, advice, wait_s } }, { now }) => ({
    ...charge,
    outcome,
    ...defined({ psp_reference, code, advice }),
    ...(wait_s === undefined ? {} : { advice_until: Math.floor(now / 1000) + wait_s }),
  }),
);

export const recordAbsence = does('the attempt has failed: nothing is there', ['failed'], (charge) => ({
  ...charge,
  outcome: 'absent',
}));

export const failByRelease = does<{ readonly result: Canceled }>(
  'it has failed: the PSP will no longer take the money',
  ['failed'],
  (charge, { result }) => ({
    ...charge,
    outcome: 'canceled',
    ...defined({ psp_reference: result.psp_reference, hold: result.hold }),
  }),
);

export const abandon = does('it has failed: nobody will complete it', ['failed'], (charge) => ({
  ...charge,
  outcome: 'canceled',
}));

export const awaitCustomer = does<{ readonly result: ActionRequired }>(
  'the customer has to act',
  ['requires_action'],
  (charge, { result }) => ({
    ...charge,
    outcome: 'requires_action',
    psp_reference: result.psp_reference,
    redirected: true,
  }),
);

export const recordUnknown = does<{ readonly result: Unknown }>(
  'the outcome is not known',
  ['pending'],
  (charge, { result }) => ({
    ...(isOtherAmount(result) ? withObserved(charge, result) : charge),
    outcome: result.outcome,
    ...defined({ psp_reference: result.psp_reference }),
  }),
);

export const resumeAttempt = does<{ readonly now: number }>(
  'its completion is about to be sent',
  ['pending'],
  (charge, { now }) =>
    withNextStep({ ...charge, outcome: 'unknown', completing: now }, { at_ms: now, what: 'returned' }),
);

export const awaitCustomerAgain = does('the next return is a new try', ['requires_action'], (charge) => {
  const { completing, ...before } = charge;
  return { ...before, outcome: 'requires_action' };
});

const withRecovery = (charge: Charge, changes: Partial<NonNullable<Charge['recovery']>>): Charge => ({
  ...charge,
  recovery: { action: 'noted', ...charge.recovery, ...changes },
});

export const announceCancel = does<{ readonly by?: string }>(
  'an approval from before the cancel by reference no longer counts',
  ['pending', 'requires_action'],
  (charge, { by }, { now }) =>
    withNextStep(withRecovery(charge, { action: 'fence', fence: 'sent' }), {
      at_ms: now,
      what: 'canceled',
      ...defined({ by }),
    }),
);

export const liftCancel = does(
  'the cancel by reference had no effect',
  ['pending', 'requires_action'],
  (charge) => withRecovery(charge, { fence: 'failed' }),
);

export const keepNote = does<{ readonly result: LookUpResult }>(
  'kept until it may be applied; a hold does not replace its end',
  ['pending', 'requires_action'],
  (charge, { result }) => withObserved(charge, result),
);

const withObserved = (charge: Charge, result: LookUpResult): Charge => {
  const kept = charge.recovery?.observed?.outcome;
  const reported = result.outcome === 'approved' || result.outcome === 'unknown';
  const final = kept === 'captured' || kept === 'canceled';
  return reported && final ? charge : withRecovery(charge, { observed: result });
};

/** Late money of an abandoned attempt is returned at once. */
export const startReversal = does<{ readonly result: Held | Captured }>(
  'late money goes back, unless its hold is known to be gone',
  ['reversing', 'failed'],
  (charge, { result }, { now }) => {
    if (result.outcome === 'approved' && charge.hold !== undefined) return charge;
    const captured = result.outcome === 'captured';
    const reversal: Reversal = {
      id: charge.id.replace('ch_', 'rv_'),
      by: captured ? 'refund' : 'cancel',
      amount: captured ? result.amount_captured : charge.amount,
      status: 'open',
      started: now,
      captured: captured ? result.amount_captured : 0,
    };
    const named = captured ? withCapture(charge, result.capture, result.amount_captured) : charge;
    return { ...named, psp_reference: result.psp_reference, reversal, recover_at: now };
  },
);

export const decideTaken = does<{ readonly amount_captured: number; readonly psp_reference?: string }>(
  'it is as the person says, until a fact contradicts it',
  ['captured', 'authorized'],
  (charge, { amount_captured, psp_reference }) => {
    const { needs_review, ...decided } = charge;
    const known: Charge = {
      ...decided,
      presumed: true,
      ...defined({ psp_reference }),
    };
    return amount_captured === 0
      ? { ...known, outcome: 'approved' }
      : withFirstCapture({ ...known, outcome: 'captured' }, amount_captured);
  },
);

export const decideGone = does<{ readonly outcome: 'absent' | 'canceled' }>(
  'the attempt has failed, as the person says',
  ['failed'],
  ({ needs_review, ...charge }, { outcome }) => ({ ...charge, outcome }),
);
