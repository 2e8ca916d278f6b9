import { type Order, prices } from '../model.ts';
import { fill, h } from './dom.ts';
import { testCards } from './test-cards.ts';
import { money, type Tone } from './words.ts';

export type ShopView = {
  readonly currency: HTMLSelectElement;
  readonly pay: HTMLButtonElement;
  readonly card: HTMLElement;
  /** The order's current price. */
  readonly order: (order: Order) => void;
  readonly busy: (busy: boolean) => void;
  /** One line for the customer; empty if `words` is. */
  readonly say: (words: string, tone: Tone) => void;
  /** The customer left the bank's page without answering: `url` leads back there. */
  readonly bank: (url: string | undefined) => void;
  readonly receipt: (order: Order, again: () => void) => void;
  readonly form: () => void;
};

/** The shop's side of the page. */
export const createShopView = (section: HTMLElement): ShopView => {
  const price = h('span', { class: 'price' });
  const currency = h(
    'select',
    { id: 'currency' },
    ...Object.keys(prices).map((code) => h('option', { value: code }, code.toUpperCase())),
  );
  const card = h('div', { class: 'fields' });
  const pay = h('button', { type: 'button', class: 'primary pay' }, 'Pay');
  const message = h('p', { class: 'message', role: 'status' });
  const checkout = h('div', {}, card, pay, message, secure(), testCards());
  const receipt = h('div', { class: 'receipt', role: 'status' });
  fill(section, h('h2', { id: 'shop-title' }, 'Shop'), product(price, currency), checkout, receipt);
  return {
    currency,
    pay,
    card,
    order: (order) => {
      price.textContent = money(order);
      pay.textContent = `Pay ${money(order)}`;
      currency.value = order.currency;
    },
    busy: (busy) => {
      // Not disabled: a disabled button would lose the keyboard's focus.
      pay.setAttribute('aria-disabled', String(busy));
      pay.setAttribute('aria-busy', String(busy));
      currency.disabled = busy;
    },
    say: (words, tone) => {
      message.className = `message ${tone}`;
      fill(message, words);
    },
    bank: (url) => {
      message.className = 'message waiting';
      fill(
        message,
        'Your bank is still waiting for you. ',
        url !== undefined && h('a', { href: url }, 'Continue there'),
      );
    },
    receipt: (order, again) => {
      checkout.hidden = true;
      fill(receipt, ...thanks(order, again));
    },
    form: () => {
      fill(receipt);
      checkout.hidden = false;
    },
  };
};

const product = (price: HTMLElement, currency: HTMLElement): HTMLElement =>
  h(
    'div',
    { class: 'product' },
    art(),
    h('div', {}, h('strong', {}, 'Pour-over set'), h('p', { class: 'note' }, 'Stoneware, two cups')),
    h(
      'div',
      { class: 'cost' },
      price,
      h('label', { for: 'currency', class: 'hidden' }, 'Currency'),
      currency,
    ),
  );

const secure = (): HTMLElement =>
  h(
    'p',
    { class: 'note secure' },
    'The card fields are a frame from the payment service. This shop cannot read them.',
  );

const thanks = (order: Order, again: () => void): readonly HTMLElement[] => [
  h('p', { class: 'thanks' }, 'Thank you!'),
  h('p', {}, `${money(order)} ${order.payment_status === 'paid' ? 'paid' : 'authorised'}.`),
  h('button', { type: 'button', class: 'quiet', onclick: again }, 'Buy another'),
];

const art = (): Node => {
  const [drawing] = new DOMParser().parseFromString(
    '<svg xmlns="http://www.w3.org/2000/svg" class="art" viewBox="0 0 64 64" aria-hidden="true"><path class="cone" d="M14 12h36L38 32H26z"/><path class="pot" d="M22 36h20l6 18a4 4 0 0 1-4 4H20a4 4 0 0 1-4-4z"/><path class="line" d="M10 12h44M46 40c8 0 8 12 2 12"/></svg>',
    'image/svg+xml',
  ).children;
  return drawing ? document.importNode(drawing, true) : document.createTextNode('');
};
