import { isUnderWay } from '../../types/charge-state.ts';
import { settlesFormer } from '../../types/outcome.ts';
import type { Canceled, Captured, Held } from '../../types/psp.ts';
import type { Charge, ChargeOperation, Remembered } from '../../types/records.ts';
import { does } from './cell.ts';

/** Keys remembered per charge beside those of its last capture and cancel. */
const maxAnswered = 20;

/**
 * The charge with so much captured in all. A capture under way that asked for no more is done by that, and a cancel under way has come too late.
 * `external`: somebody else captured it.
 */
export const capturedTotal = (
  charge: Charge,
  total: number,
  { external, ends_capture = true }: { readonly external: boolean; readonly ends_capture?: boolean },
): Charge => {
  const more = total - charge.amount_captured;
  const { capture, cancel } = charge;
  return {
    ...charge,
    amount_captured: total,
    amount_refundable: charge.amount_refundable + more,
    amount_refundable_disputed: charge.amount_refundable_disputed + more,
    ...(ends_capture && isUnderWay(capture) && total >= capture.amount
      ? { capture: ended(capture, 'done') }
      : {}),
    ...(isUnderWay(cancel) ? { cancel: ended(cancel, 'failed') } : {}),
    ...(external ? { external: true } : {}),
  };
};

const ended = (
  { needs_review, ...operation }: ChargeOperation,
  status: 'done' | 'failed',
): ChargeOperation => ({
  ...operation,
  status,
});

export const takeOver = does<{ readonly answer: Captured }>(
  'more was captured, and so it is here; a capture under way that asked for no more is done, a cancel under way has failed',
  ['captured'],
  (charge, { answer: { amount_captured } }, { capture_refused, by_others }) => {
    const { presumed, ...known } = charge;
    const ours =
      !capture_refused &&
      !by_others &&
      isUnderWay(charge.capture) &&
      amount_captured === charge.capture.amount;
    const automatic = charge.capture_method === 'automatic' && amount_captured === charge.amount;
    const ends_capture = !by_others || amount_captured === charge.amount;
    return capturedTotal(known, amount_captured, { external: !ours && !automatic, ends_capture });
  },
);

export const confirmCaptured = does<{ readonly answer: Captured }>(
  'what is here is confirmed',
  ['captured'],
  (charge, { answer }) => {
    if (!charge.presumed && !isUnderWay(charge.capture) && !isUnderWay(charge.cancel)) return charge;
    const { presumed, ...known } = charge;
    return capturedTotal(known, answer.amount_captured, { external: charge.external === true });
  },
);

/** A fact that is behind changes nothing, but for what a person only supposed. */
export const followFact = does<{ readonly answer: Captured | Held }>(
  'nothing, but if a person had decided what was captured: then the fact counts',
  ['captured', 'authorized', 'capturing', 'canceling', 'canceled'],
  (charge, { answer }) => {
    if (!charge.presumed) return charge;
    const { presumed, ...known } = charge;
    const total = answer.outcome === 'captured' ? answer.amount_captured : 0;
    return {
      ...capturedTotal(known, total, { external: false }),
      outcome: total > 0 ? 'captured' : 'approved',
    };
  },
);

export const followRelease = does<{ readonly answer: Canceled }>(
  'what is left of the hold is gone; if a person had decided what was captured, the fact counts',
  ['captured', 'canceled', 'capturing', 'canceling'],
  (charge, { answer }) => {
    if (!charge.presumed) {
      if (charge.hold !== undefined) return charge;
      const hold = answer.hold ?? 'voided';
      return { ...charge, hold, ...(hold === 'voided' ? { external: true } : {}) };
    }
    const { presumed, ...known } = charge;
    return {
      ...capturedTotal(known, 0, { external: false }),
      outcome: 'approved',
      hold: answer.hold ?? 'voided',
    };
  },
);

export const holdAgain = does<{ readonly answer: Held }>(
  'nothing, but if a person had decided that the hold is gone: then the fact counts',
  ['canceled', 'authorized'],
  (charge) => {
    if (!charge.presumed) return charge;
    const { presumed, hold, ...known } = charge;
    return known;
  },
);

export const captureOneMore = does<{ readonly key: string; readonly amount: number }>(
  'a capture made elsewhere counts',
  ['captured'],
  (charge, { key, amount }) => {
    if (charge.captures?.[key] !== undefined) return charge;
    const { presumed, ...factual } = charge;
    const known: Charge = { ...factual, captures: { ...charge.captures, [key]: amount } };
    const total = Math.min(charge.amount, charge.amount_captured + amount);
    return capturedTotal(known, total, { external: true, ends_capture: false });
  },
);

export const takeBack = does<{ readonly key?: string; readonly left?: number }>(
  'the capture that failed does not count any more',
  ['captured', 'authorized', 'capturing', 'canceled'],
  (charge, { key, left }) => {
    const one =
      key === undefined ? charge.amount_captured - elsewhere(charge) : (charge.captures?.[key] ?? 0);
    const total = left ?? charge.amount_captured - one;
    // What is left when ours has failed was captured by others.
    const others = key === undefined && charge.capture !== undefined && total > 0;
    const fallen = capturedTotal(charge, total, { external: others || charge.external === true });
    const known: Charge = {
      ...fallen,
      captures_failed: (charge.captures_failed ?? 0) + 1,
      ...(total > 0 ? {} : { outcome: 'approved' }),
    };
    if (key !== undefined) return { ...known, captures: { ...charge.captures, [key]: 0 } };
    return charge.capture ? { ...known, capture: ended(charge.capture, 'failed') } : known;
  },
);

