import type { AuditEntry, Author } from './audit-entry.ts';
import type { Account } from './capabilities.ts';
import type { CardTry } from './card-try.ts';
import type { Charge, Dispute, DisputeRow, Refund, RefundRow } from './charge.ts';
import type { Event } from './event.ts';
import type { LogEvent, UncountedEvent } from './event-metrics.ts';
import type { HeldEvent } from './held-event.ts';
import type {
  AuditFilters,
  ChargeFilters,
  DisputeFilters,
  EventFilters,
  Page,
  PageRequest,
  PaymentMethodFilters,
  RefundFilters,
  SessionFilters,
} from './list.ts';
import type { Cap } from './network-rules.ts';
import type { Decline } from './outcome.ts';
import type { StoredMethod } from './payment-method.ts';
import type { AnyMethodPsp } from './psp.ts';
import type { RulesDocument } from './routing.ts';
import type { Row } from './row.ts';
import type { Scope } from './scope.ts';
import type { Session } from './session.ts';

/** The current time in Unix milliseconds, and a way to wait. */
export type Clock = { readonly now: () => number; readonly sleep: (milliseconds: number) => Promise<void> };

/** `cs_`, `ch_`, `re_`, `key_`, … + 26 characters of Crockford base32 from 128 random bits. */
export type NewId = (
  prefix:
    | 'cs'
    | 'ch'
    | 'cp'
    | 'cn'
    | 'rv'
    | 're'
    | 'req'
    | 'evt'
    | 'we'
    | 'bt'
    | 'vt'
    | 'key'
    | 'note'
    | 'exp'
    | 'sig',
) => string;

export type Write =
  | { readonly table: 'sessions'; readonly item: Session; readonly expects: 'absent' | number }
  | { readonly table: 'charges'; readonly item: Charge; readonly expects: 'absent' | number };

/**
 * Updates the counts of a card across its payments. `try` counts one try. It refuses the whole commit if the series has used up one of `caps`, if the
 * card was blocked less than `bound_s` seconds ago, or, with `waits`, if the time to wait is not over. `give_back` undoes a try; if the try was
 * approved, it also ends a block. `block` and `wait` (until Unix seconds) bind later tries.
 */
export type CardWrite =
  | {
      readonly limit: 'try';
      readonly id: string;
      readonly try: CardTry;
      readonly caps: readonly Cap[];
      readonly bound_s: number;
      readonly waits: boolean;
    }
  | {
      readonly limit: 'give_back';
      readonly id: string;
      readonly try: CardTry;
      readonly approved: boolean;
    }
  | { readonly limit: 'block'; readonly id: string; readonly kept_s: number }
  | { readonly limit: 'wait'; readonly id: string; readonly until: number; readonly outcome: Decline };

/**
 * `take`: a counter that lasts `window_s` seconds from its first count, and refuses the whole commit at `max`. `take_one` counts an item by its name.
 * `put_back` removes that item from the count; it never refuses, and does nothing if the item is not counted.
 */
export type LimitWrite =
  | { readonly limit: 'take'; readonly id: string; readonly max: number; readonly window_s: number }
  | {
      readonly limit: 'take_one';
      readonly id: string;
      readonly one: string;
      readonly max: number;
      readonly window_s: number;
    }
  | { readonly limit: 'put_back'; readonly id: string; readonly one: string; readonly window_s: number }
  | CardWrite;

/** A limit that refused, and until when, in Unix seconds. `advised_after`: set if advice to wait is the only reason; the outcome that gave it. */
export type Exceeded = { readonly id: string; readonly until: number; readonly advised_after?: Decline };

/**
 * A session's claim to pay an order. `take` fails if another session holds the order. `join` holds it together with others, because both may be
 * paid. `give_back` ends this session's claim, if it has one. `id`: `Session.order`.
 */
export type OrderWrite = {
  readonly order: 'take' | 'join' | 'give_back';
  readonly id: string;
  readonly session: string;
};

/** `current`: for each record, the current item if the write's condition failed. `exceeded`: the limits that refused. */
export type CommitResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly current: readonly (Session | Charge | undefined)[];
      readonly exceeded: readonly Exceeded[];
      /** Another session that holds the order, if that is why nothing was written. */
      readonly order_held_by?: string;
    };

export type ChargeUpdated =
  | { readonly ok: true; readonly charge: Charge }
  | { readonly ok: false; readonly charge: Charge | undefined };

