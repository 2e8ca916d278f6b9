import { attemptOf } from '../../charge/attempt.ts';
import { isDefinite } from '../../charge/definite-result.ts';
import type { LookUpResult, Psp } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import type { Records } from '../records/change-charge.ts';
import { type ApplyOptions, applyResult } from './apply.ts';
import { lookUpTimeout_ms, timeFor } from './time-for.ts';

/** Applies a response to the attempt. If something newer was recorded meanwhile, the PSP is asked once more. */
export const applyOrLookUp = async (
  ports: PaymentPorts,
  psp: Psp | undefined,
  records: Records,
  result: LookUpResult,
  options: ApplyOptions = {},
): Promise<Records> => {
  const { outcome, records: current } = await applyResult(ports, records, result, options);
  const call = outcome === 'stale' ? timeFor(ports, lookUpTimeout_ms) : undefined;
  const shown = call && (await psp?.lookUp?.(attemptOf(current.charge, current.session), call));
  if (!shown || !isDefinite(shown)) return current;
  const latest: LookUpResult = { ...shown, ...('steps' in result && { steps: result.steps }) };
  return (await applyResult(ports, current, latest, options)).records;
};
