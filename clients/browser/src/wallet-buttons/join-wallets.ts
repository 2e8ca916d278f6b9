import type { PaymentElement } from '../payment-types.ts';
import type { ToFrame, WalletMethod, WalletOffer } from '../protocol.ts';
import type { ConfirmResult } from '../types.ts';
import type { WalletOptions } from '../wallet-types.ts';
import { hideAfter } from '../wallets/hide-after.ts';
import type { PaymentLock } from '../wallets/payment-lock.ts';
import { showButtons } from '../wallets/show-buttons.ts';

export type Counter = {
  /** The card's, which makes and explains the wallets' payments too. */
  readonly frame: Element;
  readonly element: PaymentElement;
  readonly pay: (method: WalletMethod) => Promise<ConfirmResult>;
  readonly send: (message: ToFrame) => void;
};

export type JoinWallets = (
  offer: WalletOffer,
  options: Omit<WalletOptions, 'client_secret'>,
  counter: Counter,
) => Promise<void>;

/** The wallets' buttons above the card of a payment element. They wait while it is being paid, and are gone once nothing is left to pay. */
export const joinWallets: JoinWallets = async (offer, options, { frame, element, pay, send }) => {
  const place = placeAbove(frame);
  let taken = false;
  const lock: PaymentLock = {
    take: () => {
      if (taken) return false;
      taken = true;
      return true;
    },
    cancel: () => {
      taken = false;
    },
    pay: (method) =>
      pay(method).catch(() => {
        taken = false;
        return undefined;
      }),
  };
  element
    .on('confirming', () => {
      taken = true;
      place.style.opacity = '0.5';
    })
    .on('result', (result) => {
      taken = false;
      place.style.opacity = '';
      hideAfter(place, result);
    });
  const shown = await showButtons(place, offer, options, lock);
  if (shown.length > 0) send({ type: 'divide' });
};

/** Goes with the frame, and is used again by a frame that is loaded again. */
const placeAbove = (frame: Element): HTMLElement => {
  const before = frame.previousElementSibling;
  if (before instanceof HTMLElement && before.dataset.wallets !== undefined) return before;
  const place = document.createElement('div');
  place.dataset.wallets = '';
  place.style.marginBottom = '12px';
  frame.before(place);
  new MutationObserver((_, observer) => {
    if (frame.isConnected) return;
    observer.disconnect();
    place.remove();
  }).observe(frame.parentNode ?? frame, { childList: true });
  return place;
};
