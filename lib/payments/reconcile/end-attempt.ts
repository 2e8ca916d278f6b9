import { isDefinite } from '../../charge/definite-result.ts';
import { firstCheck } from '../../charge/schedule.ts';
import { defined } from '../../types/defined.ts';
import { lastSent } from '../../types/open-things.ts';
import type { Psp } from '../../types/psp.ts';
import type { Session } from '../../types/session.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import type { Records } from '../records/change-charge.ts';
import { applyResult, applyTransition } from '../reports/apply.ts';
import { cancelByReference, hasOtherAmount } from './resolve-attempt.ts';

/**
 * Ends an open attempt at once and with certainty: by never completing it, or by a cancel by reference with an immediate, definite result. Resolves
 * to the session afterwards, which may be paid if the cancel by reference has shown that. Undefined if the attempt cannot be ended now. `by`: as in a
 * step.
 */
export const endAttempt = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  by: string | undefined,
): Promise<Session | undefined> => {
  const { charge } = records;
  // A confirm or a completion may still be running: its result decides.
  const runs =
    charge.outcome !== 'requires_action' && ports.clock.now() < firstCheck(lastSent(charge), ports.recovery);
  if (runs || hasOtherAmount(charge)) return undefined;
  if (psp.capabilities.completes_authentication && charge.outcome === 'requires_action')
    return (await applyTransition(ports, records, 'abandoned', {}, { only_at: charge.rev })).records.session;
  if (psp.capabilities.cancel_by_reference?.result !== 'synchronous') return undefined;
  const canceled = await cancelByReference(ports, psp, records, by);
  if (!canceled.result || !isDefinite(canceled.result)) return undefined;
  return (
    await applyResult(ports, canceled.records, canceled.result, {
      decisive: true,
      step: { what: 'canceled', ...defined({ by }) },
    })
  ).records.session;
};
