import type { Charge, ChargeOperation } from '../../types/charge.ts';
import { isUnderWay } from '../../types/charge-state.ts';
import { defined } from '../../types/defined.ts';
import { settlesFormer } from '../../types/outcome.ts';
import type { Remembered } from '../../types/records.ts';
import { endOperation, totalAfter, withCapturedTotal } from '../captured-total.ts';
import { keyElsewhere } from '../key-elsewhere.ts';
import { sumCapturedElsewhere, withReported } from '../reported-captures.ts';
import { does, heldStates } from './cell.ts';

/** Responses kept per charge, besides those of its last capture and cancel. */
const maxAnswered = 20;

export const askCapture = does<{ readonly operation: ChargeOperation }>(
  'a capture is recorded, then sent',
  ['capturing'],
  (charge, { operation }) => ({
    ...charge,
    ...keepFormerResponse(charge, charge.capture),
    ...(charge.capture && mayHaveRun(charge.capture)
      ? { former_captures: (charge.former_captures ?? 0) + 1 }
      : {}),
    capture: operation,
  }),
);

/** An operation that was sent once and rejected outright never ran: no event will report it. */
const mayHaveRun = ({ status, psp_reference, started, sent, failure }: ChargeOperation): boolean => {
  const isRejected = failure !== undefined && !settlesFormer(failure.reason);
  const isKnownToPsp = status === 'done' || psp_reference !== undefined;
  return isKnownToPsp || sent !== started || !isRejected;
};

export const askCancel = does<{ readonly operation: ChargeOperation }>(
  'a cancel is recorded, then sent',
  ['canceling'],
  (charge, { operation }) => ({
    ...charge,
    ...keepFormerResponse(charge, charge.cancel),
    ...(charge.cancel && mayHaveRun(charge.cancel)
      ? { former_cancels: (charge.former_cancels ?? 0) + 1 }
      : {}),
    cancel: operation,
  }),
);

/** It failed by a person's decision, not by the PSP's report. */
export const hasBeenDenied = ({ status, failure }: ChargeOperation): boolean =>
  status === 'failed' && failure?.code === 'decided';

/** The next capture or cancel replaces a failed one; the response under the failed one's key is kept. */
const keepFormerResponse = (
  { answered = [] }: Charge,
  former: ChargeOperation | undefined,
): { readonly answered?: readonly Remembered[] } =>
  former?.remembered ? { answered: [...answered, former.remembered].slice(-maxAnswered) } : {};

const change = (charge: Charge, kind: 'capture' | 'cancel', changes: Partial<ChargeOperation>): Charge => {
  const operation = charge[kind];
  return isUnderWay(operation) ? { ...charge, [kind]: { ...operation, ...changes } } : charge;
};

export const send = does<{ readonly now: number }>(
  'it is about to be sent again',
  ['capturing', 'canceling', 'captured'],
  (charge, { now }) => change(change(charge, 'capture', { sent: now }), 'cancel', { sent: now }),
);

export const stay = does('it stays open', heldStates, (charge) => charge);

export const acceptCapture = does<{ readonly psp_reference?: string }>(
  'accepted; its result is awaited',
  ['capturing', 'captured'],
  (charge, accepted) => change(charge, 'capture', { status: 'accepted', ...accepted }),
);

export const acceptCancel = does<{ readonly psp_reference?: string }>(
  'accepted; its result is awaited',
  ['canceling', 'captured'],
  (charge, accepted) => change(charge, 'cancel', { status: 'accepted', ...accepted }),
);

export const finishCapture = does<{ readonly amount: number; readonly psp_reference?: string }>(
  'the capture is done, for what the PSP reports, unless it was reported as failed',
  ['captured', 'authorized', 'canceled'],
  (charge, { amount, psp_reference }) => {
    const { capture, amount_captured: before } = charge;
    if (!capture || capture.status === 'failed') return charge;
    if (psp_reference !== undefined && charge.captures?.[keyElsewhere('ext', psp_reference)] === 0)
      return withFailedCapture(charge, { failure: { reason: 'processor_error' } });
    const known = withReported(charge, psp_reference, amount);
    const others = sumCapturedElsewhere(known, psp_reference);
    // A look-up that included it, or captures elsewhere of the same total, came first: the total is at least the sum of the recorded captures.
    if (!isUnderWay(capture)) {
      const total = Math.min(charge.amount, others + amount);
      if (charge.presumed) return confirmTotal(known, total);
      return psp_reference === undefined || total <= before
        ? known
        : withCapturedTotal(known, total, { external: true });
    }
    const total = totalAfter(charge, capture, { amount, psp_reference });
    const done: ChargeOperation = {
      ...endOperation(capture, 'done'),
      ...defined({ psp_reference }),
    };
    const external = charge.external === true || amount > capture.amount;
    const { presumed, ...factual } = known;
    return withCapturedTotal({ ...factual, capture: done }, total, { external });
  },
);

/** Replaces a person's decision with the true total. */
const confirmTotal = ({ presumed, ...charge }: Charge, total: number): Charge =>
  total === charge.amount_captured
    ? charge
    : withCapturedTotal(charge, total, { external: charge.external === true });

type Failure = { readonly failure?: NonNullable<ChargeOperation['failure']> };

const withFailedCapture = (charge: Charge, failure: Failure): Charge =>
  isUnderWay(charge.capture)
    ? {
        ...charge,
        captures_failed: (charge.captures_failed ?? 0) + 1,
        capture: { ...endOperation(charge.capture, 'failed'), ...failure },
      }
    : charge;

export const failCapture = does<Failure>(
  'the capture has failed',
  ['authorized', 'canceled', 'captured'],
  withFailedCapture,
);

export const finishCancel = does('the hold is released', ['canceled', 'captured'], (charge) => {
  if (!isUnderWay(charge.cancel)) return charge;
  const { presumed, ...factual } = charge;
  return { ...factual, hold: 'voided', cancel: endOperation(charge.cancel, 'done') };
});

export const failCancel = does<Failure>(
  'the cancel has failed',
  ['authorized', 'canceled', 'captured'],
  (charge, failure) =>
    isUnderWay(charge.cancel)
      ? { ...charge, cancel: { ...endOperation(charge.cancel, 'failed'), ...failure } }
      : charge,
);
