import { hash } from 'node:crypto';

/** The id of an order that can be paid only once: a hash of the merchant's own reference. */
export const orderId = (reference: string): string => hash('sha256', `order\n${reference}`, 'base64url');
