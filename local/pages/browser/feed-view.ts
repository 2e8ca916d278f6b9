import type { ConsoleState, Payment } from '../model.ts';
import { fill, h, place } from './dom.ts';
import { badge } from './payment-view.ts';
import { duration, money, outcomeWords, paymentWords, pspName } from './words.ts';

const shown = 12;

/** The latest payments, from any source; choosing one shows what the router did with it. */
export const showFeed = (
  { payments }: ConsoleState,
  selected: string | undefined,
  select: (id: string) => void,
): void => {
  const section = place('feed');
  if (!section.querySelector('h2'))
    fill(
      section,
      h('h2', { id: 'feed-title' }, 'Payments'),
      h(
        'p',
        { class: 'note' },
        'From the shop, from curl, from anywhere. Choose one to see how it was routed.',
      ),
      h('ul', { class: 'feed' }),
    );
  const list = section.querySelector('ul');
  if (!list) return;
  if (payments.length === 0) return void fill(list, h('li', { class: 'empty' }, 'None yet.'));
  const rows = new Map([...list.querySelectorAll('button')].map((button) => [button.dataset.id, button]));
  const next = payments.slice(0, shown).map((payment) => {
    const button = rows.get(payment.id) ?? h('button', { type: 'button', 'data-id': payment.id });
    button.onclick = () => select(payment.id);
    button.setAttribute('aria-pressed', String(payment.id === selected));
    fill(button, ...row(payment));
    return button;
  });
  if (
    next.some((button, index) => list.children[index]?.firstChild !== button) ||
    list.children.length !== next.length
  ) {
    const focused = document.activeElement;
    list.replaceChildren(...next.map((button) => h('li', {}, button)));
    if (focused instanceof HTMLElement && next.some((button) => button === focused)) focused.focus();
  }
};

const row = (payment: Payment): readonly HTMLElement[] => {
  const { words, tone } = paymentWords(payment);
  const { attempts } = payment.routing;
  const took = attempts.reduce((sum, { latency_ms }) => sum + (latency_ms ?? 0), 0);
  return [
    h('span', { class: 'amount' }, money(payment)),
    h(
      'span',
      { class: 'way' },
      ...attempts.map(({ psp, outcome }) => h('span', { class: outcomeWords(outcome).tone }, pspName(psp))),
    ),
    h('span', { class: 'time' }, duration(took)),
    badge(words, tone),
  ];
};
