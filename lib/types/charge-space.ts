import type { Charge, Refund } from './charge.ts';

// Limits on what a charge may hold. They leave enough of an item's 400 KB for the end of everything open on it, and for whatever PSPs report, which
// cannot be refused. `space-of-a-charge.test.ts` adds it all up: docs/decisions/0110.

/** The most refunds per charge, failed ones not counted. */
export const maxRefunds = 100;

/** The most bytes of refunds, and of stored responses other than theirs. */
export const maxRefundBytes = 192 * 1024;
export const maxResponseBytes = 48 * 1024;

/** The most bytes that a refund takes once it has ended. Its metadata counts twice: the response stored under its idempotency key repeats it. */
export const mostBytesOf = ({ metadata }: Pick<Refund, 'metadata'>): number =>
  1_300 + 2 * Buffer.byteLength(JSON.stringify(metadata));

export const bytesOfRemoved = (failed: NonNullable<Charge['failed_refunds']>): number =>
  Object.entries(failed).reduce(
    (sum, [id, hash]) => sum + id.length + hash.length + 2,
    'failed_refunds'.length + 3,
  );

/** Whether the charge can hold one more refund, however it ends. */
export const hasSpaceFor = (
  { refunds, refund_bytes = 0 }: Charge,
  refund: Pick<Refund, 'metadata'>,
): boolean =>
  Object.keys(refunds).length < maxRefunds && refund_bytes + mostBytesOf(refund) <= maxRefundBytes;
