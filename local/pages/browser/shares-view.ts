import { pspName } from '../../../clients/console/src/psp-name.ts';
import type { DemoState } from '../model.ts';
import { ask } from './ask.ts';
import { whileBusy } from './busy.ts';
import { fill, h, place } from './dom.ts';

const atOnce = 50;

/** Which PSPs were drawn first and which took the payments, compared with the weights of their rule. */
export const showShares = (state: DemoState, changed: () => Promise<void>): void => {
  const section = place('shares');
  if (!section.querySelector('h2')) build(section, changed);
  const { psps, rule, in_force, routed, traffic } = state;
  const weights = new Map(rule.targets.map(({ psp, weight }) => [psp, weight]));
  const sum = rule.targets.reduce((total, { weight }) => total + weight, 0);
  const current = in_force === rule.version;
  const rows = psps
    .filter(({ id, took, drawn }) => weights.has(id) || took + drawn > 0)
    .map(({ id, drawn, took }) => {
      const weight = current ? ((weights.get(id) ?? 0) / sum) * 100 : undefined;
      const percent = (part: number) => (routed === 0 ? 0 : (part / routed) * 100);
      return row(id, weight, percent(drawn), percent(took));
    });
  const chart = section.querySelector('.chart');
  if (chart) fill(chart, ...rows);
  const note = section.querySelector('.note');
  if (note)
    note.textContent =
      routed === 0
        ? `No payment yet under version ${in_force}.`
        : `${routed} ${routed === 1 ? 'payment' : 'payments'} under version ${in_force}.`;
  const button = section.querySelector('button');
  if (button)
    button.textContent =
      traffic.sent < traffic.total
        ? `Sending ${traffic.sent} of ${traffic.total}…`
        : `Send ${atOnce} payments`;
};

const build = (section: HTMLElement, changed: () => Promise<void>): void => {
  const send = () =>
    whileBusy(button, async () => {
      await ask('/demo/traffic', { count: atOnce });
      await changed();
    });
  const button = h('button', { type: 'button', class: 'quiet', onclick: send }, `Send ${atOnce} payments`);
  fill(
    section,
    h('h2', { id: 'shares-title' }, 'Shares and weights'),
    h('p', { class: 'note' }),
    h('ul', { class: 'chart' }),
    h(
      'p',
      { class: 'legend' },
      h('span', { class: 'key took' }, 'Took the payment'),
      h('span', { class: 'key drawn' }, 'Drawn first'),
      h('span', { class: 'key aim' }, 'Weight'),
    ),
    button,
  );
};

const row = (psp: string, weight: number | undefined, drawn: number, took: number): HTMLElement => {
  const width = (name: string, percent: number) => {
    const bar = h('span', { class: name });
    bar.style.width = `${percent}%`;
    return bar;
  };
  const mark = h('span', { class: 'mark' });
  mark.style.left = `${weight ?? 0}%`;
  const whole = (percent: number) => `${Math.round(percent)} %`;
  return h(
    'li',
    {},
    h('strong', {}, pspName(psp)),
    h(
      'span',
      { class: 'figures' },
      `took ${whole(took)}, drawn ${whole(drawn)}${weight === undefined ? '' : `, weight ${whole(weight)}`}`,
    ),
    h(
      'span',
      { class: 'bars', 'aria-hidden': 'true' },
      width('took', took),
      width('drawn', drawn),
      weight !== undefined && mark,
    ),
  );
};
