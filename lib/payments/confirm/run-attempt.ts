import { attemptOf } from '../../charge/attempt.ts';
import { stepCodeOf, unknownStep } from '../../charge/charge-steps.ts';
import { isDefinite, isOtherAmount } from '../../charge/definite-result.ts';
import { coversRepeat } from '../../charge/elapsed-proof.ts';
import type { Charge } from '../../types/charge.ts';
import type { GivenMethod } from '../../types/given-method.ts';
import { settlesFormer } from '../../types/outcome.ts';
import type {
  AnyMethodPsp,
  AuthorizationResult,
  AuthorizeRequest,
  Call,
  LookUpResult,
  Unknown,
  UnknownReason,
} from '../../types/psp.ts';
import type { Session } from '../../types/session.ts';
import type { Step } from '../../types/step.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { timeFor } from '../reports/time-for.ts';

/** Pauses before asking the same PSP again about an unknown outcome. */
const pauses_ms = [300, 1_200] as const;

/**
 * One attempt at one PSP: the call, and while its outcome is unknown and time is left, the same call again if the PSP's idempotency covers it, or a
 * look-up. At most three money-moving requests, all with the same key. An outcome that is still unknown then is returned as unknown.
 */
export const runAttempt = async (
  ports: PaymentPorts,
  psp: AnyMethodPsp,
  { session, charge }: { readonly session: Session; readonly charge: Charge },
  request: AuthorizeRequest<GivenMethod>,
): Promise<AuthorizationResult> => {
  const { attempt_timeout_ms } = session.routing.failover;
  const attempt = attemptOf(charge, session);
  const first = timeFor(ports, attempt_timeout_ms);
  if (!first) return { outcome: 'not_sent', code: 'no_time_left' };
  let result = await psp.authorize(attempt, request, first);
  const steps: Step[] = isIndefinite(result) ? [unknownStep(result.doubt, ports.clock.now())] : [];
  for (const pause of pauses_ms) {
    if (!isIndefinite(result) || isOtherAmount(result)) break;
    await ports.clock.sleep(pause);
    const call = timeFor(ports, attempt_timeout_ms);
    if (!call) break;
    const known = result.psp_reference ? { ...attempt, psp_reference: result.psp_reference } : attempt;
    const at_ms = ports.clock.now();
    const asked = await resolve(ports, psp, known, request, call, result);
    if (!asked) break;
    steps.push({ at_ms, what: asked.what, code: stepCodeOf(asked.shown), by: 'confirm' });
    const resolved = asAuthorization(asked.shown);
    // A look-up reports the payment, whatever the category of its decline; a repeat may report only itself.
    if (resolved && asked.what === 'asked' && isDefinite(asked.shown)) {
      result = resolved;
      break;
    }
    if (resolved && (settles(resolved) || isOtherAmount(resolved))) result = resolved;
    else if (resolved?.psp_reference) result = { ...result, psp_reference: resolved.psp_reference };
  }
  return steps.length === 0 ? result : { ...result, steps };
};

/** A repeat that is refused for its details says nothing about the first call, which may have been accepted. */
const settles = (result: AuthorizationResult): boolean =>
  !('refuses_details' in result) && settlesFormer(result.outcome);

const isIndefinite = (result: AuthorizationResult): result is Unknown =>
  result.outcome === 'unknown' || result.outcome === 'duplicate';

type Asked = { readonly what: 'resent' | 'asked'; readonly shown: LookUpResult };

/**
 * A PSP that keeps error responses under the key returns the same error again, so after one only a look-up helps; without look-up, the call is repeated
 * all the same. Absence proves nothing here: the first request may still be on its way.
 */
const resolve = async (
  ports: PaymentPorts,
  psp: AnyMethodPsp,
  attempt: ReturnType<typeof attemptOf>,
  request: AuthorizeRequest<GivenMethod>,
  call: Call,
  { doubt }: Unknown,
): Promise<Asked | undefined> => {
  const covered = coversRepeat(psp.capabilities.idempotency, attempt.started, ports.clock.now());
  if (covered && (isWithoutResponse(doubt) || !psp.lookUp))
    return { what: 'resent', shown: await psp.authorize(attempt, request, call) };
  return psp.lookUp && { what: 'asked', shown: await psp.lookUp(attempt, call) };
};

/** The first call has got no response yet, not even an error. */
const isWithoutResponse = (doubt: UnknownReason): boolean =>
  doubt === 'timeout' || doubt === 'connection_lost' || doubt === 'in_flight';

const asAuthorization = (result: LookUpResult): AuthorizationResult | undefined => {
  switch (result.outcome) {
    case 'absent':
      return undefined;
    case 'canceled':
      return {
        outcome: 'unmapped',
        code: 'canceled',
        ...(result.psp_reference ? { psp_reference: result.psp_reference } : {}),
      };
    default:
      return result;
  }
};
