import type { Decline } from '../../../lib/types/outcome.ts';

export type LedgerStatus = 'requires_action' | 'authorized' | 'captured' | 'declined' | 'canceled';

/** A payment as the PSP's own books have it. Amounts in ISO 4217 minor units; only the PSP writes here. */
export type LedgerPayment = {
  readonly id: string;
  readonly psp: string;
  readonly reference: string;
  readonly session: string;
  readonly currency: string;
  readonly asked: number;
  readonly manual: boolean;
  status: LedgerStatus;
  authorized: number;
  captured: number;
  /** Succeeded and under way. */
  refunded: number;
  decline: Decline | undefined;
  /** The answer names another amount than was asked, or less was authorised. */
  readonly mismatch: boolean;
  /** Reached the PSP later than anybody could expect: more than a minute after it was called for. */
  readonly late: boolean;
  /** What a look-up shows from which time on (Unix milliseconds). */
  readonly shown: { readonly from: number; readonly status: LedgerStatus }[];
};

/** A capture, cancel or refund. `id` is the caller's; `executions` counts how often it moved money. */
export type LedgerOperation = {
  readonly id: string;
  readonly kind: 'capture' | 'cancel' | 'refund';
  readonly amount: number;
  status: 'pending' | 'succeeded' | 'failed';
  executions: number;
  readonly shown_from: number;
};

export type Ledger = {
  readonly psp: string;
  /** By reference: more than one where a repeat was executed again. */
  readonly payments: Map<string, LedgerPayment[]>;
  readonly operations: Map<string, LedgerOperation>;
  /** References that can never take money any more. */
  readonly fenced: Set<string>;
};

export const createLedger = (psp: string): Ledger => ({
  psp,
  payments: new Map(),
  operations: new Map(),
  fenced: new Set(),
});

/** Money held, or taken and not given back. */
export const isLive = ({ status, captured, refunded }: LedgerPayment): boolean =>
  status === 'authorized' || (status === 'captured' && captured > refunded);
