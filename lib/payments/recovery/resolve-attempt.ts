import type { Charge } from '../../types/charge.ts';
import { stateOf } from '../../types/charge-state.ts';
import { defined } from '../../types/defined.ts';
import { lastSent } from '../../types/open-things.ts';
import type { FenceAnswer, LookUpAnswer, Psp } from '../../types/psp.ts';
import type { Session } from '../../types/session.ts';
import type { Step } from '../../types/step.ts';
import { applyAnswer, applyTransition } from '../apply.ts';
import { applyOrLook } from '../apply-or-look.ts';
import { attemptOf, isDefinite, isOtherAmount } from '../attempt.ts';
import type { Records } from '../change-charge.ts';
import { provesAbsence } from '../elapsed-proof.ts';
import type { Shown } from '../look.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { timeFor } from '../time-for.ts';

const timeout_ms = 10_000;

/** Whose steps these are. */
const by = 'recovery';

/**
 * Finds the outcome of an attempt that recovery has claimed: by look-up, from a webhook's note, or by a fence whose own result has arrived. Sends no
 * card, tries no other PSP, and leaves open what nobody can know.
 */
export const resolveAttempt = async (ports: PaymentPorts, psp: Psp, records: Records): Promise<Records> => {
  const { charge } = records;
  const asked = ports.clock.now();
  const found = await find(ports, psp, records);
  if (isDefinite(found) && !mayBeFenced(psp, charge, found)) return apply(ports, psp, records, found);
  if (found.outcome === 'requires_action' && isNews(ports, psp, charge, asked))
    return apply(ports, psp, records, found);
  return end(ports, psp, records, { found, asked });
};

/** "The customer is away" is news about an attempt in flight, unless a lagging look-up may show the state before they came back. */
const isNews = ({ recovery }: PaymentPorts, psp: Psp, charge: Charge, asked: number): boolean =>
  stateOf(charge) === 'pending' &&
  (charge.completing === undefined ||
    provesAbsence(charge.completing, asked, psp.capabilities.look_up?.lag_ms ?? 0, recovery));

const undecided = { outcome: 'unknown', doubt: 'pending' } as const;

const find = async (ports: PaymentPorts, psp: Psp, { charge, session }: Records): Promise<LookUpAnswer> => {
  if (!psp.lookUp) return charge.recovery?.observed ?? undecided;
  const call = timeFor(ports, timeout_ms);
  return call ? psp.lookUp(attemptOf(charge, session), call) : undecided;
};

/** A fence that was sent may have killed, or may yet kill, what this source saw alive. No fence can kill a capture. */
const mayBeFenced = (psp: Psp, charge: Charge, { outcome }: LookUpAnswer): boolean =>
  charge.recovery?.fence === 'sent' &&
  (outcome === 'approved' || (outcome === 'captured' && psp.capabilities.look_up?.lag_ms !== 0));

/** Kills an attempt that nobody finished, or declares it dead if its absence, counted from the last call that can take money, is proved by now. */
const end = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  { found, asked }: Shown,
): Promise<Records> => {
  const { charge, session } = records;
  // By its reference, a fence would end the payment that it is not.
  if (hasOtherAmount(charge) || charge.other_payment_of !== undefined) return records;
  if (isOtherAmount(found))
    return (await applyTransition(ports, records, 'noted', { answer: found })).records;
  const waits = stateOf(charge) === 'requires_action';
  if (waits && session && !isOver(session, ports.clock.now())) return records;
  // Dead because we will never complete it, unless the customer has come back at this moment.
  if (waits && psp.capabilities.completes_authentication)
    return (await applyTransition(ports, records, 'abandoned', {}, { only_at: charge.rev })).records;
  const fenced = await fence(ports, psp, records, by);
  if (fenced.answer && isDefinite(fenced.answer))
    return apply(ports, psp, fenced.records, fenced.answer, 'canceled');
  const { look_up } = psp.capabilities;
  const isAbsent =
    found.outcome === 'absent' &&
    look_up &&
    provesAbsence(lastSent(charge), asked, look_up.lag_ms, ports.recovery);
  if (!isAbsent) return fenced.records;
  const only_at = fenced.records.charge.rev;
  return (
    await applyAnswer(ports, fenced.records, found, { decisive: true, only_at, step: { what: 'asked', by } })
  ).records;
};

/** A different amount was seen: whatever else is said, the attempt is not dead. */
export const hasOtherAmount = ({ recovery }: Charge): boolean =>
  recovery?.observed !== undefined && isOtherAmount(recovery.observed);

/** A session whose customer is away ends when its time is over, or when the merchant ends it. `now` in Unix milliseconds. */
const isOver = ({ expires_at, expired_at }: Session, now: number): boolean =>
  expired_at !== undefined || now >= expires_at * 1000;

/** Sends a fence, announced beforehand, and returns its answer if there already is one. */
export const fence = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  by: string | undefined,
): Promise<{ readonly records: Records; readonly answer?: LookUpAnswer }> => {
  const { fence: declared } = psp.capabilities;
  if (!declared || !psp.fence || !mayFence(ports, records.charge, declared.result)) return { records };
  const announced = await announce(ports, records, by);
  const call = announced && timeFor(ports, timeout_ms);
  if (!announced || !call) return { records: announced ?? records };
  const answer = await psp.fence(attemptOf(announced.charge, announced.session), call);
  return { records: announced, ...asFound(answer) };
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

/** Written before the fence is sent, so that nobody takes an earlier approval for the current state. Undefined if the charge has moved. */
const announce = async (
  ports: PaymentPorts,
  records: Records,
  by: string | undefined,
): Promise<Records | undefined> => {
  if (records.charge.recovery?.fence === 'sent') return records;
  const announced = await applyTransition(ports, records, 'fence_sent', defined({ by }), {
    only_at: records.charge.rev,
  });
  return announced.outcome === 'changed' ? announced.records : undefined;
};

const asFound = (answer: FenceAnswer): { readonly answer?: LookUpAnswer } =>
  answer.outcome === 'fencing' ? {} : { answer };

const apply = (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  answer: LookUpAnswer,
  what: Step['what'] = 'asked',
): Promise<Records> => applyOrLook(ports, psp, records, answer, { decisive: true, step: { what, by } });
