import type { Charge, ChargeOperation } from '../../types/charge.ts';
import { isUnderWay } from '../../types/charge-state.ts';
import { defined } from '../../types/defined.ts';
import type { Canceled, Captured, Declined, Held } from '../../types/psp.ts';
import { endOperation, withCapturedTotal } from '../captured-total.ts';
import { isRecorded, sumCapturedElsewhere, withoutReported } from '../reported-captures.ts';
import { withSupposed } from '../supposed-capture.ts';
import { does, heldStates } from './cell.ts';
import type { Transitions } from './transitions.ts';

type Named = { readonly psp_reference?: string };

/** A person may have given another id than the payment's. */
const withItsId = (charge: Charge, { psp_reference = charge.psp_reference }: Named): Charge =>
  charge.presumed && psp_reference !== charge.psp_reference
    ? { ...charge, ...defined({ psp_reference }) }
    : charge;

/** The charge without a person's decision, which this fact confirms or replaces. */
const withoutDecision = (charge: Charge, result: Named): Charge => {
  const { presumed, ...known } = withItsId(charge, result);
  return known;
};

export const confirmHeld = does<{ readonly result: Held }>(
  "nothing new; a person's decision is confirmed",
  ['authorized', 'capturing', 'canceling'],
  (charge, { result }) => (charge.presumed ? withoutDecision(charge, result) : charge),
);

export const captureMore = does<{ readonly result: Captured }>(
  'what was captured counts; a capture under way may be done, a cancel has failed',
  heldStates,
  (charge, { result }, { capture_refused, captured_elsewhere, unverified }) => {
    // A late authorisation event does not include a capture that has failed since, such as the PSP's automatic one before ours.
    const has_replaced = hasReplacedAutomatic(charge) && !charge.presumed;
    if (unverified && (charge.captures_failed !== undefined || has_replaced)) return charge;
    const known = withoutDecision(charge, result);
    const { amount_captured } = result;
    const isRequested = isUnderWay(charge.capture) && amount_captured === charge.capture.amount;
    const ours = isRequested && !capture_refused && !captured_elsewhere;
    const automatic = charge.capture_method === 'automatic' && amount_captured === charge.amount;
    const reported = captured_elsewhere ? sumCapturedElsewhere(charge) : 0;
    const taken = withCapturedTotal(known, amount_captured, {
      external: !ours && !automatic,
      ends_capture: !captured_elsewhere || reported > 0 || amount_captured === charge.amount,
      others: Math.max(charge.amount_captured, reported),
    });
    return withSupposed(taken, result);
  },
);

const hasReplacedAutomatic = ({ capture_method, capture }: Charge): boolean =>
  capture_method === 'automatic' && capture?.status === 'done';

export const confirmCaptured = does<{ readonly result: Captured }>(
  'the recorded amount is confirmed',
  ['captured'],
  (charge, { result }) => {
    const isNews = charge.presumed || (charge.supposed && !result.supposed);
    if (!isNews && !isUnderWay(charge.capture) && !isUnderWay(charge.cancel)) return charge;
    const taken = withCapturedTotal(withoutDecision(charge, result), result.amount_captured, {
      external: charge.external === true,
    });
    return withSupposed(taken, result);
  },
);

/** A person can decide a capture or cancel only if the money was held, so a decline does not contradict that decision. */
export const followDecline = does<{ readonly result: Declined }>(
  "nothing: the money was held after it; but a person's decision gives way",
  ['failed', ...heldStates],
  (charge, { result: { outcome, code } }) => {
    const judged = charge.decisions?.some(({ operation }) => operation === charge.id);
    const isAsked = isUnderWay(charge.capture) || isUnderWay(charge.cancel);
    const isKnown = isAsked || sumCapturedElsewhere(charge) > 0;
    if (!charge.presumed || !judged || isKnown) return charge;
    const { presumed, ...known } = charge;
    return {
      ...withCapturedTotal(known, 0, { external: false }),
      outcome,
      ...defined({ code }),
    };
  },
);

