import type { FromFrame } from '../protocol.ts';
import type { CardElement, CardStyle } from '../types.ts';
import { connectFrame } from './connect-frame.ts';
import { createListeners } from './create-listeners.ts';
import { createPayer } from './create-payer.ts';

/** One card element: an iframe of the service, and what is said to and by it. `address`: where the frame is served. */
export const createCard = (address: URL, style: CardStyle): CardElement => {
  const { on, emit } = createListeners();
  const payer = createPayer();
  let disconnect: (() => void) | undefined;

  const hear = (frame: HTMLIFrameElement, message: FromFrame): void => {
    switch (message.type) {
      case 'change':
        return void emit('change', message.change);
      case 'height':
        frame.style.height = `${message.pixels}px`;
        return;
      case 'result':
        return void payer.answered(message.id, message.result);
      default:
        return void emit(message.type);
    }
  };
  const card: CardElement = {
    mount: (container) => {
      const parent = typeof container === 'string' ? document.querySelector(container) : container;
      if (!parent || disconnect)
        throw new Error('A card element is mounted once, into an element that exists');
      disconnect = connectFrame(parent, address, style, {
        connected: payer.connected,
        hear,
        failed: () => {
          payer.gone(`The card fields could not be loaded from ${address.origin}`);
          emit('loaderror');
        },
      });
      return card;
    },
    on: (name, listener) => {
      on(name, listener);
      return card;
    },
    focus: () => payer.say({ type: 'focus' }),
    clear: () => payer.say({ type: 'clear' }),
    confirm: (client_secret) =>
      disconnect
        ? payer.confirm(client_secret)
        : Promise.reject(new Error('The card element is not mounted')),
    destroy: () => {
      disconnect?.();
      payer.gone('The card element is gone');
    },
  };
  return card;
};