/**
 * Sessions and charges. Reads are consistent. Every method throws `ApiError('storage_unavailable')` if the store cannot be reached in time; a write
 * that threw may still have been stored.
 */
export type PaymentStore = {
  readonly session: (id: string) => Promise<Session | undefined>;
  readonly charge: (id: string) => Promise<Charge | undefined>;
  /**
   * The charge with this PSP reference at this account; undefined if there are two. The index is eventually consistent, the returned record is
   * consistent.
   */
  readonly chargeAt: (account: string, psp_reference: string) => Promise<Charge | undefined>;
  /**
   * All or nothing. Each item replaces the one whose `rev` is `expects`, or is new if `'absent'`; `item.rev` is the new revision. If the stored item
   * already has this write's `write` id, it counts as written: a call repeated because its first response was lost succeeds. `limits` and `order`
   * belong to the same transaction and need at least one record.
   */
  readonly commit: (
    writes: readonly Write[],
    limits?: readonly LimitWrite[],
    order?: OrderWrite,
  ) => Promise<CommitResult>;
  /**
   * Takes `refund.amount` from `amount_refundable` and `amount_refundable_disputed`, and records the refund. Requires that:
   * * `amount_refundable` (with `refund.allow_disputed`, `amount_refundable_disputed`) has that much left, or exactly that much with `exact`;
   * * the charge is captured, and held by one of the accounts `psps`;
   * * it can hold one more refund (`hasSpaceFor`), and never had one with this id.
   *
   * Needs no read and no revision, so concurrent refunds do not make each other fail.
   */
  readonly reserveRefund: (
    charge: string,
    refund: Refund,
    options: {
      readonly exact: boolean;
      readonly psps: readonly string[];
      readonly recover_shard: number;
      readonly recover_at: number;
    },
  ) => Promise<ChargeUpdated>;
  /**
   * Replaces the refund's previous revision (`refund.rev - 1`); with `release`, returns its amount to both refundable amounts. One write, no read.
   * The charge's revision rises; its recovery mark stays. Fails with the current charge if the stored refund has another revision.
   */
  readonly replaceRefund: (
    charge: string,
    refund: Refund,
    options: { readonly release: boolean },
  ) => Promise<ChargeUpdated>;
  /**
   * Records a refund made elsewhere and deducts its amount (0 if it failed) from both refundable amounts, below zero if necessary. Marks the charge
   * `external` and, if the refund is pending, for recovery. Fails with the current charge if a refund with this id is recorded.
   */
  readonly recordRefund: (
    charge: string,
    refund: Refund,
    mark: { readonly recover_shard: number; readonly recover_at: number },
  ) => Promise<ChargeUpdated>;
  /**
   * Records a dispute or its outcome, and changes both refundable amounts by the given amounts. `before`: the dispute as currently recorded,
   * undefined if there is none. Fails with the current charge if the record differs.
   */
  readonly recordDispute: (
    charge: string,
    dispute: Dispute,
    change: {
      readonly before: Dispute | undefined;
      readonly refundable: number;
      readonly refundable_disputed: number;
    },
  ) => Promise<ChargeUpdated>;
  /** Holds an event that no charge can take; one that is held, or was, stays as it is. False if its account has had `mostHeldPerHour`. */
  readonly holdEvent: (held: HeldEvent) => Promise<boolean>;
  /** At most `mostHeldAtOnce` held events that are due at `now`, earliest first, without those of a newer release. Eventually consistent. */
  readonly heldEvents: (now: number) => Promise<readonly HeldEvent[]>;
  /** Without a condition: an event is applied once, however often two runs look at it. */
  readonly replaceHeld: (held: HeldEvent) => Promise<void>;
  /** Charges with something open, sorted by `recover_at`, starting at `from` (Unix milliseconds) if given. Eventually consistent. */
  readonly open: (shard: number, limit: number, from?: number) => Promise<readonly OpenMark[]>;
};

/** A charge in the recovery index. `recover_at`: when recovery next works on it, Unix milliseconds. */
export type OpenMark = { readonly id: string; readonly recover_at: number };

/** Unpaid sessions whose time is over. Throws `ApiError('storage_unavailable')`. */
export type ExpiringSessions = {
  /**
   * Unpaid sessions that expire at `now_s` (Unix seconds) or earlier and are not yet recorded as expired, at most `limit` from each shard. Eventually
   * consistent.
   */
  readonly over: (now_s: number, limit: number) => Promise<readonly string[]>;
};

