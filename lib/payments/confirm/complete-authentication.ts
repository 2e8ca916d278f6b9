import { attemptOf } from '../../charge/attempt.ts';
import { stepCodeOf, unknownStep } from '../../charge/charge-steps.ts';
import { isDefinite } from '../../charge/definite-result.ts';
import { stateOf } from '../../types/charge-state.ts';
import { defined } from '../../types/defined.ts';
import { settlesFormer } from '../../types/outcome.ts';
import type { LookUpResult, Psp, Unknown } from '../../types/psp.ts';
import type { Session } from '../../types/session.ts';
import type { Step } from '../../types/step.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { changeCharge, type Records } from '../records/change-charge.ts';
import { noSession } from '../records/read-records.ts';
import { applyTransition, changeBy } from '../reports/apply.ts';
import { applyOrLookUp } from '../reports/apply-or-look-up.ts';
import { timeFor } from '../reports/time-for.ts';

export type CompleteCommand = {
  readonly session: string;
  /** The charge that the signed state names. */
  readonly charge: string;
  /** The query that the PSP sent the customer back with, without `state`. */
  readonly params: Readonly<Record<string, string>>;
};

const timeout_ms = 10_000;
const pause_ms = 500;

/**
 * Finishes an attempt after 3-D Secure, once: a second return, another tab, or a return after a cancel by reference finds the attempt claimed or
 * settled and changes nothing. A completion that the PSP refuses for good ends the attempt. One that was provably not sent, or was refused for our
 * key or our rate, is undone, so the next return is a new try. Resolves to the current session; an outcome still unknown stays open for recovery.
 */
export const completeAuthentication = async (
  ports: PaymentPorts,
  command: CompleteCommand,
): Promise<Session> => {
  // Read before the session, which is then at least as new as the charge.
  const charge = await ports.store.charge(command.charge);
  const session = await ports.store.session(command.session);
  if (!session) throw noSession(command.session);
  if (session.charge !== command.charge || session.payment_status !== 'requires_action') return session;
  const psp = charge && ports.psps.connect(charge.psp);
  if (!charge || !psp || !timeFor(ports, timeout_ms)) return session;
  if (psp.canComplete?.(command.params) === false) return session;
  const claimed = await claim(ports, { charge, session });
  if (claimed.outcome !== 'changed') return claimed.records.session ?? session;
  const result = await complete(ports, psp, claimed.records, command.params);
  ports.log({
    event: 'authentication',
    session: session.id,
    charge: charge.id,
    psp: charge.psp,
    outcome: result.outcome,
  });
  const other = otherIn(result);
  if (other !== undefined) await markOtherAsReturned(ports, psp.id, other);
  const records =
    result.outcome === 'not_sent'
      ? (await undo(ports, claimed.records, session.next_action)).records
      : await applyOrLookUp(ports, psp, claimed.records, result, {
          step: { what: 'reported', by: 'confirm' },
        });
  return records.session ?? session;
};

/** From here on the attempt is in flight again, and a cancel by reference that does not include this may not end it. */
const claim = (ports: PaymentPorts, records: Records) =>
  applyTransition(ports, records, 'customer_returned', { now: ports.clock.now() });

/**
 * The customer returned with the parameters of another attempt's payment, so our call may have completed that one: from now on its PSP's events about
 * money are believed.
 */
const markOtherAsReturned = async (ports: PaymentPorts, psp: string, id: string): Promise<void> => {
  const charge = await ports.store.charge(id);
  if (charge?.psp !== psp) return;
  const records: Records = { charge, session: await ports.store.session(charge.session) };
  const completing = ports.clock.now();
  await changeCharge(ports, records, (current) => {
    if (current.charge.completing !== undefined) return { outcome: 'unchanged' };
    return stateOf(current.charge) === 'failed'
      ? { charge: { ...current.charge, completing }, outcome: 'changed' }
      : changeBy(ports, current, 'customer_returned', { now: completing });
  });
};

/** Only while nobody else has claimed the attempt: another process may be sending what this return provably did not send. */
const undo = (ports: PaymentPorts, records: Records, next_action: string | null) =>
  changeCharge(ports, records, (current) =>
    current.charge.completing === records.charge.completing
      ? changeBy(ports, current, 'completion_not_sent', {}, next_action === null ? {} : { next_action })
      : { outcome: 'unchanged' },
  );

/** The attempt that was completed instead. */
const otherIn = (result: LookUpResult): string | undefined =>
  'completed' in result ? result.completed : undefined;

type Completion = Exclude<LookUpResult, { readonly outcome: 'absent' }>;

const complete = async (
  ports: PaymentPorts,
  psp: Psp,
  { charge, session }: Records,
  params: CompleteCommand['params'],
): Promise<Completion> => {
  let result: Completion = { outcome: 'not_sent' };
  const steps: Step[] = [];
  for (let round = 0; round < 2; round++) {
    if (round > 0) await ports.clock.sleep(pause_ms);
    const call = timeFor(ports, timeout_ms);
    if (!call) break;
    const at_ms = ports.clock.now();
    const latest = await psp.completeAuthentication(attemptOf(charge, session), params, call);
    if (steps.length > 0) steps.push({ at_ms, what: 'resent', code: stepCodeOf(latest), by: 'confirm' });
    else if ('doubt' in latest) steps.push(unknownStep(latest.doubt, ports.clock.now()));
    if (latest.outcome === 'absent') continue;
    // Where the PSP completes by itself, this is a look-up: a decline reports the payment, whatever its category.
    const isFact = psp.capabilities.completes_authentication !== true && isDefinite(latest);
    if (isFact || latest.outcome === 'canceled' || settlesFormer(latest.outcome))
      return addSteps(latest, steps);
    result = 'doubt' in latest ? afterUnknown(result, latest) : afterRefusal(result, latest);
  }
  return addSteps(result, steps);
};

const addSteps = (result: Completion, steps: readonly Step[]): Completion =>
  steps.length === 0 ? result : { ...result, steps };

/**
 * An outright refusal, or an invalid call: it took no money, and says nothing about an earlier call that may have arrived. If no earlier call can
 * have arrived, the PSP's refusal of the completion ends the attempt.
 */
const afterRefusal = (result: Completion, latest: Completion): Completion =>
  result.outcome === 'unknown' || !refusesCompletion(latest) ? result : latest;

const afterUnknown = (result: Completion, { doubt, completed = otherIn(result) }: Unknown): Completion => ({
  outcome: 'unknown',
  doubt,
  ...defined({ completed }),
});

const refusesCompletion = (result: Completion): boolean => 'refuses_completion' in result;
