import { exponentOf } from '../../../../lib/types/currency.ts';
import { toDecimal } from '../../../../lib/types/money.ts';
import type { ConfirmPorts } from '../frame/confirm-session.ts';
import { fetchSession } from '../frame/fetch-session.ts';
import type { WalletOffer } from '../protocol.ts';

/**
 * The payment that a wallet asks the customer for. Null if the session's first PSP accepts no wallet, if the session cannot be paid now, or if it
 * cannot be read.
 */
export const readOffer = async (
  ports: Pick<ConfirmPorts, 'exchange'>,
  client_secret: string,
): Promise<WalletOffer | null> => {
  const session = await fetchSession(ports, client_secret);
  if (!session?.wallets || session.status !== 'open' || session.payment_status === 'processing') return null;
  const { amount, currency, wallets } = session;
  const digits = exponentOf(currency);
  return digits === undefined
    ? null
    : { ...wallets, total: toDecimal(amount, digits), currency: currency.toUpperCase() };
};