/** An outdated fact changes nothing but a person's decision. That money was once held does not say whether it still is. */
export const followFact = does<{ readonly result: Captured | Held }>(
  'nothing, unless the PSP shows otherwise than a person decided',
  heldStates,
  (charge, { result }, { unverified }) => {
    if (!charge.presumed || (unverified && result.outcome === 'approved')) return withItsId(charge, result);
    const known = withoutDecision(charge, result);
    const total = result.outcome === 'captured' ? result.amount_captured : 0;
    const asked = charge.capture_method === 'automatic' ? charge.amount : charge.capture?.amount;
    return {
      ...withCapturedTotal(known, total, { external: total > 0 && total !== asked }),
      outcome: total > 0 ? 'captured' : 'approved',
    };
  },
);

export const followRelease = does<{ readonly result: Canceled }>(
  'the rest is gone; a decided or expected capture that the PSP does not show no longer counts',
  ['captured', 'canceled', 'capturing', 'canceling'],
  (charge, { result }, { unverified }) => {
    // A PSP without look-up reports the release of the rest in the same way, which does not contradict a partial capture.
    const isRest = unverified === true && charge.amount_captured < charge.amount;
    const neverCame = !unverified && isExpected(charge);
    if (isRest || !(charge.presumed || neverCame))
      return charge.hold === undefined ? withHoldEnded(charge, result) : charge;
    const known = withoutDecision(charge, result);
    const reported = Math.min(charge.amount, sumCapturedElsewhere(charge));
    const released = withHoldEnded(
      {
        ...withCapturedTotal(known, reported, { external: reported > 0 }),
        outcome: reported > 0 ? 'captured' : 'approved',
      },
      result,
    );
    return charge.presumed ? released : { ...released, captures_failed: (charge.captures_failed ?? 0) + 1 };
  },
);

/** An automatic capture, which counts from the authorisation on and has not been confirmed yet. */
const isExpected = (charge: Charge): boolean =>
  hasOnlyAutomatic(charge) && charge.amount_captured === charge.amount && !isCaptureShown(charge);

/** A reported capture or a refund shows that money was captured. */
const isCaptureShown = (charge: Charge): boolean =>
  sumCapturedElsewhere(charge) > 0 ||
  Object.values(charge.refunds).some(({ status }) => status === 'succeeded');

/** The PSP captures automatically, and we have requested no capture. */
const hasOnlyAutomatic = ({ capture_method, capture }: Charge): boolean =>
  capture_method === 'automatic' && capture === undefined;

export const holdAgain = does<{ readonly result: Held }>(
  'nothing, unless the PSP still shows a hold that a person called gone',
  ['canceled', 'authorized'],
  (charge, { result }, { unverified }) => {
    if (!charge.presumed || unverified) return charge;
    const { hold, ...known } = withoutDecision(charge, result);
    return known;
  },
);

export const confirmReleased = does<{ readonly result: Canceled }>(
  "nothing new; a person's decision is confirmed",
  ['canceled'],
  (charge, { result }) => (charge.presumed ? withoutDecision(charge, result) : charge),
);

export const captureElsewhere = does<Transitions['capture_elsewhere']>(
  'it counts; an amount that a person decided already includes it',
  ['captured'],
  (charge, { key, amount, payment }) => {
    if (isRecorded(charge, key)) return charge;
    const { presumed } = charge;
    const of = defined({ psp_reference: payment });
    const captures = { ...charge.captures, [key]: amount };
    const named = ownCapture(charge) + Object.values(captures).reduce((sum, one) => sum + one, 0);
    const more = presumed ? Math.max(charge.amount_captured, named) : charge.amount_captured + amount;
    const total = Math.min(charge.amount, more);
    const known = named < total && presumed ? withItsId(charge, of) : withoutDecision(charge, of);
    const external = charge.external === true || !isFirstAutomatic(charge, amount);
    return withCapturedTotal({ ...known, captures }, total, { external, ends_capture: false });
  },
);

/** The first capture that is reported takes the place of the automatic one, which counts from the authorisation on. */
const isFirstAutomatic = (charge: Charge, amount: number): boolean =>
  hasOnlyAutomatic(charge) && charge.captures === undefined && amount === charge.amount;

/** What our capture took, at most: a look-up may have contradicted the report that it is done. */
const ownCapture = ({ capture, amount_captured }: Charge): number =>
  capture?.status === 'done' ? Math.min(capture.amount, amount_captured) : 0;

