import { withNextStep } from '../../charge/charge-steps.ts';
import { isOtherAmount } from '../../charge/definite-result.ts';
import { coversRepeat } from '../../charge/elapsed-proof.ts';
import { hasLateCheckLeft, lateCheckMark } from '../../charge/schedule.ts';
import type { Charge } from '../../types/charge.ts';
import { lastSent, openThings } from '../../types/open-things.ts';
import type { LookUpResult, Psp } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { type Change, changeCharge, type Records } from '../records/change-charge.ts';
import { type AppliedLookUp, applyLookUp } from '../reports/apply-look-up.ts';

/** A check that got no response is repeated after this. */
const repeat_ms = 60 * 60 * 1_000;

const step = { what: 'asked', by: 'recovery' } as const;

/**
 * Checks a charge again on which something has timed out. The result is applied: money that an attempt took after all is returned, and
 * a refund that was made after all counts. Then the next such check is scheduled, if any is left.
 */
export const checkLate = async (
  ports: PaymentPorts,
  charge: Charge,
): Promise<'looked' | 'changed_meanwhile'> => {
  const psp = ports.psps.connect(charge.psp);
  const asks = psp !== undefined && canBeAsked(ports, psp, charge);
  const claimed = await claim(ports, { charge, session: await ports.store.session(charge.session) }, asks);
  if (!claimed) return 'changed_meanwhile';
  if (psp && !asks) return scheduleNext(ports, claimed);
  const { records, payment }: Partial<AppliedLookUp> & { readonly records: Records } = psp
    ? await applyLookUp(ports, psp, claimed, { step })
    : { records: claimed };
  const mayAskAgain = hasLateCheckLeft(charge, ports.clock.now(), ports.recovery);
  return mayAskAgain && !(payment && isUnderstood(payment)) ? 'looked' : scheduleNext(ports, records);
};

/** Moves the check first: whatever its result, the next one is in an hour. */
const claim = async (ports: PaymentPorts, seen: Records, asks: boolean): Promise<Records | undefined> => {
  const { outcome, records } = await changeCharge(ports, seen, ({ charge }): Change<boolean> => {
    if (charge.rev !== seen.charge.rev) return { outcome: false };
    const mark = lateCheckMark(charge.id, ports.clock.now() + repeat_ms, ports.recovery);
    const noted = asks ? withNextStep(charge, { at_ms: ports.clock.now(), ...step }) : charge;
    return { charge: { ...noted, ...mark }, outcome: true };
  });
  return outcome ? records : undefined;
};

/** Takes the charge out of the index: the write puts it back in if another such check is scheduled. */
const scheduleNext = async (ports: PaymentPorts, records: Records): Promise<'looked'> => {
  await changeCharge(ports, records, ({ charge }) => {
    const { recover_shard, recover_at, late_check_at, ...unmarked } = charge;
    return openThings(charge).length > 0 ? { outcome: undefined } : { charge: unmarked, outcome: undefined };
  });
  return 'looked';
};

/** The response is understood, if only as another amount. */
const isUnderstood = (payment: LookUpResult): boolean => !('doubt' in payment) || isOtherAmount(payment);

/** A PSP that finds a payment by repeating the call would make a new one once it has forgotten the key. */
const canBeAsked = ({ clock }: PaymentPorts, { capabilities, lookUp }: Psp, charge: Charge): boolean => {
  if (lookUp === undefined) return false;
  const repeatsCall = charge.psp_reference === undefined && capabilities.look_up?.by_creation === true;
  return !repeatsCall || coversRepeat(capabilities.idempotency, lastSent(charge), clock.now());
};
