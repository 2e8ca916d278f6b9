import { checkNames } from '../fields/check-names.ts';
import { connectFrame, type FrameLink } from '../fields/connect-frame.ts';
import { createListeners } from '../fields/create-listeners.ts';
import { createPayer, type Payer } from '../fields/create-payer.ts';
import type { FromWalletFrame, WalletOffer } from '../protocol.ts';
import { sessionOf } from '../session-of.ts';
import type { WalletElement, WalletEvents, WalletOptions } from '../wallet-types.ts';
import { hideAfter } from './hide-after.ts';
import type { PaymentLock } from './payment-lock.ts';
import { showButtons } from './show-buttons.ts';

/** The buttons of one session's wallets, next to an invisible frame of the service that reads and confirms it. */
export const createWallets = (address: URL, options: WalletOptions): WalletElement => {
  const { client_secret } = checked(options);
  const { on, emit } = createListeners<WalletEvents>([
    'ready',
    'confirming',
    'result',
    'cancel',
    'loaderror',
    'violation',
  ]);
  const buttons = document.createElement('div');
  let link: FrameLink | undefined;
  let payer: Payer | undefined;
  let taken = false;

  /** A listener that throws must not prevent the sheet from showing the payment's result. */
  const tell: typeof emit = (name, event) => queueMicrotask(() => emit(name, event));
  const port = (): Promise<MessagePort> =>
    link?.port() ?? Promise.reject(new Error('The wallet element is not mounted'));
  const lock: PaymentLock = {
    take: () => {
      if (taken) return false;
      taken = true;
      return true;
    },
    cancel: (wallet, code) => {
      taken = false;
      tell('cancel', { wallet, code });
    },
    pay: async (method) => {
      tell('confirming', { wallet: method.type });
      payer = createPayer(
        port,
        () => ({ type: 'pay', method }),
        Number.POSITIVE_INFINITY,
        () => {},
      );
      const result = await payer.confirm(client_secret).catch(() => undefined);
      if (!result) {
        lock.cancel(method.type, 'NOT_SENT');
        return undefined;
      }
      taken = false;
      hideAfter(buttons, result);
      tell('result', result);
      return result;
    },
  };

  const show = async (offer: WalletOffer | null): Promise<void> =>
    tell('ready', { wallets: await showButtons(buttons, offer, options, lock) });
  const receive = (message: FromWalletFrame): void => {
    switch (message.type) {
      case 'offer':
        return void show(message.offer);
      case 'violation':
        return void tell('violation', message.violation);
      default:
        return void payer?.answered(message.id, message.result);
    }
  };

  const element: WalletElement = {
    mount: (container) => {
      const parent = typeof container === 'string' ? document.querySelector(container) : container;
      if (!parent || link) throw new Error('Mount an element once, into one that exists');
      parent.append(buttons);
      link = connectFrame<FromWalletFrame>(
        parent,
        { address, style: {}, client_secret },
        { receive, reloaded: () => payer?.forget(), failed: () => tell('loaderror') },
      );
      link.frame.title = 'Secure wallet payment';
      link.frame.style.display = 'none';
      return element;
    },
    on: (name, listener) => {
      on(name, listener);
      return element;
    },
    destroy: () => {
      link?.close();
      payer?.forget();
      buttons.remove();
    },
  };
  return element;
};

const checked = (options: WalletOptions): WalletOptions => {
  checkNames('option', options, ['client_secret', 'googlepay', 'applepay', 'buttonColor']);
  const { client_secret, applepay, googlepay } = options;
  if (!sessionOf(client_secret))
    throw new TypeError('client_secret: token_invalid. Expected that of a session');
  if (!applepay && !googlepay) throw new TypeError('googlepay, applepay: expected one of them, or both');
  if (applepay && !(applepay.version >= 3)) throw new TypeError('applepay.version: expected 3 or more');
  return options;
};
