import { h } from './dom.ts';

type TestCard = { readonly number: string; readonly where: string; readonly what: string };

/** Cards that every simulator treats alike, and two that PSPs document for their test platforms, which are approved elsewhere. */
const cards: readonly TestCard[] = [
  { number: '4242 4242 4242 4242', where: 'Everywhere', what: 'approved' },
  { number: '4111 0000 0001 0007', where: 'Everywhere', what: 'insufficient funds' },
  {
    number: '4111 0000 0005 0003',
    where: 'Everywhere',
    what: 'issuer unavailable, so the next PSP is tried',
  },
  { number: '4000 0027 6000 3184', where: 'Stripe', what: '3-D Secure' },
  { number: '4212 3456 7890 1237', where: 'Adyen', what: '3-D Secure' },
];

/** Numbers to copy: by design, the page cannot type into the card fields. */
export const testCards = (): HTMLElement =>
  h(
    'details',
    { class: 'cards' },
    h('summary', {}, 'Test cards'),
    h('p', { class: 'note' }, 'Any future date, any code, any name.'),
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
