import type { Charge, Refund } from './charge.ts';

// What a charge may hold, so that an item of 400 KB has room for how everything on it ends and for what PSPs report, which nobody can refuse.
// `room-of-a-charge.test.ts` adds it all up: docs/decisions/0110.

/** The most refunds per charge, besides failed ones. */
export const maxRefunds = 100;

/** The most bytes of refunds, and of answers besides theirs. */
export const maxRefundBytes = 192 * 1024;
export const maxAnswerBytes = 48 * 1024;

/** The most bytes that a refund takes once it has ended. Its metadata is there twice: the answer under its key repeats it. */
export const mostBytesOf = ({ metadata }: Pick<Refund, 'metadata'>): number =>
  1_300 + 2 * Buffer.byteLength(JSON.stringify(metadata));

/** The bytes that failed refunds take once they have given way to others. */
export const bytesGivenWay = (failed: NonNullable<Charge['failed_refunds']>): number =>
  Object.entries(failed).reduce(
    (sum, [id, hash]) => sum + id.length + hash.length + 2,
    'failed_refunds'.length + 3,
  );

/** Whether one more refund can be made, and can end however it does. */
export const hasRoomFor = (
  { refunds, refund_bytes = 0 }: Charge,
  refund: Pick<Refund, 'metadata'>,
): boolean =>
  Object.keys(refunds).length < maxRefunds && refund_bytes + mostBytesOf(refund) <= maxRefundBytes;
