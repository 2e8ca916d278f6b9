import { createHash } from 'node:crypto';

/** The id of an order that is paid once: a hash of the merchant's own reference and nothing else. */
export const orderId = (reference: string): string =>
  createHash('sha256').update(`order\n${reference}`).digest('base64url');
