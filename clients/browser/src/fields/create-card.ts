import type { PaymentElement } from '../payment-types.ts';
import type { WalletMethod, WalletOffer } from '../protocol.ts';
import { complain, sessionOf } from '../session-of.ts';
import type { CardElement } from '../types.ts';
import type { Counter } from '../wallet-buttons/join-wallets.ts';
import type { CheckedOptions } from './check-options.ts';
import { createElement } from './create-element.ts';
import { createPayer } from './create-payer.ts';

export type Payment = {
  /** A customer who has not paid comes back to the hosted page. */
  readonly hosted?: true;
  readonly offered?: (offer: WalletOffer, counter: Counter) => void;
};

/**
 * The whole card in one frame. With a `payment`, the frame pays the given session, also with what its wallets approve, and tells the customer how that
 * ends.
 */
export const createCard = <Made extends CardElement | PaymentElement = CardElement>(
  address: URL,
  { style, fonts, client_secret, name, patience_ms, challenge }: CheckedOptions,
  payment?: Payment,
): Made => {
  const payer = createPayer(
    () => framed.port(),
    (method) => ({ type: 'confirm', elsewhere: [], hosted: payment?.hosted, framed: !!challenge, method }),
    patience_ms,
    (result, late) => {
      if (payment || late) framed.emit('result', result);
    },
    challenge,
  );
  const known = sessionOf(client_secret) && client_secret;
  const pay = (method?: WalletMethod) => payer.confirm(client_secret as string, method);
  const framed = createElement(
    { address, style, fonts, client_secret: known, name, payment: !!payment, hosted: payment?.hosted },
    payer,
    (offer, frame) =>
      payment?.offered?.(offer, { frame, element: element as PaymentElement, pay, send: framed.send }),
  );
  const element = Object.assign(framed.element as object as Made, {
    confirm: (secret: string) => (payment ? pay() : payer.confirm(secret)),
  });
  if (!known && payment) void pay().then((result) => framed.emit('result', result));
  else if (!known && client_secret !== undefined) complain(client_secret);
  return element;
};
