import type { FenceAnswer, LookUpAnswer, Psp } from '../../types/psp.ts';
import type { Charge, Session } from '../../types/records.ts';
import { applyAnswer } from '../apply-answer.ts';
import { attemptOf } from '../attempt-of.ts';
import { provesAbsence } from '../elapsed-proof.ts';
import { isDefinite } from '../is-definite.ts';
import { lastSent } from '../last-sent.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { revise } from '../revise.ts';
import { timeFor } from '../run-attempt.ts';

const timeout_ms = 10_000;

/**
 * Finds out what became of an attempt that recovery has claimed: by look-up, by what a webhook left, or by a fence whose own result has arrived.
 * Sends no card, tries no other PSP, and leaves open what nobody can tell.
 */
export const resolveAttempt = async (
  ports: PaymentPorts,
  session: Session,
  charge: Charge,
): Promise<void> => {
  const psp = ports.psps.connect(charge.psp);
  if (!psp) {
    ports.report({ event: 'psp_not_configured', charge: charge.id, psp: charge.psp });
    return;
  }
  const found = await find(ports, psp, charge);
  if (isDefinite(found) && !mayBeFenced(psp, charge, found)) return apply(ports, charge, found);
  if (found.outcome === 'requires_action' && charge.status !== 'requires_action')
    return apply(ports, charge, found);
  const ended = await end(ports, psp, session, charge, found);
  if (ended === uncompleted || ended.outcome === 'absent')
    await applyAnswer(ports, charge.id, ended, { decisive: true, only_at: charge.rev });
  else if (isDefinite(ended)) await apply(ports, charge, ended);
};

const undecided = { outcome: 'unknown', doubt: 'pending' } as const;
/** Dead because we shall never complete it: unless the customer has come back at this moment. */
const uncompleted = { outcome: 'canceled' } as const;

const find = async (ports: PaymentPorts, psp: Psp, charge: Charge): Promise<LookUpAnswer> => {
  const call = timeFor(ports, timeout_ms);
  if (psp.lookUp && call) return psp.lookUp(attemptOf(charge), call);
  return charge.recovery?.observed ?? undecided;
};

/** A fence that was sent may have killed, or may yet kill, what this source saw alive. What was captured no fence can kill. */
const mayBeFenced = (psp: Psp, charge: Charge, { outcome }: LookUpAnswer): boolean =>
  charge.recovery?.fence === 'sent' &&
  (outcome === 'approved' || (outcome === 'captured' && psp.capabilities.look_up?.lag_ms !== 0));

/** Kills an attempt that nobody finished, or declares it dead (`absent`) where its absence, counted from the last call that can take money, is proof by now. */
const end = async (
  ports: PaymentPorts,
  psp: Psp,
  session: Session,
  charge: Charge,
  found: LookUpAnswer,
): Promise<LookUpAnswer> => {
  const now = ports.clock.now();
  const { look_up, fence, completes_authentication } = psp.capabilities;
  const waits = charge.status === 'requires_action';
  if (waits && now < session.expires_at * 1000) return undecided;
  if (waits && completes_authentication) return uncompleted;
  if (fence && psp.fence && mayFence(ports, charge, fence.result)) {
    if (!(await announceFence(ports, charge))) return undecided;
    const call = timeFor(ports, timeout_ms);
    const fenced = call ? asFound(await psp.fence(attemptOf(charge), call)) : undecided;
    if (isDefinite(fenced)) return fenced;
  }
  const absent =
    found.outcome === 'absent' &&
    look_up &&
    provesAbsence(lastSent(charge), now, look_up.lag_ms, ports.recovery);
  return absent ? found : undecided;
};

/** A fence whose result comes by webhook waits for the second look: the payment's own webhook may be on its way. */
const mayFence = (
  { clock, recovery }: PaymentPorts,
  charge: Charge,
  result: 'synchronous' | 'webhook',
): boolean =>
  result === 'synchronous' ||
  (charge.recovery?.fence !== 'failed' &&
    clock.now() - lastSent(charge) >= (recovery.schedule_s[1] ?? 0) * 1000);

/** Written before the fence is sent, so that nobody takes an approval from before it for how things stand. */
const announceFence = async (ports: PaymentPorts, charge: Charge): Promise<boolean> => {
  if (charge.recovery?.fence === 'sent') return true;
  const item = revise<Charge>(
    charge,
    { recovery: { ...charge.recovery, action: 'fence', fence: 'sent' } },
    ports.invocation,
  );
  return (await ports.store.commit([{ table: 'charges', item, expects: charge.rev }])).ok;
};

const asFound = (answer: FenceAnswer): LookUpAnswer => (answer.outcome === 'fencing' ? undecided : answer);

const apply = async (ports: PaymentPorts, charge: Charge, answer: LookUpAnswer): Promise<void> => {
  await applyAnswer(ports, charge.id, answer, { decisive: true });
};
