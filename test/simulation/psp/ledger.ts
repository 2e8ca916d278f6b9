import type { Decline } from '../../../lib/types/outcome.ts';
import type { Attempt, DisputeFact } from '../../../lib/types/psp.ts';

export type LedgerStatus = 'requires_action' | 'authorized' | 'captured' | 'declined' | 'canceled';

/** What a look-up can show of a payment. Amounts in ISO 4217 minor units. */
export type LedgerState = {
  readonly status: LedgerStatus;
  readonly captured: number;
  readonly refunded: number;
  readonly hold: 'voided' | 'expired' | undefined;
  /** A capture or a void has been accepted and is not done yet. */
  readonly working: boolean;
};

/** From which time on (Unix milliseconds) something is shown to whoever asks. */
type Since<State> = { readonly from: number; readonly state: State };

/** A payment as the PSP's own books have it. Amounts in ISO 4217 minor units; only the PSP writes here. */
export type LedgerPayment = {
  readonly id: string;
  readonly psp: string;
  readonly reference: string;
  /** The reference that it bears instead: of another payment, which it was made beside. */
  readonly bears?: string;
  readonly session: string;
  readonly currency: string;
  readonly asked: number;
  readonly manual: boolean;
  status: LedgerStatus;
  authorized: number;
  /** All that was captured and not taken back by the scheme; refunds not deducted. */
  captured: number;
  /** Succeeded and under way. */
  refunded: number;
  /** Disputes that are open or lost. */
  disputed: number;
  hold: 'voided' | 'expired' | undefined;
  decline: Decline | undefined;
  /** How the customer's authentication ended, if the PSP knows by itself and the money waits for the completion. */
  authenticated?: boolean;
  /** The answer names another amount than was asked, or less was authorised. */
  readonly mismatch: boolean;
  /** Came later than anybody could expect (more than a minute after it was called for), or by a return to another session. */
  late: boolean;
  /** Whoever asks learns that it is authorised, and that its capture follows by itself. */
  supposed?: boolean;
  /** No event tells that it was made: only whoever asks finds it. */
  unreported?: true;
  /** Until then whoever asks for it gets an error, and no event tells of it. Unix milliseconds. */
  unreadable_until: number | undefined;
  readonly operations: LedgerOperation[];
  readonly disputes: LedgerDispute[];
  readonly shown: Since<LedgerState>[];
};

/** A capture, cancel or refund; `executions` counts how often it moved money. */
export type LedgerOperation = {
  /** What the PSP calls it. */
  readonly id: string;
  /** What this service calls it; undefined if it was made elsewhere. */
  readonly ours: string | undefined;
  readonly kind: 'capture' | 'cancel' | 'refund';
  /** The capture that a refund is made of, where a PSP refunds one at a time. */
  readonly of?: string;
  amount: number;
  status: 'pending' | 'succeeded' | 'failed';
  executions: number;
  /** How it ended was not told. */
  withheld?: true;
  /** It was done after the PSP had said that it failed. */
  after_all?: true;
  /** The PSP's own repetition of a capture that failed. */
  readonly again?: true;
  readonly shown: Since<'pending' | 'succeeded' | 'failed'>[];
};

export type LedgerDispute = {
  readonly id: string;
  readonly amount: number;
  stage: DisputeFact['stage'];
  status: DisputeFact['status'];
};

export type Ledger = {
  readonly psp: string;
  /** By reference: more than one where a repeat was executed again. */
  readonly payments: Map<string, LedgerPayment[]>;
  /** By kind and our id, or the PSP's if it was made elsewhere. */
  readonly operations: Map<string, LedgerOperation>;
  /** By reference, the id of a payment that was opened and holds nothing before it is paid. */
  readonly opened: Map<string, string>;
  /** References that can never take money any more. */
  readonly fenced: Set<string>;
};

export const createLedger = (psp: string): Ledger => ({
  psp,
  payments: new Map(),
  operations: new Map(),
  opened: new Map(),
  fenced: new Set(),
});

/** Later than this after it was called for, nobody could expect it. */
const longest_flight_ms = 60_000;

/** A payment that waits for its customer. `called`: when it was asked for, Unix milliseconds. */
export const newPayment = (
  { reference, session, currency, amount, capture_method }: Attempt,
  {
    called,
    now,
    ...more
  }: Pick<LedgerPayment, 'id' | 'psp' | 'mismatch' | 'bears'> & {
    readonly called: number;
    readonly now: number;
  },
): LedgerPayment => ({
  ...more,
  reference,
  session,
  currency,
  asked: amount,
  manual: capture_method === 'manual',
  status: 'requires_action',
  authorized: 0,
  captured: 0,
  refunded: 0,
  disputed: 0,
  hold: undefined,
  decline: undefined,
  late: now - called > longest_flight_ms,
  unreadable_until: undefined,
  operations: [],
  disputes: [],
  shown: [],
});

type Shows = Pick<LedgerPayment, 'status' | 'captured' | 'refunded' | 'hold'> & {
  readonly operations: readonly LedgerOperation[];
};

/** The books as they are at this moment. */
export const stateNow = ({ status, captured, refunded, hold, operations }: Shows): LedgerState => ({
  status,
  captured,
  refunded,
  hold,
  working: operations.some(({ kind, status }) => kind !== 'refund' && status === 'pending'),
});

/** It holds or took money, whatever has become of that since. */
export const hasTaken = ({ authorized }: Pick<LedgerPayment, 'authorized'>): boolean => authorized > 0;

/** Money held, or taken and not given back. */
export const isLive = ({
  status,
  captured,
  refunded,
  disputes,
}: Pick<LedgerPayment, 'status' | 'captured' | 'refunded' | 'disputes'>): boolean =>
  status === 'authorized' || (status === 'captured' && captured > refunded + lost(disputes));

const lost = (disputes: readonly LedgerDispute[]): number =>
  disputes.reduce((sum, { status, amount }) => (status === 'lost' ? sum + amount : sum), 0);

/** What of a captured payment can still be given back. */
export const refundable = ({
  status,
  captured,
  refunded,
  disputed,
}: Pick<LedgerPayment, 'status' | 'captured' | 'refunded' | 'disputed'>): number =>
  status === 'captured' ? captured - refunded - disputed : 0;

/** What is shown at a time: the last that may be seen by then. */
export const shownAt = <State>(shown: readonly Since<State>[], now: number): State | undefined =>
  shown.findLast(({ from }) => from <= now)?.state;
