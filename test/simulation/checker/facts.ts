import type { Charge } from '../../../lib/types/charge.ts';
import type { PublishedRule } from '../../../lib/types/routing.ts';
import type { Session } from '../../../lib/types/session.ts';
import type { Process } from '../process.ts';
import type { Profile } from '../psp/draw-profile.ts';
import type { Ledger, LedgerPayment } from '../psp/ledger.ts';

/** The invariants of `docs/safety.md` by number; 0 is a defect of the service that no invariant names. */
export type Violation = { readonly invariant: number; readonly what: string };

/** What the checker has seen, and the first rule that was broken. It reads ledgers, stored records and answers, nothing of the engine. */
export type Facts = {
  readonly now: () => number;
  readonly ledgers: ReadonlyMap<string, Ledger>;
  readonly profiles: ReadonlyMap<string, Profile>;
  /** How the rule stood in each step of a rollout, by the version that was rolled out. */
  readonly rollouts: ReadonlyMap<number, readonly PublishedRule[]>;
  readonly sessions: Map<string, Session>;
  readonly charges: Map<string, Charge>;
  readonly bySession: Map<string, Set<string>>;
  /** Sessions of an order that is paid once. */
  readonly byOrder: Map<string, Set<string>>;
  /** Requests on their way that will change a PSP's books when they arrive. */
  readonly flights: Map<string, number>;
  /** When something was first sent: attempts by reference, operations by `kind/id`. True time. */
  readonly firstSent: Map<string, number>;
  /** References of which a definite no was really told. */
  readonly notified: Set<string>;
  /** The most that was ever captured for a reference. */
  readonly peaks: Map<string, number>;
  /** By reference: what PSPs took back of captures, and what the service's records fell by. */
  readonly takenBack: Map<string, number>;
  readonly fallen: Map<string, number>;
  /** Operations that ever succeeded: they may be undone later. */
  readonly succeeded: Set<string>;
  /** Events by name and the charge, refund or operation they are about. */
  readonly reported: Set<string>;
  /** Events that have to be among them in the end. */
  readonly alarms: Set<string>;
  /** Processes that run recovery, by id. */
  readonly recoveries: Map<string, Process>;
  /** The accounts that were closed when a process asked, by its id. */
  readonly closed: Map<string, ReadonlySet<string>>;
  /** What they have taken up, by `process charge`. */
  readonly taken: Set<string>;
  /** How much of a capture the PSP told a process was captured, by `process operation`. */
  readonly received: Map<string, number>;
  /** Refunds that the merchant wants although a dispute may take the same money. */
  readonly overDispute: Set<string>;
  /** Charges about which a person decided what is not so. */
  readonly misjudged: Set<string>;
  /** Charges whose customer's approval came back to another charge: the PSP may have completed them under that one's call. */
  readonly swapped: Set<string>;
  readonly poisoned: ReadonlySet<string>;
  readonly violate: (invariant: number, what: string) => void;
  readonly violation: () => Violation | undefined;
};

export type FactSources = Pick<Facts, 'now' | 'ledgers' | 'profiles' | 'poisoned'> &
  Partial<Pick<Facts, 'rollouts'>>;

export const createFacts = (sources: FactSources): Facts => {
  let first: Violation | undefined;
  return {
    rollouts: new Map(),
    ...sources,
    sessions: new Map(),
    charges: new Map(),
    bySession: new Map(),
    byOrder: new Map(),
    flights: new Map(),
    firstSent: new Map(),
    notified: new Set(),
    peaks: new Map(),
    takenBack: new Map(),
    fallen: new Map(),
    succeeded: new Set(),
    reported: new Set(),
    alarms: new Set(),
    recoveries: new Map(),
    closed: new Map(),
    taken: new Set(),
    received: new Map(),
    overDispute: new Set(),
    misjudged: new Set(),
    swapped: new Set(),
    violation: () => first,
    violate: (invariant, what) => {
      first ??= { invariant, what };
    },
  };
};

/** The payments the PSP of a charge has in its books for it. */
export const paymentsOf = (
  facts: Facts,
  { psp, id }: { readonly psp: string; readonly id: string },
): readonly LedgerPayment[] => facts.ledgers.get(psp)?.payments.get(id) ?? none;

const none: readonly LedgerPayment[] = [];

/** The PSP can be asked for a payment. */
export const hasLookUp = (facts: Facts, psp: string): boolean =>
  Boolean(facts.profiles.get(psp)?.account.capabilities.look_up);

/** Where no key tells a repeat from a second order, what is not there may still come, and only a person can rule it out. */
export const knowsKeys = (facts: Facts, { psp }: { readonly psp: string }): boolean =>
  facts.profiles.get(psp)?.account.capabilities.idempotency.kind !== 'none';

/** Nothing that was sent for this is still to arrive, as far as anybody could know: a minute is the longest that is expected. */
export const mayArrive = (facts: Facts, what: string): boolean =>
  (facts.flights.get(what) ?? 0) > 0 && facts.now() - (facts.firstSent.get(what) ?? 0) <= 60_000;

/** Whoever wrote a record: the id of a write begins with its process's. */
export const writerOf = ({ write }: { readonly write: string }): string => write.split('.')[0] ?? '';

/** The customer of a session may still pay, whichever of the clocks is right. */
export const mayStillPay = (facts: Facts, session: string): boolean => {
  const known = facts.sessions.get(session);
  return (
    known !== undefined && known.expired_at === undefined && facts.now() + skew_ms < known.expires_at * 1000
  );
};

/** The most by which a clock is wrong. */
const skew_ms = 300_000;

/** Adds to a figure that is kept by name. */
export const add = (figures: Map<string, number>, name: string, amount: number): void =>
  void figures.set(name, (figures.get(name) ?? 0) + amount);

export const sum = <Item>(items: Iterable<Item>, of: (item: Item) => number): number => {
  let total = 0;
  for (const item of items) total += of(item);
  return total;
};

/** What the store says of a record that was poisoned on purpose. */
export const unreadableRecord = 'this record cannot be read';
