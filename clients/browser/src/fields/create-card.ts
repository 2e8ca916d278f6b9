import type { FromFrame, ToFrame } from '../protocol.ts';
import type { CardElement, CardEvents, CardStyle, ConfirmResult } from '../types.ts';
import { connectFrame } from './connect-frame.ts';

type Listener = (event: never) => void;

/** Longer than the frame itself goes on asking, so that its own answer is the one that counts. */
const confirm_limit_ms = 180_000;

/** One card element: an iframe of the service, and what is said to and by it. `address`: where the frame is served. */
export const createCard = (address: URL, style: CardStyle): CardElement => {
  const listeners = new Map<keyof CardEvents, Set<Listener>>();
  const answers = new Map<number, (result: ConfirmResult) => void>();
  let disconnect: (() => void) | undefined;
  let connect: (port: MessagePort) => void;
  let giveUp: (reason: string) => void;
  let confirming: { readonly client_secret: string; readonly result: Promise<ConfirmResult> } | undefined;
  let confirms = 0;
  const channel = new Promise<MessagePort>((resolve, reject) => {
    connect = resolve;
    giveUp = (reason) => reject(new Error(reason));
  });
  channel.catch(() => {});

  const emit = (name: keyof CardEvents, event?: CardEvents['change']) => {
    for (const listener of listeners.get(name) ?? []) listener(event as never);
  };
  const hear = (frame: HTMLIFrameElement, message: FromFrame) => {
    switch (message.type) {
      case 'change':
        return emit('change', message.change);
      case 'height':
        frame.style.height = `${message.pixels}px`;
        return;
      case 'result':
        return answers.get(message.id)?.(message.result);
      default:
        return emit(message.type);
    }
  };
  const say = (message: ToFrame) => void channel.then((port) => port.postMessage(message)).catch(() => {});
  const pay = async (client_secret: string): Promise<ConfirmResult> => {
    if (!disconnect) throw new Error('The card element is not mounted');
    await channel;
    const id = ++confirms;
    const result = await new Promise<ConfirmResult>((resolve) => {
      const limit = setTimeout(() => resolve(nobodyKnows), confirm_limit_ms);
      answers.set(id, (answer) => {
        clearTimeout(limit);
        resolve(answer);
      });
      say({ type: 'confirm', id, client_secret });
    });
    answers.delete(id);
    if (result.status !== 'redirecting') return result;
    if (!/^https?:\/\//i.test(result.url)) return nobodyKnows;
    window.location.assign(result.url);
    return result;
  };

  const card: CardElement = {
    mount: (container) => {
      const parent = typeof container === 'string' ? document.querySelector(container) : container;
      if (!parent || disconnect)
        throw new Error('A card element is mounted once, into an element that exists');
      disconnect = connectFrame(parent, address, style, {
        connected: connect,
        hear,
        failed: () => {
          giveUp(`The card fields could not be loaded from ${address.origin}`);
          emit('loaderror');
        },
      });
      return card;
    },
    on: (name, listener) => {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
      return card;
    },
    focus: () => say({ type: 'focus' }),
    clear: () => say({ type: 'clear' }),
    confirm: (client_secret) => {
      if (confirming)
        return confirming.client_secret === client_secret
          ? confirming.result
          : Promise.reject(new Error('Another session is being confirmed with this card'));
      const result = pay(client_secret).finally(() => {
        confirming = undefined;
      });
      confirming = { client_secret, result };
      return result;
    },
    destroy: () => {
      disconnect?.();
      giveUp('The card element is gone');
      for (const answer of answers.values()) answer(nobodyKnows);
    },
  };
  return card;
};

/** What was sent may have had its effect. */
const nobodyKnows: ConfirmResult = { status: 'processing', session: null };
