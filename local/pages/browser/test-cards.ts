import { h } from './dom.ts';

type TestCard = { readonly number: string; readonly where: string; readonly what: string };

/** Cards the PSPs document for their test platforms. A card's behaviour holds at its own PSP; elsewhere it is approved. */
const cards: readonly TestCard[] = [
  { number: '4242 4242 4242 4242', where: 'Everywhere', what: 'approved (3-D Secure at Checkout.com)' },
  { number: '4000 0000 0000 9995', where: 'Stripe', what: 'insufficient funds' },
  { number: '4000 0000 0000 0119', where: 'Stripe', what: 'processing error, so the next PSP is tried' },
  { number: '4000 0027 6000 3184', where: 'Stripe', what: '3-D Secure' },
  { number: '4212 3456 7890 1237', where: 'Adyen', what: '3-D Secure' },
  { number: '4544 2491 6767 3670', where: 'Checkout.com', what: 'insufficient funds' },
];

/** Numbers to copy: by design, the page cannot type into the card fields. */
export const testCards = (): HTMLElement =>
  h(
    'details',
    { class: 'cards' },
    h('summary', {}, 'Test cards'),
    h(
      'p',
      { class: 'note' },
      'Any future date, any code, any name. The name NOT_ENOUGH_BALANCE is declined at Adyen.',
    ),
    h('ul', {}, ...cards.map(row)),
  );

const row = ({ number, where, what }: TestCard): HTMLElement => {
  const copy = async () => {
    await navigator.clipboard.writeText(number.replaceAll(' ', ''));
    button.textContent = 'Copied';
  };
  const button = h(
    'button',
    {
      type: 'button',
      class: 'small',
      'aria-label': `Copy ${number}`,
      onclick: copy,
      onblur: () => {
        button.textContent = 'Copy';
      },
    },
    'Copy',
  );
  return h('li', {}, h('code', {}, number), h('span', {}, `${where}: ${what}`), button);
};
