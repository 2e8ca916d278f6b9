/** What `reactShop` is opened with, behind `#`, and given later by `window.give`. */
export type Given = { readonly origin: string; readonly options: object };

declare global {
  interface Window {
    give: (given: Given) => void;
    /** Every status that a `useCheckout` has shown, and what each `confirm` gave. */
    shown: readonly string[];
    confirmed: readonly string[];
  }
}

export const shopAddress = (path: string, given: Given): string =>
  `${path}#${encodeURIComponent(JSON.stringify(given))}`;

/** A merchant's program for the tests: what the hook tells is on the page. */
export const reactShop = `
import { CheckoutProvider, PaymentElement, useCheckout } from 'payment-routing-react';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

window.shown = [];
window.confirmed = [];

const Pay = () => {
  const { status, disabled, confirm } = useCheckout();
  useEffect(() => {
    if (window.shown.at(-1) !== status) window.shown.push(status);
  }, [status]);
  const pay = () => confirm().then((result) => window.confirmed.push(result.status), (error) => window.confirmed.push(error.message));
  return <><button disabled={disabled} onClick={pay}>Pay</button><button onClick={pay}>Pay anyway</button><output>{status}</output></>;
};

const Shop = () => {
  const [{ origin, options, away }, give] = useState(() => JSON.parse(decodeURIComponent(location.hash.slice(1))));
  window.give = give;
  return (
    <CheckoutProvider origin={origin} options={options}>
      {!away && <PaymentElement className="place" />}
      <Pay />
    </CheckoutProvider>
  );
};

createRoot(document.body.appendChild(document.createElement('main'))).render(<StrictMode><Shop /></StrictMode>);
`;

/** What a server prints of a checkout, and what happens without a provider. */
export const onServer = `
import { CheckoutProvider, PaymentElement, useCheckout } from 'payment-routing-react';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

const Pay = () => {
  const { status, disabled } = useCheckout();
  return createElement('button', { disabled }, status);
};
const options = { client_secret: 'cs_1_secret_2' };
const place = createElement(PaymentElement, { className: 'place' });
console.log(renderToString(createElement(CheckoutProvider, { origin: 'https://pay.example.com', options }, place, createElement(Pay))));
try {
  renderToString(createElement(Pay));
} catch ({ message }) {
  console.log(message);
}
`;
