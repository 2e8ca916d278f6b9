import { createHash } from 'node:crypto';
import { attemptOf } from '../../charge/attempt.ts';
import { hasResponded, isDefinite, isOtherAmount } from '../../charge/definite-result.ts';
import { clock_skew_ms, showsAtOnce } from '../../charge/elapsed-proof.ts';
import { type NamedPayment, otherCharge } from '../../charge/other-charge.ts';
import { type Transitions, transitionOf } from '../../charge/transitions/transitions.ts';
import { base32 } from '../../types/base32.ts';
import type { Charge } from '../../types/charge.ts';
import { unscheduled } from '../../types/open-things.ts';
import { holdsMoney } from '../../types/outcome.ts';
import type { LogRecord } from '../../types/ports.ts';
import type { LookUpResult, Psp, PspEvent } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { type Change, changeCharge, type Records } from '../records/change-charge.ts';
import { changeBy } from '../reports/apply.ts';
import { lookUpTimeout_ms, timeFor } from '../reports/time-for.ts';
import { reportsMoney } from './contradicted-event.ts';
import type { EventContext } from './event-context.ts';
import { arrivedAt, mustWait } from './must-wait.ts';

/** Other payments recorded per charge. Events about further ones are kept for a person. */
const maxOthers = 8;

/**
 * The charge for the other payment that an event names: a second one under the reference of the charge that holds or took the money. Recorded now,
 * with an alarm, if the event reports money and the PSP shows it. At a PSP that cannot be asked it waits for a person. Undefined if it cannot be
 * recorded.
 */
export const otherPaymentOf = async (context: EventContext): Promise<Charge | undefined> => {
  const { ports, psp, records, event } = context;
  const { psp_reference } = event;
  if (psp_reference === undefined || records.charge.other_payment_of !== undefined) return undefined;
  const id = otherChargeId(records.charge.id, psp_reference);
  const known = await ports.store.charge(id);
  if (known) return known;
  // It may be the payment of another charge, which has it already.
  if (await ports.store.chargeAt(psp.id, psp_reference)) return undefined;
  if (!reportsMoney(event)) {
    // The event that it was made may be on its way, or in the hands of a function that asked before this.
    if (endsPayment(event) && psp.lookUp) waitForIt(context);
    return undefined;
  }
  const opened = await open(context, {
    amount: amountOf(records.charge, event),
    id,
    psp_reference,
  });
  return opened && record(context, opened);
};

/** The same id for each delivery of its events. */
export const otherChargeId = (charge: string, psp_reference: string): string =>
  `ch_${base32(createHash('sha256').update(`${charge}/${psp_reference}`).digest().subarray(0, 16))}`;

/** Only an authorisation says how much was requested. Minor units. */
const amountOf = ({ amount }: Charge, { claim, money }: PspEvent): number =>
  (claim.about === 'authorization' && money?.amount) || amount;

const open = async (context: EventContext, payment: NamedPayment): Promise<Charge | undefined> => {
  const { ports, psp, event } = context;
  const { charge } = context.records;
  const { currency = charge.currency } = event.money ?? {};
  if (currency !== charge.currency) return undefined;
  const blank = otherCharge(charge, payment, ports.clock.now());
  if (!psp.lookUp) return awaitPerson(blank, event);
  const call = timeFor(ports, lookUpTimeout_ms);
  const { psp_reference, amount } = payment;
  const attempt = { ...attemptOf(charge), psp_reference, amount, created_as: charge.id };
  const found = call && (await psp.lookUp(attempt, call));
  if (found && holdsMoney(found.outcome))
    return applyFound(ports, { ...context.records, charge: blank }, found);
  if (!hasResponded(found)) throw mustWait(psp);
  if (mayShowLater(psp, found)) waitForIt(context);
  return undefined;
};

const endsPayment = ({ claim }: PspEvent): boolean =>
  claim.about === 'cancel' || ('result' in claim && claim.result.outcome === 'canceled');

const lags = ({ lookUp, capabilities }: Psp): boolean => lookUp !== undefined && !showsAtOnce(capabilities);

/** The look-up may be older than the payment. */
const mayShowLater = (psp: Psp, found: LookUpResult): boolean => {
  if (found.outcome === 'absent') return lags(psp);
  return !isDefinite(found) && !isOtherAmount(found);
};

/** The event waits for a while; after that it is kept for a person. */
const waitForIt = (context: EventContext): void => {
  const { ports, psp } = context;
  const since = arrivedAt(context);
  const { lag_ms = 0 } = psp.capabilities.look_up ?? {};
  if (ports.clock.now() - since <= lag_ms + clock_skew_ms) throw mustWait(psp);
};

/** An authorisation has to be confirmed by a person; any other event waits for that. */
const awaitPerson = (blank: Charge, { id, claim }: PspEvent): Charge => ({
  ...blank,
  ...(claim.about === 'authorization' ? { events: [id] } : {}),
  status: 'needs_review',
  needs_review: true,
  recover_at: unscheduled,
});

const applyFound = (ports: PaymentPorts, blank: Records, found: LookUpResult): Charge | undefined => {
  const { transition, ...what } = transitionOf(blank.charge, found);
  return changeBy(ports, blank, transition, what as Transitions[typeof transition]).charge;
};

/** One write records the payment, and names it on the charge whose reference it has. */
const record = async ({ ports, records }: EventContext, opened: Charge): Promise<Charge | undefined> => {
  const { outcome } = await changeCharge(ports, records, ({ charge }) => recordOn(charge, opened));
  return outcome ? ports.store.charge(opened.id) : undefined;
};

const recordOn = (charge: Charge, opened: Charge): Change<boolean> => {
  const { other_payments: others = [], session, psp } = charge;
  const { id: other, psp_reference = '' } = opened;
  if (others.some((known) => known.charge === other)) return { outcome: true };
  if (others.length >= maxOthers) return { outcome: false };
  return {
    charge: { ...charge, other_payments: [...others, { psp_reference, charge: other }] },
    opened,
    alarms: [
      { event: 'other_payment', charge: charge.id, session, psp, other, psp_reference },
      ...(opened.needs_review ? [reviewOf(opened)] : []),
    ],
    outcome: true,
  };
};

const reviewOf = ({ id, session, psp }: Charge): LogRecord => ({
  event: 'needs_review',
  charge: id,
  session,
  psp,
  kind: 'attempt',
  operation: id,
  open_ms: 0,
});
