import type { FromFrame, ToFrame, WalletOffer } from '../protocol.ts';
import type { CardChange, CardEvents, ConfirmResult, FieldElement, PolicyViolation } from '../types.ts';
import { connectFrame, type FrameLink, type FrameOptions } from './connect-frame.ts';
import { createListeners } from './create-listeners.ts';
import type { Payer } from './create-payer.ts';

type Hooks = {
  readonly answered: Payer['answered'];
  /** The frame that was asked can no longer answer. */
  readonly forget: () => void;
  readonly destroyed?: () => void;
};

export type FramedElement = {
  readonly element: FieldElement;
  readonly emit: (name: 'result', result: ConfirmResult) => void;
  readonly send: (message: ToFrame) => void;
  /** The channel to the frame as it is in the page now. Rejects if there is none. */
  readonly port: () => Promise<MessagePort>;
};

const eventNames = [
  'ready',
  'change',
  'focus',
  'blur',
  'submit',
  'confirming',
  'result',
  'loaderror',
  'violation',
] as const satisfies readonly (keyof CardEvents)[];

type Details = Partial<{
  readonly type: string;
  readonly change: CardChange;
  readonly violation: PolicyViolation;
}>;

export const nothingTyped: CardChange = { complete: false, empty: true, error: null, brand: null };

/** One iframe of the service, with the whole card or one field of it, and its messages in both directions. */
export const createElement = (
  options: FrameOptions,
  { answered, forget, destroyed }: Hooks,
  offered?: (offer: WalletOffer, frame: Element) => void,
): FramedElement => {
  const { on, emit } = createListeners<CardEvents>(eventNames);
  let link: FrameLink | undefined;
  const port = (): Promise<MessagePort> =>
    link?.port() ?? Promise.reject(new Error('The card element is not mounted'));

  const receive = (message: FromFrame): void => {
    if (!link) return;
    const { frame } = link;
    switch (message.type) {
      case 'height':
        frame.style.height = `${message.pixels}px`;
        return;
      case 'title':
        frame.title = message.title;
        return;
      case 'offer':
        return void offered?.(message.offer, frame);
      case 'result':
        return void (message.id ? answered(message.id, message.result) : emit('result', message.result));
      case 'loaderror':
        link.close();
    }
    const { change, violation }: Details = message;
    emit(message.type, change ?? violation);
  };
  const send = (message: ToFrame): void =>
    void port()
      .then((channel) => channel.postMessage(message))
      .catch(() => {});
  const element: FieldElement = {
    mount: (container) => {
      const parent = typeof container === 'string' ? document.querySelector(container) : container;
      if (!parent || link) throw new Error('Mount an element once, into one that exists');
      link = connectFrame<FromFrame>(parent, options, {
        receive,
        reloaded: () => {
          forget();
          emit('change', nothingTyped);
        },
        failed: () => emit('loaderror'),
      });
      return element;
    },
    on: (name, listener) => {
      on(name, listener);
      return element;
    },
    focus: () => send({ type: 'focus' }),
    clear: () => send({ type: 'clear' }),
    destroy: () => {
      link?.close();
      forget();
      destroyed?.();
    },
  };
  return { element, emit, send, port };
};
