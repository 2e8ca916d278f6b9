import { createHash } from 'node:crypto';
import type { CardBrand } from './test-card.ts';

/**
 * The card network's id for this payment: for Mastercard, nine characters and the date (`MCC1A2B3C1120`), for others fifteen digits. The same payment
 * always has the same id.
 */
export const networkTransactionId = (payment: string, brand: CardBrand, created: number): string => {
  const digest = createHash('sha256').update(payment).digest('hex');
  if (brand === 'mastercard')
    return `MCC${digest.slice(0, 6).toUpperCase()}${new Date(created).toISOString().slice(5, 10).replace('-', '')}`;
  return (BigInt(`0x${digest}`) % 10n ** 15n).toString().padStart(15, '1');
};

/** Whether any network writes its ids in this form. */
export const isNetworkTransactionId = (text: string): boolean =>
  /^(\d{15}|[A-Z]{3}[A-Z0-9]{6}\d{4})$/.test(text);
