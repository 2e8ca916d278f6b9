import { createHash } from 'node:crypto';

/** The id of an order that is paid once: only a hash of the merchant's own reference. */
export const orderId = (reference: string): string =>
  createHash('sha256').update(`order\n${reference}`).digest('base64url');
