import { hasExpired } from '../../types/card-expiry.ts';
import type { StoredMethod } from '../../types/payment-method.ts';
import type { SavedCard } from '../../types/result.ts';

/**
 * The customer's stored methods that can be paid with the security code: the vault has the card, and it has not expired. `now`: Unix milliseconds.
 */
export const savedCards = (methods: readonly StoredMethod[], now: number): readonly SavedCard[] =>
  methods.flatMap(({ id, vault, card: { brand = null, bin, last4, exp_month, exp_year } }) => {
    if (!vault || !bin || !last4 || !exp_month || !exp_year) return [];
    return hasExpired({ exp_month, exp_year }, now) ? [] : [{ id, brand, last4, exp_month, exp_year }];
  });