/** What our capture took, as far as the PSP has reported it, or else what it asked for. Minor units. */
const amountOf = ({ captures_told }: Charge, { psp_reference = '', amount }: ChargeOperation): number =>
  captures_told?.[psp_reference] ?? amount;

export const withdrawCapture = does<Transitions['capture_taken_back']>(
  'the failed capture no longer counts',
  ['captured', 'authorized', 'capturing', 'canceled'],
  (charge, { key, left, psp_id, failed, is_other = false }) => {
    const { capture } = charge;
    const total = left ?? leftWithout(charge, key);
    // If our capture or the automatic one failed, whatever is left was captured elsewhere.
    const others = key === undefined && total > 0;
    const { presumed, ...factual } = charge;
    const still = psp_id === undefined ? factual : withoutReported(factual, psp_id);
    const fallen = withCapturedTotal(still, total, { external: others || charge.external === true });
    const known: Charge = {
      ...fallen,
      captures_failed: (charge.captures_failed ?? 0) + 1,
      ...(total > 0 ? {} : { outcome: 'approved' }),
    };
    const ended_key = key ?? failed;
    if (ended_key !== undefined) return { ...known, captures: { ...charge.captures, [ended_key]: 0 } };
    const isOurs = !is_other || (capture?.status === 'done' && total < amountOf(charge, capture));
    return capture && isOurs ? { ...known, capture: endOperation(capture, 'failed') } : known;
  },
);

/**
 * What is captured without the failed capture. Without ours: at most what was captured elsewhere. Without one made elsewhere: at least the sum of the
 * other recorded captures, since together they may have been reported for more than the charge's amount.
 */
const leftWithout = (charge: Charge, key: string | undefined): number => {
  const { capture, captures = {}, captures_told = {}, amount_captured } = charge;
  const ours = capture?.psp_reference;
  if (key === undefined) return Math.min(amount_captured, sumCapturedElsewhere(charge, ours));
  const lost = captures[key] ?? 0;
  const unreported = ours === undefined || captures_told[ours] !== undefined ? 0 : ownCapture(charge);
  const known = sumCapturedElsewhere(charge) - lost + unreported;
  return Math.max(amount_captured - lost, Math.min(amount_captured, known));
};

export const noteFailedCapture = does<Transitions['capture_failure_told']>(
  'a later report of its success will not count',
  heldStates,
  (charge, { key }) =>
    charge.captures?.[key] === undefined
      ? {
          ...charge,
          captures: { ...charge.captures, [key]: 0 },
          captures_failed: (charge.captures_failed ?? 0) + 1,
        }
      : charge,
);

/** A hold that did not expire was voided elsewhere. Only the first report of its end counts. */
const withHoldEnded = (charge: Charge, { hold = 'voided' }: Canceled): Charge =>
  charge.hold === undefined ? { ...charge, hold, ...(hold === 'voided' ? { external: true } : {}) } : charge;

export const release = does<{ readonly result: Canceled }>(
  'the hold is gone',
  ['canceled'],
  (charge, { result }) => withHoldEnded(withoutDecision(charge, result), result),
);

/**
 * The capture stays open until it is proved that nobody can still send it. A PSP without look-up reports the release of the rest in the same way,
 * which says nothing about a partial capture.
 */
export const releaseUnderCapture = does<{ readonly result: Canceled }>(
  'the hold is gone; a capture that nobody can still send has failed, unless only the rest may be gone',
  ['capturing', 'canceled'],
  (charge, { result }, { nothing_may_be_sent, unverified }) => {
    const gone = charge.hold === undefined ? withHoldEnded(withoutDecision(charge, result), result) : charge;
    const whole = !unverified || charge.capture?.amount === charge.amount;
    return nothing_may_be_sent && whole && isUnderWay(charge.capture)
      ? { ...gone, capture: endOperation(charge.capture, 'failed') }
      : gone;
  },
);

export const releaseUnderCancel = does<{ readonly result: Canceled }>(
  'the hold is gone, and the cancel is done',
  ['canceled'],
  (charge, { result }) => ({
    ...withoutDecision(charge, result),
    hold: result.hold ?? 'voided',
    ...(isUnderWay(charge.cancel) ? { cancel: endOperation(charge.cancel, 'done') } : {}),
  }),
);
