import { attemptOf } from '../../charge/attempt.ts';
import { isDefinite } from '../../charge/definite-result.ts';
import type { LookUpResult, Psp } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import type { Records } from '../records/change-charge.ts';
import { type ApplyOptions, applyResult } from './apply.ts';
import { lookTimeout_ms, timeFor } from './time-for.ts';

/** Applies a response to the attempt. If something newer was recorded meanwhile, the PSP is asked once more. */
export const applyOrLook = async (
  ports: PaymentPorts,
  psp: Psp | undefined,
  records: Records,
  answer: LookUpResult,
  options: ApplyOptions = {},
): Promise<Records> => {
  const applied = await applyResult(ports, records, answer, options);
  const call = applied.outcome === 'stale' ? timeFor(ports, lookTimeout_ms) : undefined;
  const shown =
    call && (await psp?.lookUp?.(attemptOf(applied.records.charge, applied.records.session), call));
  return shown && isDefinite(shown)
    ? (
        await applyResult(
          ports,
          applied.records,
          { ...shown, ...('steps' in answer && { steps: answer.steps }) },
          options,
        )
      ).records
    : applied.records;
};
