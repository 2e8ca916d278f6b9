/** One warm call's requests to DynamoDB. `transaction_items` are written at twice the price. */
export type TableCalls = {
  readonly reads: number;
  readonly writes: number;
  readonly transaction_items: number;
};

/**
 * A card payment with a session token: created, confirmed at the first PSP, read once, refunded in part. Every item is at most 1 KB, the unit of a
 * write. A test counts these on the wire of the packaged functions.
 */
export const tableCalls = {
  'create-checkout-session': { reads: 0, writes: 1, transaction_items: 0 },
  'confirm-checkout-session': { reads: 1, writes: 0, transaction_items: 7 },
  'retrieve-checkout-session': { reads: 1, writes: 0, transaction_items: 0 },
  'refund-charge': { reads: 0, writes: 2, transaction_items: 0 },
  'expire-checkout-session': { reads: 1, writes: 1, transaction_items: 0 },
} as const satisfies Readonly<Record<string, TableCalls>>;

/** The largest item that a payment writes, rounded up to the billed kilobyte. */
export const item_kb = 1;

/**
 * Entries of lists: the session and the charge by time, and the charge by its PSP's reference and by its card's last digits.
 * `test/integration/service/lists.test.ts` counts them.
 */
export const list_writes = 4;

/**
 * Additional write units of one payment if the merchant's data makes its session larger than 1 KB: it is written once when it is created and twice in
 * transactions, which cost double. `test/integration/service/write-units.slow.test.ts` counts them.
 */
export const said_writes = { customer_and_billing: 5, everything: 5 } as const;

/**
 * Writes for one payment's event and for the money that moved: for each its row and the row's entry in the index; and the session's entry among those
 * that may expire, added and removed. A refund has two events and moves money once. `test/integration/service/round-trips.test.ts` counts the rows.
 */
export const event_writes = { payment: 6, refund: 6 } as const;

/**
 * Write units of one payment in each index whose sort key is a time, so that DynamoDB cannot split a busy key.
 * `test/integration/service/write-units.slow.test.ts` counts them, except for events, whose index takes movements and hourly counts too,
 * each under keys of their own.
 */
export const timed_writes = {
  'charges/recovery': 2,
  'sessions/expiry': 2,
  'sessions/by_time': 1,
  'charges/by_time': 1,
  'events/by_time': 1,
} as const;

/** Bytes of the functions' own log lines over those four calls, rounded up; the same test measures them. */
export const log_bytes = 3_500;

/**
 * Custom metrics written whenever there are payments: per account, and regardless of account. A test finds these, and no others, in the logs of the
 * walk. Others are written in hours when something is wrong.
 */
export const steadySeries = {
  perAccount: ['session_planned', 'attempt_ms', 'payment_approved', 'operation_ms'],
  once: [
    'recovery_looked',
    'open_charges',
    'open_charges_oldest_ms',
    'session_without_psp',
    'synthetic_payment',
  ],
} as const;

/** One event sent to one webhook endpoint, alone in its batch: from the rows that enqueue it to the worker's end. A test counts these. */
export const deliveryCalls = { reads: 4, queries: 2, writes: 4 } as const;

/**
 * A window in which payments were counted for the health of PSPs: written once, and read with the detector and its verdict when it is folded. The
 * detector is stored once a minute. A test counts these.
 */
export const healthCalls = { window_writes: 1, fold_reads: 3, stored: 1 } as const;

/** Windows read in a minute without payments, and the detector. */
export const idleHealthReads = 13;

/** One run of recovery that finds nothing: what is open and what has expired, in each shard, whether a rule version is open, and what is held. */
export const recoveryQueries = 11;

/**
 * How `create-checkout-session` and `confirm-checkout-session` know which PSPs are closed: one read by a process that starts, and then one each
 * `every_s` seconds while it is called. A test counts it on the wire.
 */
export const closedPspsCalls = { reads: 1, every_s: 10 } as const;

/**
 * How functions come by the routing rules: the processes of `create-checkout-session` share one AppConfig session. `cold`: table reads of a process that
 * starts, which receives no configuration. `poll`: of the process that finds the rules due, table writes included. The others read the session. A test
 * counts these on the wire.
 */
export const configurationCalls = {
  cold: { reads: 2, received: 0 },
  poll: { polls: 1, writes: 2 },
  due: { reads: 1 },
} as const;
