/** One warm call's requests to DynamoDB. `transaction_items` are written at twice the price. */
export type TableCalls = {
  readonly reads: number;
  readonly writes: number;
  readonly transaction_items: number;
};

/**
 * A payment by card under a session token: created, confirmed at the first PSP, read once, refunded in part. Every item is at most 1 KB, the unit of
 * a write. A test counts these on the wire of the packaged functions.
 */
export const tableCalls = {
  'create-checkout-session': { reads: 0, writes: 1, transaction_items: 0 },
  'confirm-checkout-session': { reads: 1, writes: 0, transaction_items: 7 },
  'retrieve-checkout-session': { reads: 1, writes: 0, transaction_items: 0 },
  'refund-charge': { reads: 0, writes: 2, transaction_items: 0 },
  'expire-checkout-session': { reads: 1, writes: 1, transaction_items: 0 },
} as const satisfies Readonly<Record<string, TableCalls>>;

/** Largest item a payment writes, rounded up to the kilobyte that is billed. */
export const item_kb = 1;

/** Entries of lists: of the session and of the charge by time, and of the charge by its PSP's reference. `test/integration/service/lists.test.ts` counts them. */
export const list_writes = 3;

/**
 * Write units more, of one payment, if its session grows over 1 KB by what the merchant says of it: it is written once when it is created and twice
 * in transactions, which cost double. `test/integration/service/write-units.test.ts` counts them.
 */
export const said_writes = { customer_and_billing: 4, everything: 5 } as const;

/**
 * What one payment's event takes: its row and the row's entry in the index; and the session's entry among those that may expire, made and taken away.
 * A refund has two events. `test/integration/service/round-trips.test.ts` counts the rows.
 */
export const event_writes = { payment: 4, refund: 4 } as const;

/** Bytes of the functions' own log lines over those four calls, rounded up; the same test measures them. */
export const log_bytes = 3_500;

/**
 * Custom metrics written whenever payments come: per account, and regardless of account. A test finds these, and no others, in the logs of the walk.
 * Others are written in the hours in which something is wrong.
 */
export const steadySeries = {
  perAccount: ['session_planned', 'attempt_ms', 'payment_approved', 'operation_ms'],
  once: ['recovery_looked', 'open_charges', 'open_charges_oldest_ms', 'synthetic_payment'],
} as const;

/** One event sent to one webhook endpoint, alone in its batch: from the rows that put it on its way to the worker's end. A test counts these. */
export const deliveryCalls = { reads: 4, queries: 2, writes: 4 } as const;

/**
 * A window in which payments were counted for the health of PSPs: written once, and read with the detector and its verdict when it is folded. The
 * detector is stored once a minute. A test counts these.
 */
export const healthCalls = { window_writes: 1, fold_reads: 3, stored: 1 } as const;

/** Windows that a minute of nothing reads, and the detector. */
export const idleHealthReads = 13;

/** One run of recovery that finds nothing: what is due, what is open at all and what has expired, in each shard, and whether a rule version is open. */
export const recoveryQueries = 13;