/** Rows derived from changes of records. Throws `ApiError('storage_unavailable')`; a write that threw may still have been stored. */
export type RowStore = {
  /** Stores each row unless its revision or a later one is stored, in no particular order. A repeated call changes nothing. */
  readonly putRows: (rows: readonly Row[]) => Promise<void>;
};

/**
 * Receives events once they are stored, at least once each. Throws `ApiError('storage_unavailable')` to get them again; any other error sets them
 * aside for a person.
 */
export type EventSink = (events: readonly Event[]) => Promise<void>;

/**
 * Lists of stored records, newest first. Which rows a list has is eventually consistent; each row's record is consistent. Throws
 * `ApiError('storage_unavailable')`.
 */
export type PaymentLists = {
  readonly sessions: (request: PageRequest<SessionFilters>) => Promise<Page<Session>>;
  readonly charges: (request: PageRequest<ChargeFilters>) => Promise<Page<Charge>>;
  /** Read from rows that follow their charges within seconds. For specific charges, read from the charges, without that delay. */
  readonly refunds: (request: PageRequest<RefundFilters>) => Promise<Page<RefundRow>>;
  /** Read from such a row. Undefined if there is none, or not yet. */
  readonly refund: (id: string) => Promise<RefundRow | undefined>;
  /** Likewise. */
  readonly disputes: (request: PageRequest<DisputeFilters>) => Promise<Page<DisputeRow>>;
  readonly dispute: (id: string) => Promise<DisputeRow | undefined>;
};

/**
 * Customers' cards, stored for later charges. Reads are consistent, except for the list of a customer's cards. Throws
 * `ApiError('storage_unavailable')`; a write that threw may still have been stored.
 */
export type PaymentMethods = {
  readonly find: (id: string) => Promise<StoredMethod | undefined>;
  readonly wasDeleted: (id: string) => Promise<boolean>;
  /** Does nothing if it was deleted, or is already stored from a later revision of its charge. `by`: who requested it, unless a payment did. */
  readonly keep: (method: StoredMethod, by?: Author) => Promise<void>;
  /** Deletes it for good: the same charge does not restore it. Does nothing if it was deleted. */
  readonly remove: (id: string, by: Author) => Promise<void>;
  readonly list: (request: PageRequest<PaymentMethodFilters>) => Promise<Page<StoredMethod>>;
};

/** The events of the last 30 days, and who caused them, with a delay of seconds. Throws `ApiError('storage_unavailable')`. */
export type EventLists = {
  readonly events: (request: PageRequest<EventFilters>) => Promise<Page<Event>>;
  readonly event: (id: string) => Promise<Event | undefined>;
  readonly audit: (request: PageRequest<AuditFilters>) => Promise<Page<AuditEntry>>;
};

/**
 * API keys by the plain key of an `Authorization` header. `unknown` includes malformed keys. `fresh`: read from the store, not from the cache. Throws
 * `ApiError('storage_unavailable')`.
 */
export type ApiKeys = { readonly find: (key: string, fresh?: boolean) => Promise<KnownKey | UselessKey> };

export type UselessKey = 'unknown' | 'revoked' | 'ended';

export type KnownKey = {
  /** As `npm run keys -- list` shows it: identifies the key without revealing it. */
  readonly id: string;
  /** Empty if the key has none. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly livemode: boolean;
  /** When the presented secret ends, in Unix seconds; undefined if never. */
  readonly end?: number | undefined;
};

/**
 * Listing accounts needs no secret and no call. `connect` returns the adapter, or undefined for an account that is no longer configured. Its first
 * call starts reading the account's credentials, so connect before a write that precedes a PSP call.
 */
export type Psps = {
  readonly accounts: readonly Account[];
  readonly connect: (account: string) => AnyMethodPsp | undefined;
};

/** The rules in force: cached, refreshed in the background. Throws `ApiError('routing_unavailable')` only if they were never read. */
export type RulesReader = () => Promise<RulesDocument>;

/** An event to count or to alarm on. Fields are allow-listed: ids, codes and numbers, never a secret, never card data. */
export type LogRecord = {
  readonly event: LogEvent;
  readonly [field: string]: string | number | boolean | null | undefined;
};

/** No alarm waits for this one: it may be lost. */
export type QuietRecord = LogRecord & {
  readonly event: UncountedEvent | 'attempt_resolved' | 'failover';
};

export type Log = (event: LogRecord) => void;
