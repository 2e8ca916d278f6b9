import type { WalletOffer } from '../protocol.ts';
import type { Wallet } from '../types.ts';
import type { WalletOptions } from '../wallet-types.ts';
import { applePay } from './apple-pay.ts';
import { googlePay } from './google-pay.ts';
import type { PaymentLock } from './payment-lock.ts';

/** Puts a button into `place` for each wallet that is offered, set up and ready here. Returns which there are. */
export const showButtons = async (
  place: Element,
  offer: WalletOffer | null,
  { applepay, googlepay, buttonColor = 'black' }: Omit<WalletOptions, 'client_secret'>,
  lock: PaymentLock,
): Promise<readonly Wallet[]> => {
  const row = document.createElement('div');
  row.style.cssText = 'display:grid;gap:8px;grid-auto-rows:48px';
  place.replaceChildren(row);
  const make: Readonly<
    Record<Wallet, (offer: WalletOffer) => HTMLElement | undefined | Promise<HTMLElement | undefined>>
  > = {
    applepay: (offer) => applepay && applePay(applepay, offer, lock, buttonColor),
    googlepay: (offer) => googlepay && googlePay(googlepay, offer, lock, buttonColor),
  };
  const put = async (wallet: Wallet): Promise<readonly Wallet[]> => {
    const button = offer && (await make[wallet](offer));
    if (button) row.append(button);
    return button ? [wallet] : [];
  };
  const shown = await Promise.all(
    (['applepay', 'googlepay'] as const)
      .filter((wallet) => offer?.types.includes(wallet))
      .map((wallet) =>
        put(wallet).catch((error) => {
          console.error(`There is no button for ${wallet}:`, error);
          return [];
        }),
      ),
  );
  return shown.flat();
};
