import { keyElsewhere } from '../../charge/key-elsewhere.ts';
import { disputeChange } from '../../charge/transitions/dispute-change.ts';
import { ApiError } from '../../types/api-error.ts';
import type { Charge, Dispute } from '../../types/charge.ts';
import { stateOf } from '../../types/charge-state.ts';
import type { DisputeFact, PspEvent } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import type { Records } from '../records/change-charge.ts';
import { applyTransition } from '../reports/apply.ts';
import { afterTaking, checkStored, logOverReturned } from '../reports/settle-refund.ts';
import type { EventContext } from './event-context.ts';

/** Records a chargeback or an inquiry, or its outcome, and how much of the charge may still be refunded. */
export const receiveDisputeEvent = async (
  { ports, records, event }: Omit<EventContext, 'psp'>,
  reported: DisputeFact,
): Promise<void> => {
  let charge: Charge | undefined = records.charge;
  for (let round = 0; charge && round < 8; round++) {
    const { id, psp_reference } = disputeOf(charge, event, reported);
    const fact = { ...reported, psp_reference };
    const change = disputeChange(charge, fact, { id, now: ports.clock.now(), ...readAs(charge, event) });
    if (!change) return resumeReversal(ports, { ...records, charge }, charge.disputes[id]);
    const { dispute, ...by } = change;
    const taken = {
      amount_refundable: -by.refundable,
      amount_refundable_disputed: -by.refundable_disputed,
    };
    const isReported = logOverReturned(ports, afterTaking(charge, taken), taken);
    const written = await ports.store.recordDispute(charge.id, dispute, by);
    if (written.ok) {
      checkStored(ports, written.charge);
      const { status, stage, amount: disputed } = dispute;
      const about = { charge: charge.id, session: charge.session, psp: charge.psp };
      ports.log({ event: 'dispute', ...about, status, stage, amount: disputed });
      if (!isReported) logOverReturned(ports, written.charge, taken);
      return endWait(ports, { ...records, charge: written.charge }, dispute);
    }
    charge = written.charge;
  }
  throw new ApiError(
    'storage_unavailable',
    'Another call is changing this charge. Deliver the event again.',
    { retry_after: 1 },
  );
};

const readAs = (charge: Charge, event: PspEvent) => ({
  amount: amountIn(charge, event),
  at_most: event.at_most === true,
  unless_inquiry: event.unless_inquiry === true,
  event: event.id,
});

/** The disputed amount in minor units, if the event gives one in the charge's currency. */
const amountIn = ({ currency }: Charge, { money }: PspEvent): number | undefined =>
  money?.currency === currency && Number.isInteger(money.amount) && money.amount > 0
    ? money.amount
    : undefined;

/** The end of a dispute ends the wait of a reversal. */
const endWait = async (ports: PaymentPorts, records: Records, { status }: Dispute): Promise<void> => {
  if (status === 'open' || stateOf(records.charge) !== 'reversing') return;
  await applyTransition(ports, records, status === 'lost' ? 'dispute_lost' : 'dispute_won', {});
};

/** The function that recorded the dispute may have died before it resumed a reversal, which only a person would look at now. */
const resumeReversal = async (
  ports: PaymentPorts,
  records: Records,
  dispute: Dispute | undefined,
): Promise<void> => {
  if (dispute && records.charge.reversal?.needs_review) await endWait(ports, records, dispute);
};

/**
 * The dispute of this event: by its reference. An event that names no dispute for certain is about the only open one, and still is when it is
 * redelivered.
 */
const disputeOf = (
  { disputes }: Charge,
  { id: event, operation_reference: named }: PspEvent,
  { psp_reference }: DisputeFact,
): Pick<Dispute, 'id' | 'psp_reference'> => {
  const own = { id: keyElsewhere('dp', psp_reference), psp_reference };
  if (named !== undefined || disputes[own.id] !== undefined) return own;
  const known = Object.values(disputes);
  const [only, ...others] = known.filter((one) => one.status === 'open');
  const before = known.find(({ events = [] }) => events.includes(event));
  return before ?? (others.length === 0 ? only : undefined) ?? own;
};
