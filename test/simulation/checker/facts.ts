import type { Charge, Session } from '../../../lib/types/records.ts';
import type { Ledger, LedgerPayment } from '../psp/ledger.ts';

/** The invariants of `docs/safety.md` by number; 0 is a defect of the service that no invariant names. */
export type Violation = { readonly invariant: number; readonly what: string };

/** What the checker has seen, and the first rule that was broken. It reads ledgers, stored records and answers, nothing of the engine. */
export type Facts = {
  readonly now: () => number;
  readonly ledgers: ReadonlyMap<string, Ledger>;
  readonly sessions: Map<string, Session>;
  readonly charges: Map<string, Charge>;
  readonly bySession: Map<string, Set<string>>;
  /** Requests on their way that will change a PSP's books when they arrive. */
  readonly flights: Map<string, number>;
  /** When something was first sent: attempts by reference, operations by `kind/id`. True time. */
  readonly firstSent: Map<string, number>;
  /** References of which a definite no was really told. */
  readonly told: Set<string>;
  /** What was last taken for a reference, and which operations ever succeeded: both may be undone later. */
  readonly taken: Map<string, number>;
  readonly succeeded: Set<string>;
  /** Events by name and the charge or refund they are about. */
  readonly reported: Set<string>;
  readonly poisoned: ReadonlySet<string>;
  /** Accounts whose PSP can be asked for a payment. */
  readonly lookUps: ReadonlySet<string>;
  readonly violate: (invariant: number, what: string) => void;
  readonly violation: () => Violation | undefined;
};

export const createFacts = (
  now: () => number,
  ledgers: ReadonlyMap<string, Ledger>,
  poisoned: ReadonlySet<string>,
  lookUps: ReadonlySet<string>,
): Facts => {
  let first: Violation | undefined;
  return {
    now,
    ledgers,
    poisoned,
    lookUps,
    sessions: new Map(),
    charges: new Map(),
    bySession: new Map(),
    flights: new Map(),
    firstSent: new Map(),
    told: new Set(),
    taken: new Map(),
    succeeded: new Set(),
    reported: new Set(),
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

/** Nothing that was sent for this is still to arrive, as far as anybody could know: a minute is the longest that is expected. */
export const mayArrive = (facts: Facts, what: string): boolean =>
  (facts.flights.get(what) ?? 0) > 0 && facts.now() - (facts.firstSent.get(what) ?? 0) <= 60_000;

/** What the store says of a record that was poisoned on purpose. */
export const unreadableRecord = 'this record cannot be read';