const elsewhere = ({ captures = {} }: Charge): number =>
  Object.values(captures).reduce((sum, amount) => sum + amount, 0);

export const askCapture = does<{ readonly operation: ChargeOperation }>(
  'a capture is recorded, then sent',
  ['capturing'],
  (charge, { operation }) => ({
    ...charge,
    ...answeredBefore(charge, charge.capture),
    ...(charge.capture && mayHaveRun(charge.capture)
      ? { former_captures: (charge.former_captures ?? 0) + 1 }
      : {}),
    capture: operation,
  }),
);

/** One that was sent once, and turned away before it was looked into, never ran: no event will tell of it. */
const mayHaveRun = ({ status, psp_reference, started, sent, failure }: ChargeOperation): boolean =>
  status === 'done' ||
  psp_reference !== undefined ||
  sent !== started ||
  failure === undefined ||
  settlesFormer(failure.reason);

export const askCancel = does<{ readonly operation: ChargeOperation }>(
  'a cancel is recorded, then sent',
  ['canceling'],
  (charge, { operation }) => ({ ...charge, ...answeredBefore(charge, charge.cancel), cancel: operation }),
);

/** A capture or cancel that failed makes room for the next one; what was answered under its key stays. */
const answeredBefore = (
  { answered = [] }: Charge,
  former: ChargeOperation | undefined,
): { readonly answered?: readonly Remembered[] } =>
  former?.remembered ? { answered: [...answered, former.remembered].slice(-maxAnswered) } : {};

const change = (charge: Charge, kind: 'capture' | 'cancel', changes: Partial<ChargeOperation>): Charge => {
  const operation = charge[kind];
  return isUnderWay(operation) ? { ...charge, [kind]: { ...operation, ...changes } } : charge;
};

export const send = does<{ readonly now: number }>(
  'what is under way is about to be sent once more',
  ['capturing', 'canceling', 'captured'],
  (charge, { now }) => change(change(charge, 'capture', { sent: now }), 'cancel', { sent: now }),
);

export const stay = does(
  'it stays open',
  ['capturing', 'canceling', 'captured', 'canceled', 'authorized'],
  (charge) => charge,
);

export const acceptCapture = does<{ readonly psp_reference?: string }>(
  'the PSP has accepted the capture; its result is awaited',
  ['capturing', 'captured'],
  (charge, accepted) => change(charge, 'capture', { status: 'accepted', ...accepted }),
);

export const acceptCancel = does<{ readonly psp_reference?: string }>(
  'the PSP has accepted the cancel; its result is awaited',
  ['canceling', 'captured'],
  (charge, accepted) => change(charge, 'cancel', { status: 'accepted', ...accepted }),
);

export const finishCapture = does<{ readonly amount: number; readonly psp_reference?: string }>(
  'the capture is done, for as much as the PSP says; what is more than was asked for, others captured',
  ['captured'],
  (charge, { amount, psp_reference }) => {
    if (!isUnderWay(charge.capture)) return charge;
    // All that is captured so far was captured by others.
    const total = Math.min(charge.amount, charge.amount_captured + amount);
    const done: ChargeOperation = {
      ...ended(charge.capture, 'done'),
      ...(psp_reference === undefined ? {} : { psp_reference }),
    };
    const external = charge.external === true || amount > charge.capture.amount;
    return capturedTotal({ ...charge, capture: done }, total, { external });
  },
);

type Failure = { readonly failure?: NonNullable<ChargeOperation['failure']> };

export const failCapture = does<Failure>(
  'the capture has failed',
  ['authorized', 'canceled', 'captured'],
  (charge, failure) =>
    isUnderWay(charge.capture)
      ? {
          ...charge,
          captures_failed: (charge.captures_failed ?? 0) + 1,
          capture: { ...ended(charge.capture, 'failed'), ...failure },
        }
      : charge,
);

export const finishCancel = does('the hold is released', ['canceled', 'captured'], (charge) =>
  isUnderWay(charge.cancel) ? { ...charge, hold: 'voided', cancel: ended(charge.cancel, 'done') } : charge,
);

export const failCancel = does<Failure>(
  'the cancel has failed',
  ['authorized', 'canceled', 'captured'],
  (charge, failure) =>
    isUnderWay(charge.cancel)
      ? { ...charge, cancel: { ...ended(charge.cancel, 'failed'), ...failure } }
      : charge,
);

export const release = does<{ readonly answer: Canceled }>(
  'the hold is gone',
  ['canceled'],
  (charge, { answer }) => ({
    ...charge,
    hold: answer.hold ?? 'voided',
    ...(answer.hold === 'expired' ? {} : { external: true }),
  }),
);

/** "Only if no capture may still be sent": until that is proved the capture stays open. */
export const releaseUnderCapture = does<{ readonly answer: Canceled }>(
  'the hold is gone; the capture has failed once nobody can still send it',
  ['capturing', 'canceled'],
  (charge, { answer }, { nothing_may_be_sent }) => {
    const gone: Charge = {
      ...charge,
      hold: answer.hold ?? 'voided',
      ...(answer.hold === 'expired' ? {} : { external: true }),
    };
    return nothing_may_be_sent && isUnderWay(charge.capture)
      ? { ...gone, capture: ended(charge.capture, 'failed') }
      : gone;
  },
);

export const releaseUnderCancel = does<{ readonly answer: Canceled }>(
  'the hold is gone, and the cancel is done',
  ['canceled'],
  (charge, { answer }) => ({
    ...charge,
    hold: answer.hold ?? 'voided',
    ...(isUnderWay(charge.cancel) ? { cancel: ended(charge.cancel, 'done') } : {}),
  }),
);
