import type { CardElement } from '../types.ts';
import type { CheckedOptions } from './check-options.ts';
import { createElement } from './create-element.ts';
import { createPayer } from './create-payer.ts';

/** The whole card in one frame. `hosted`: a customer who comes back from the bank without having paid goes to the hosted page. */
export const createCard = (
  address: URL,
  { style, client_secret, patience_ms }: CheckedOptions,
  hosted = false,
): CardElement => {
  const payer = createPayer(
    () => framed.port(),
    () => ({ type: 'confirm', elsewhere: [], ...(hosted && { hosted }) }),
    { ms: patience_ms, late: (result) => framed.emit('result', result) },
  );
  const framed = createElement({ address, style, client_secret, title: 'Secure card payment fields' }, payer);
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
