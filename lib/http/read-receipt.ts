import { ApiError } from '../types/api-error.ts';
import type { VaultCard } from '../types/card.ts';
import { hasExpired } from '../types/card-expiry.ts';
import { defined } from '../types/defined.ts';
import { type Receipt, verifyReceipt } from '../vault-protocol/receipt.ts';
import type { NamedDer } from '../vault-protocol/signed-text.ts';

/** The vault, merchant and mode whose receipts are accepted. */
export type TrustedVault = Pick<Receipt, 'merchant' | 'mode'> & {
  readonly receipt_keys: readonly NamedDer[];
};

/**
 * The card for which a vault issued `token`, as its receipt describes it. Throws `parameter_invalid` unless the receipt is from this vault and for
 * this token and session, and the card is valid. `now`: Unix milliseconds. No I/O.
 */
export const readReceipt = (
  { token, receipt: signed }: { readonly token: string; readonly receipt: string },
  vault: TrustedVault,
  { session, now }: { readonly session: string; readonly now: number },
): VaultCard => {
  const receipt = checked({ token, receipt: signed }, vault, now, 'payment_method.');
  if (receipt.session !== session) throw wrong('payment_method.receipt', 'a receipt for this session');
  return cardOf(receipt);
};

/** The same for a card to store, whichever session it was collected in. */
export const readKeptReceipt = (
  given: { readonly token: string; readonly receipt: string },
  vault: TrustedVault | undefined,
  now: number,
): { readonly card: VaultCard; readonly session: string } => {
  if (!vault)
    throw new ApiError('vault_not_configured', 'token: this environment has no card vault.', {
      param: 'token',
    });
  const receipt = checked(given, vault, now, '');
  return { card: cardOf(receipt), session: receipt.session };
};

const checked = (
  { token, receipt: signed }: { readonly token: string; readonly receipt: string },
  { merchant, mode, receipt_keys }: TrustedVault,
  now: number,
  at: string,
): Receipt => {
  const receipt = verifyReceipt(signed, receipt_keys);
  if (!receipt) throw wrong(`${at}receipt`, 'an unchanged receipt from this environment’s vault');
  if (receipt.mode !== mode) throw wrong(`${at}receipt`, `a receipt from the vault in ${mode} mode`);
  if (receipt.merchant !== merchant) throw wrong(`${at}receipt`, 'a receipt from this merchant’s vault');
  if (receipt.token !== token) throw wrong(`${at}token`, 'the token that the receipt is for');
  if (hasExpired(receipt, now)) throw wrong(`${at}receipt`, 'a card that has not expired');
  return receipt;
};

const cardOf = (receipt: Receipt): VaultCard => {
  const { token, bin, last4, brand, network, exp_month, exp_year, name } = receipt;
  return {
    token,
    bin,
    last4,
    exp_month,
    exp_year,
    ...(brand ? { brand } : {}),
    ...(network ? { network } : {}),
    ...defined({ name }),
  };
};

const wrong = (param: string, expected: string): ApiError =>
  new ApiError('parameter_invalid', `${param}: expected ${expected}.`, { param });
