import type { Charge, Dispute } from '../../types/charge.ts';
import type { DisputeFact } from '../../types/psp.ts';

/** What a report of a dispute changes: the record, and both refundable amounts, without and with `allow_disputed`. Minor units. */
export type DisputeChange = {
  readonly dispute: Dispute;
  readonly before: Dispute | undefined;
  readonly refundable: number;
  readonly refundable_disputed: number;
};

type ReportedAs = {
  readonly id: string;
  readonly amount: number | undefined;
  readonly at_most?: boolean;
  readonly unless_inquiry?: boolean;
  readonly now: number;
  readonly event: string;
};

type Status = Dispute['status'] | 'none';

/** Events kept per dispute. */
const maxEvents = 5;

/** The share of the dispute's amount that each status takes from the two amounts. */
const takes: Readonly<Record<Status, readonly [refundable: number, refundable_disputed: number]>> = {
  none: [0, 0],
  open: [-1, 0],
  won: [0, 0],
  closed: [0, 0],
  lost: [-1, -1],
};

/**
 * The change for a reported dispute; undefined if it is already recorded, or older than the record. `amount`: in the charge's currency; undefined for
 * a dispute in another currency, which takes everything that may be left. It may change with each stage; within a stage it only rises if events may
 * have come out of order. `at_most`: `amount` is only the most that it can be, and changes none that is known. `event`: the PSP's id of the event,
 * which counts once. `unless_inquiry`: it says nothing of an inquiry. Pure.
 */
export const disputeChange = (
  charge: Charge,
  fact: DisputeFact,
  { id, amount: reported, at_most = false, unless_inquiry = false, now, event }: ReportedAs,
): DisputeChange | undefined => {
  const recorded = charge.disputes[id];
  const { events = [] } = recorded ?? {};
  if (events.includes(event) || (unless_inquiry && recorded?.stage === 'inquiry')) return undefined;
  const amount = at_most && recorded && isSameStep(recorded, fact) ? recorded.amount : reported;
  if (recorded && (isOlder(recorded, fact) || isKnown(recorded, fact, amount))) return undefined;
  const dispute: Dispute = {
    ...recorded,
    ...fact,
    id,
    amount: amountOf(recorded, fact, amount) ?? mayBeLeft(charge),
    created: recorded?.created ?? Math.floor(now / 1000),
    events: [...events, event].slice(-maxEvents),
  };
  const [was, wasDisputed] = takes[recorded?.status ?? 'none'];
  const [is, isDisputed] = takes[fact.status];
  const before = recorded?.amount ?? 0;
  return {
    dispute,
    before: recorded,
    refundable: is * dispute.amount - was * before,
    refundable_disputed: isDisputed * dispute.amount - wasDisputed * before,
  };
};

const amountOf = (
  recorded: Dispute | undefined,
  fact: DisputeFact,
  reported: number | undefined,
): number | undefined => {
  if (recorded === undefined || reported === undefined) return recorded?.amount ?? reported;
  return isSameStep(recorded, fact) && !isLater(fact, recorded)
    ? Math.max(recorded.amount, reported)
    : reported;
};

/** Pending refunds may fail, and if nothing is known to be captured, the dispute says that something was: late money, or a capture not reported yet. */
const mayBeLeft = ({ amount, amount_captured, amount_refundable, refunds, reversal }: Charge): number => {
  const taken = amount_captured || reversal?.captured || amount;
  const pending = Object.values(refunds).filter(({ status }) => status === 'pending');
  const gone = amount_captured - amount_refundable - pending.reduce((sum, one) => sum + one.amount, 0);
  return Math.max(0, taken - gone);
};

const isSameStep = (recorded: Dispute, { status, stage }: DisputeFact): boolean =>
  recorded.status === status && recorded.stage === stage;

/** Anything a fact omits stays as it was. */
const isKnown = (recorded: Dispute, fact: DisputeFact, amount = recorded.amount): boolean => {
  if (!isSameStep(recorded, fact) || amount > recorded.amount) return false;
  return hasSameReasons(recorded, fact) && hasSameTimes(recorded, fact);
};

const hasSameReasons = (
  recorded: Dispute,
  { reason = recorded.reason, psp_reason = recorded.psp_reason }: DisputeFact,
): boolean => recorded.reason === reason && recorded.psp_reason === psp_reason;

const hasSameTimes = (
  recorded: Dispute,
  { respond_by = recorded.respond_by, as_of = recorded.as_of }: DisputeFact,
): boolean => recorded.respond_by === respond_by && recorded.as_of === as_of;

/**
 * The PSP's times decide: a dispute may be reopened under its id, even at an earlier stage. Without them, or if they are equal, a report of an earlier
 * stage is older, and only a later stage reopens a dispute that has ended.
 */
const isOlder = (recorded: Dispute, fact: DisputeFact): boolean => {
  if (isLater(recorded, fact)) return true;
  return !isLater(fact, recorded) && isOfEarlierStep(recorded, fact);
};

type Timed = Pick<DisputeFact, 'as_of'>;

/** False if either time is unknown. */
const isLater = ({ as_of: one = Number.NaN }: Timed, { as_of: other = Number.NaN }: Timed): boolean =>
  one > other;

const isOfEarlierStep = (recorded: Dispute, fact: DisputeFact): boolean => {
  if (fact.stage !== recorded.stage) return rank[fact.stage] < rank[recorded.stage];
  return recorded.status !== 'open' && fact.status === 'open';
};

const rank = { inquiry: 0, dispute: 1, arbitration: 2 } as const;
