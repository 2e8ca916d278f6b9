import { exponentOf } from '../../../../lib/types/currency.ts';
import { toDecimal } from '../../../../lib/types/money.ts';
import type { WalletOffer } from '../protocol.ts';
import type { CheckoutSession } from '../types.ts';

/** The payment that a wallet asks the customer for. Null if the session offers none, or if it cannot be paid now. */
export const offerOf = (session: CheckoutSession | undefined): WalletOffer | null => {
  if (!session?.wallets || session.status !== 'open' || session.payment_status === 'processing') return null;
  const { amount, currency, wallets } = session;
  const digits = exponentOf(currency);
  return digits === undefined
    ? null
    : { ...wallets, total: toDecimal(amount, digits), currency: currency.toUpperCase() };
};
