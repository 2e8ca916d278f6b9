import { pspName } from '../../../clients/console/src/psp-name.ts';
import { sentence } from '../../../clients/console/src/sentence.ts';
import type { Attempt, PaymentDetails } from '../model.ts';
import { fill, h, place } from './dom.ts';
import { duration, money, outcomeWords, paymentWords, type Tone } from './words.ts';

/** The order of the shop on this page, and what the router did with it. */
export const showPayment = (details: PaymentDetails | undefined): void => {
  const section = place('payment');
  if (!details)
    return void fill(
      section,
      title(),
      h('p', { class: 'empty' }, 'Pay in the shop to see how the payment is routed.'),
    );
  const { payment } = details;
  const { words, tone } = paymentWords(payment);
  fill(
    section,
    h('div', { class: 'head' }, title(), badge(words, tone)),
    h('p', { class: 'note' }, `${money(payment)} · ${payment.reference ?? 'no reference'}`),
    ...routingStory(details),
  );
};

/** How one payment was routed: its id, its plan and why, each attempt on a common time line, and the PSPs' own books. */
export const routingStory = (details: PaymentDetails): readonly (HTMLElement | false)[] => {
  const { routing, id } = details.payment;
  const tried = routing.attempts.length > 0;
  return [
    h('p', { class: 'note' }, h('code', {}, id)),
    h('h3', {}, 'Plan'),
    plan(details),
    h(
      'p',
      { class: 'note' },
      `Drawn by rule “${routing.rule}”, version ${routing.version}${routing.override === null ? '' : `, override ${routing.override + 1}`}, when the session was created. Later rule changes do not affect it.`,
    ),
    h('h3', {}, 'Attempts'),
    tried
      ? h('ol', { class: 'attempts' }, ...attempts(routing.attempts))
      : h('p', { class: 'empty' }, 'None yet.'),
    tried && h('h3', {}, 'In the PSPs’ own books'),
    tried && h('ul', { class: 'books' }, ...bookLines(details)),
  ];
};

const title = () => h('h2', { id: 'payment-title' }, 'What the router did');

export const badge = (words: string, tone: Tone): HTMLElement => h('span', { class: `badge ${tone}` }, words);

const plan = ({ payment: { routing } }: PaymentDetails): HTMLElement => {
  const tried = new Set(routing.attempts.map(({ psp }) => psp));
  const out = [...routing.skipped, ...(routing.passed_over ?? [])];
  return h(
    'ol',
    { class: 'plan' },
    ...routing.plan.map((psp) =>
      h('li', { class: tried.has(psp) ? 'tried' : '' }, h('strong', {}, pspName(psp))),
    ),
    ...out.map(({ psp, reason }) =>
      h('li', { class: 'skipped' }, h('span', {}, pspName(psp)), h('small', {}, sentence(reason))),
    ),
  );
};

/** Bars on one clock: when each attempt began after the first, and how long it took. */
const attempts = (all: readonly Attempt[]): readonly HTMLElement[] => {
  const began = all[0]?.started ?? 0;
  const latest = Math.max(...all.map(({ started, settled_ms }) => started + (settled_ms ?? 0)));
  const scale = 100 / Math.max(1, latest - began);
  return all.map(({ psp, outcome, code, started, settled_ms }) => {
    const { words, tone } = outcomeWords(outcome, code);
    const bar = h('span', { class: `bar ${tone}` });
    bar.style.marginLeft = `${Math.min(96, (started - began) * scale)}%`;
    bar.style.width = settled_ms === null ? '100%' : `${Math.max(2, settled_ms * scale)}%`;
    return h(
      'li',
      {},
      h('strong', {}, pspName(psp)),
      h('span', { class: 'track', 'aria-hidden': 'true' }, bar),
      h('span', { class: 'time' }, settled_ms === null ? '…' : duration(settled_ms)),
      badge(words, tone),
      code !== null && code !== outcome && h('code', {}, code),
    );
  });
};

const bookLines = ({ payment, books }: PaymentDetails): readonly HTMLElement[] =>
  [...new Set(payment.routing.attempts.map(({ psp }) => psp))].map((psp) => {
    const entries = books.filter((entry) => entry.psp === psp);
    const captured = entries.reduce((sum, entry) => sum + entry.amount_captured, 0);
    const statuses = entries.map(({ status }) => sentence(status).toLowerCase()).join(', ');
    const untaken = entries.length === 0 ? 'nothing' : `${statuses}, no money taken`;
    const said =
      captured > 0 ? `${money({ amount: captured, currency: payment.currency })} captured` : untaken;
    return h('li', { class: captured > 0 ? 'good' : '' }, h('strong', {}, pspName(psp)), ` ${said}`);
  });
