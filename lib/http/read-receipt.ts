import { ApiError } from '../types/api-error.ts';
import type { VaultCard } from '../types/card.ts';
import { hasExpired } from '../types/card-expiry.ts';
import { type Receipt, verifyReceipt } from '../vault/receipt.ts';
import type { NamedDer } from '../vault/signed-text.ts';

/** Whose receipts count: those of this vault, for this merchant and mode. */
export type TrustedVault = Pick<Receipt, 'merchant' | 'mode'> & {
  readonly receipt_keys: readonly NamedDer[];
};

/**
 * The card that a vault has given `token` for, as its receipt tells. Throws `parameter_invalid` unless the receipt is the vault's, and about this token
 * and session, and the card is valid. `now`: Unix milliseconds. No I/O.
 */
export const readReceipt = (
  { token, receipt: signed }: { readonly token: string; readonly receipt: string },
  { merchant, mode, receipt_keys }: TrustedVault,
  { session, now }: { readonly session: string; readonly now: number },
): VaultCard => {
  const receipt = verifyReceipt(signed, receipt_keys);
  if (!receipt) throw wrong('receipt', 'a receipt of this environment’s vault, as it gave it');
  if (receipt.mode !== mode) throw wrong('receipt', `a receipt of the vault in ${mode} mode`);
  if (receipt.merchant !== merchant) throw wrong('receipt', 'a receipt of this merchant’s vault');
  if (receipt.session !== session) throw wrong('receipt', 'a receipt for this session');
  if (receipt.token !== token) throw wrong('token', 'the token that the receipt is for');
  if (hasExpired(receipt, now)) throw wrong('receipt', 'a card that has not expired');
  const { bin, last4, brand, network, exp_month, exp_year, name, fingerprint } = receipt;
  return {
    token,
    bin,
    last4,
    exp_month,
    exp_year,
    fingerprint,
    ...(brand ? { brand } : {}),
    ...(network ? { network } : {}),
    ...(name === undefined ? {} : { name }),
  };
};

const wrong = (field: 'receipt' | 'token', expected: string): ApiError => {
  const param = `payment_method.${field}`;
  return new ApiError('parameter_invalid', `${param}: expected ${expected}.`, { param });
};
