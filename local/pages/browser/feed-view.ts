import { pspName } from '../../../clients/console/src/psp-name.ts';
import type { DemoState, Payment, PaymentDetails } from '../model.ts';
import { fill, h, place } from './dom.ts';
import { badge, routingStory } from './payment-view.ts';
import { duration, money, outcomeWords, paymentWords } from './words.ts';

const shown = 24;

/** The latest payments, from any source. The one that is open shows below its row what the router did with it. */
export const showFeed = (
  { payments }: DemoState,
  open: PaymentDetails | undefined,
  choose: (id: string) => void,
): void => {
  const list = listIn(place('feed'));
  if (payments.length === 0) return void fill(list, h('li', { class: 'empty' }, 'None yet.'));
  const latest = payments.slice(0, shown);
  const gone = open && !latest.some(({ id }) => id === open.payment.id) ? [open.payment] : [];
  const known = new Map(
    [...list.querySelectorAll<HTMLElement>('[data-id]')].map((item) => [item.dataset.id, item]),
  );
  const items = [...latest, ...gone].map((payment) => {
    const item = known.get(payment.id) ?? createItem(payment.id, choose);
    showItem(item, payment, open?.payment.id === payment.id ? open : undefined);
    return item;
  });
  if (items.some((item, index) => list.children[index] !== item) || list.children.length !== items.length) {
    const focused = document.activeElement;
    list.replaceChildren(...items);
    if (focused instanceof HTMLElement && list.contains(focused)) focused.focus({ preventScroll: true });
  }
};

const listIn = (section: HTMLElement): HTMLElement => {
  const found = section.querySelector('ul');
  if (found) return found;
  const list = h('ul', { class: 'feed' });
  fill(
    section,
    h('h2', { id: 'feed-title' }, 'Payments'),
    h(
      'p',
      { class: 'note' },
      'From the shop, from curl, from anywhere. Choose one to see how it was routed.',
    ),
    list,
  );
  return list;
};

const createItem = (id: string, choose: (id: string) => void): HTMLElement =>
  h(
    'li',
    { 'data-id': id },
    h('button', { type: 'button', 'aria-controls': `story-${id}`, onclick: () => choose(id) }),
    h('div', { id: `story-${id}`, class: 'story' }),
  );

const showItem = (item: HTMLElement, payment: Payment, open: PaymentDetails | undefined): void => {
  const [button, story] = item.children;
  if (!button || !story) return;
  button.setAttribute('aria-expanded', String(open !== undefined));
  fill(button, ...row(payment));
  fill(story, ...(open ? routingStory(open) : []));
  story.toggleAttribute('hidden', open === undefined);
};

const row = (payment: Payment): readonly HTMLElement[] => {
  const { words, tone } = paymentWords(payment);
  const { attempts } = payment.routing;
  const took = attempts.reduce((sum, { settled_ms }) => sum + (settled_ms ?? 0), 0);
  const created = new Date(payment.created * 1_000);
  return [
    h('time', { dateTime: created.toISOString() }, created.toLocaleTimeString('en-GB')),
    h('span', { class: 'reference' }, payment.reference ?? payment.id),
    h('span', { class: 'amount' }, money(payment)),
    h(
      'span',
      { class: 'way' },
      ...attempts.map(({ psp, outcome }) => h('span', { class: outcomeWords(outcome).tone }, pspName(psp))),
    ),
    h('span', { class: 'took' }, duration(took)),
    badge(words, tone),
  ];
};
