import type { Charge } from '../../types/charge.ts';
import { isAttemptOpen, isUnderWay } from '../../types/charge-state.ts';
import type { Money } from '../../types/money.ts';
import type { PspEvent } from '../../types/psp.ts';
import { type ApplyOptions, applyTransition } from '../reports/apply.ts';
import type { EventContext } from './event-context.ts';
import { mustWait } from './must-wait.ts';

export type ReportedOperation = EventContext & {
  readonly about: 'capture' | 'cancel';
  readonly succeeded: boolean;
};

/** `former`: one that has already ended; undefined: none of ours. */
export type Named = 'under_way' | 'done' | 'former' | undefined;

/** Which of our captures or cancels an event is about. An event that names none is about ours only if it can mean nothing else. */
export const nameOf = (charge: Charge, event: PspEvent, about: 'capture' | 'cancel'): Named => {
  const operation = charge[about];
  const { operation: id, operation_reference: psp_id } = event;
  if (id !== undefined) {
    if (operation?.id !== id) return 'former';
    if (isUnderWay(operation)) return 'under_way';
    return operation.status === 'done' ? 'done' : 'former';
  }
  if (psp_id !== undefined && operation?.psp_reference !== undefined && operation.psp_reference !== psp_id)
    return undefined;
  const others = about === 'capture' ? hasOtherCaptures(charge) : charge.former_cancels !== undefined;
  const matches = psp_id !== undefined && operation?.psp_reference === psp_id;
  if (others && !matches) return undefined;
  if (!operation) return isByItself(charge, event) ? 'done' : undefined;
  if (isUnderWay(operation)) return event.claim.about === about && isFailure(event) ? 'under_way' : undefined;
  return operation.status === 'done' ? 'done' : undefined;
};

/** Whether captures other than our last one are recorded. */
const hasOtherCaptures = (charge: Charge): boolean => {
  const { former_captures, captures, captures_told = {}, capture } = charge;
  if (former_captures !== undefined || captures !== undefined) return true;
  const reported = Object.keys(captures_told).some((id) => id !== capture?.psp_reference);
  return reported || followsAutomatic(charge);
};

/** Whether the event names its operation by our id or the PSP's. */
export const isNamed = (charge: Charge, event: PspEvent, about: 'capture' | 'cancel'): boolean =>
  event.operation !== undefined ||
  (event.operation_reference !== undefined && event.operation_reference === charge[about]?.psp_reference);

/** Whether the event is about the PSP's automatic capture. Once that has failed, only a failure can be. */
const isByItself = (charge: Charge, event: PspEvent): boolean => {
  if (charge.capture_method !== 'automatic' || isAttemptOpen(charge)) return false;
  return charge.captures_failed === undefined || isFailure(event);
};

/** The automatic capture failed before ours began. */
const followsAutomatic = ({ capture, capture_method }: Charge): boolean =>
  capture !== undefined && capture_method === 'automatic';

const isFailure = ({ claim }: PspEvent): boolean =>
  (claim.about === 'capture' || claim.about === 'cancel') && claim.result.outcome === 'failed';

export const failOperation = async ({
  ports,
  psp,
  records,
  event,
  about,
}: ReportedOperation): Promise<void> => {
  const options: ApplyOptions = { event: event.id, only_at: records.charge.rev };
  const failure = { failure: { reason: 'processor_error' } } as const;
  const failed =
    about === 'capture'
      ? await applyTransition(ports, records, 'capture_failed', failure, options)
      : await applyTransition(ports, records, 'cancel_failed', failure, options);
  if (failed.outcome === 'stale') throw mustWait(psp);
};

/** An event's money must be part of the charge: in its currency, and at most its amount. */
export const isPartOf = ({ amount, currency }: Charge, money: Money | undefined): money is Money =>
  money?.currency === currency && isPositiveInteger(money.amount) && money.amount <= amount;

const isPositiveInteger = (amount: number): boolean => Number.isInteger(amount) && amount > 0;
