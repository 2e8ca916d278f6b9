import type { FromFrame, ToFrame } from '../protocol.ts';
import type { CardChange, CardElement, CardStyle } from '../types.ts';
import { connectFrame, type FrameLink } from './connect-frame.ts';
import { createListeners } from './create-listeners.ts';
import { createPayer } from './create-payer.ts';

const nothingTyped: CardChange = { complete: false, empty: true, error: null, brand: null };

/** One card element: an iframe of the service, and what is said to and by it. `address`: where the frame is served. */
export const createCard = (address: URL, style: CardStyle): CardElement => {
  const { on, emit } = createListeners();
  let link: FrameLink | undefined;
  const port = (): Promise<MessagePort> =>
    link?.port() ?? Promise.reject(new Error('The card element is not mounted'));
  const payer = createPayer(port);

  const hear = (message: FromFrame): void => {
    switch (message.type) {
      case 'change':
        return void emit('change', message.change);
      case 'violation':
        return void emit('violation', message.violation);
      case 'height':
        if (link) link.frame.style.height = `${message.pixels}px`;
        return;
      case 'result':
        return void payer.answered(message.id, message.result);
      default:
        return void emit(message.type);
    }
  };
  const say = (message: ToFrame): void =>
    void port()
      .then((channel) => channel.postMessage(message))
      .catch(() => {});
  const card: CardElement = {
    mount: (container) => {
      const parent = typeof container === 'string' ? document.querySelector(container) : container;
      if (!parent || link) throw new Error('Mount a card element once, into an element that exists');
      link = connectFrame(parent, address, style, {
        hear,
        reloaded: () => {
          payer.forget();
          emit('change', nothingTyped);
        },
        failed: () => emit('loaderror'),
      });
      return card;
    },
    on: (name, listener) => {
      on(name, listener);
      return card;
    },
    focus: () => say({ type: 'focus' }),
    clear: () => say({ type: 'clear' }),
    confirm: payer.confirm,
    destroy: () => {
      link?.close();
      payer.forget();
    },
  };
  return card;
};
