import type { CardElement } from '../types.ts';
import type { CheckedOptions } from './check-options.ts';
import { createElement } from './create-element.ts';
import { createPayer } from './create-payer.ts';

/** The whole card in one frame. `order`: what goes with each confirm. */
export const createCard = (
  address: URL,
  { style, client_secret, patience_ms }: CheckedOptions,
  order: { readonly hosted?: true } = {},
): CardElement => {
  const payer = createPayer(
    () => framed.port(),
    () => ({ type: 'confirm', elsewhere: [], ...order }),
    { ms: patience_ms, late: (result) => framed.emit('result', result) },
  );
  const framed = createElement({ address, style, client_secret }, payer);
  const card: CardElement = {
    ...framed.element,
    mount: (container) => {
      framed.element.mount(container);
      return card;
    },
    on: (name, listener) => {
      framed.element.on(name, listener);
      return card;
    },
    confirm: payer.confirm,
  };
  return card;
};
