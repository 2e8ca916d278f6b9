import { randomBytes } from 'node:crypto';
import { createPaymentLinks } from '../storage/payment-links.ts';
import { alphabet } from '../types/base32.ts';
import type { PaymentLinks } from '../types/payment-link.ts';
import { storage } from './dynamodb.ts';

export const paymentLinks = (): PaymentLinks => createPaymentLinks(storage());

/** Five random bits for each of 26 characters. */
export const newLinkId = (): string =>
  `pl_${Array.from(randomBytes(26), (byte) => alphabet[byte & 31]).join('')}`;
