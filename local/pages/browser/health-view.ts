import { pspName } from '../../../clients/console/src/psp-name.ts';
import type { DemoState, PspHealth } from '../model.ts';
import { fill, h } from './dom.ts';
import { percent, type Tone } from './words.ts';

/** How well each PSP is doing, why the service thinks so, and what it does about it. */
export const createHealthView = () => {
  const mode = h('p', { class: 'note' });
  const list = h('ul', { class: 'versions' });
  return {
    element: h('div', { class: 'health' }, h('h3', {}, 'PSP health'), mode, list),
    show: ({ rule, health }: DemoState): void => {
      mode.textContent = modeWords(rule.health);
      fill(
        list,
        ...(health.length === 0
          ? [h('li', { class: 'note' }, 'Too few payments so far to judge.')]
          : health.map(row)),
      );
    },
  };
};

const modeWords = ({ mode, max_shift }: DemoState['rule']['health']): string => {
  switch (mode) {
    case 'off':
      return 'This rule ignores health (health.mode is “off”).';
    case 'observe':
      return 'Health is only observed, and nothing is steered (health.mode is “observe”).';
    case 'steer':
      return `New sessions are steered away from a sick PSP, by at most ${max_shift} points (health.mode is “steer”).`;
  }
};

const row = ({ psp, currency, state, signal, ...seen }: PspHealth): HTMLElement =>
  h(
    'li',
    { 'data-health': psp },
    h(
      'div',
      { class: 'head' },
      h('strong', {}, `${pspName(psp)}${currency === null ? '' : `, ${currency.toUpperCase()}`}`),
      h('span', { class: `badge ${states[state].tone}` }, states[state].words),
    ),
    h(
      'p',
      { class: 'note' },
      seen.n === 0
        ? `No first attempt lately. ${signals[signal]} before: ${percent(seen.interval[0])} to ${percent(seen.interval[1])}, with 95 % confidence.`
        : `${signals[signal]} ${percent(seen.rate)} of ${seen.n} first attempts, ${percent(seen.interval[0])} to ${percent(seen.interval[1])} with 95 % confidence; before, ${percent(seen.baseline)}. Evidence ${seen.evidence.toFixed(1)}.`,
    ),
    seen.weight_factor < 1 &&
      h(
        'p',
        { class: 'note' },
        `It keeps ${percent(seen.weight_factor)} of its weight${seen.until === null ? '' : ` until ${timeOf(seen.until)}, or longer if it does not recover`}.`,
      ),
  );

const states: Readonly<Record<PspHealth['state'], { readonly words: string; readonly tone: Tone }>> = {
  healthy: { words: 'Well', tone: 'good' },
  suspect: { words: 'Doubtful', tone: 'waiting' },
  sick: { words: 'Sick', tone: 'bad' },
  recovering: { words: 'Recovering', tone: 'waiting' },
};

const signals: Readonly<Record<PspHealth['signal'], string>> = {
  technical: 'Answered',
  approval: 'Approved',
};

const timeOf = (at: number): string => new Date(at).toLocaleTimeString('en-GB', { timeStyle: 'short' });
