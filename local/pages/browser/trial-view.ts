import { pspName } from '../../../clients/console/src/psp-name.ts';
import type { Backtest } from '../model.ts';
import { ask, Refused } from './ask.ts';
import { whileBusy } from './busy.ts';
import { fill, h } from './dom.ts';
import { percent } from './words.ts';

export type TrialView = {
  readonly button: HTMLButtonElement;
  readonly element: HTMLElement;
  /** The text has changed: the results for the previous text no longer apply. */
  readonly clear: () => void;
};

const again_ms = 500;

/** Replays recent sessions under the rule on the screen before it is published. `rule`: its fields, if it is valid. */
export const createTrialView = (rule: () => object | undefined): TrialView => {
  const said = h('p', { class: 'note', role: 'status' });
  const chart = h('ul', { class: 'chart' });
  const legend = h(
    'p',
    { class: 'legend', hidden: true },
    h('span', { class: 'key took' }, 'With this rule'),
    h('span', { class: 'key drawn' }, 'Actual'),
  );
  const found = h('ul', { class: 'changes' });
  let run = 0;

  const show = (backtest: Backtest): void => {
    said.textContent = progressWords(backtest);
    const shares = sharesOf(backtest);
    legend.hidden = shares.length === 0;
    fill(chart, ...shares.map(bars));
    fill(
      found,
      ...(backtest.state === 'running' ? [] : findings(backtest).map((words) => h('li', {}, words))),
    );
  };
  const clear = (): void => {
    run++;
    said.textContent = '';
    legend.hidden = true;
    fill(chart);
    fill(found);
  };
  const play = async (): Promise<void> => {
    const fields = rule();
    if (!fields) return;
    clear();
    const mine = run;
    said.textContent = 'Replaying recent sessions…';
    try {
      let backtest = await ask<Backtest>('/demo/rule/backtest', fields);
      while (run === mine && backtest.state === 'running') {
        show(backtest);
        await new Promise((resolve) => window.setTimeout(resolve, again_ms));
        backtest = await ask<Backtest>(`/demo/backtests/${backtest.id}`);
      }
      if (run === mine) show(backtest);
    } catch (error) {
      if (run === mine)
        said.textContent =
          error instanceof Refused ? error.message : 'The service does not answer. Try again.';
    }
  };
  const button: HTMLButtonElement = h(
    'button',
    { type: 'button', class: 'quiet', onclick: () => whileBusy(button, play) },
    'Try on recent sessions',
  );
  return { button, element: h('div', { class: 'trial' }, said, chart, legend, found), clear };
};

const progressWords = ({ state, sessions, asked }: Backtest): string => {
  if (state === 'running') return `Replaying recent sessions: ${sessions} of at most ${asked}…`;
  return sessions === 0
    ? 'There are no recent sessions of this rule to replay.'
    : `Replayed the last ${sessions} ${sessions === 1 ? 'session' : 'sessions'} of this rule:`;
};

type Share = { readonly psp: string; readonly before: number; readonly after: number };

/** Per PSP, all overrides together. */
const sharesOf = ({ shares }: Backtest): readonly Share[] => {
  const sums = new Map<string, Share>();
  for (const { psp, before, after } of shares) {
    const sum = sums.get(psp) ?? { psp, before: 0, after: 0 };
    sums.set(psp, { psp, before: sum.before + before, after: sum.after + after });
  }
  return [...sums.values()];
};

const bars = ({ psp, before, after }: Share): HTMLElement => {
  const bar = (name: string, share: number) => {
    const element = h('span', { class: name });
    element.style.width = `${share * 100}%`;
    return element;
  };
  return h(
    'li',
    { 'data-trial': psp },
    h('strong', {}, pspName(psp)),
    h('span', { class: 'figures' }, `${percent(before)} → ${percent(after)}`),
    h('span', { class: 'bars', 'aria-hidden': 'true' }, bar('took', after), bar('drawn', before)),
  );
};

const findings = ({ sessions, moved, no_psp, dead_overrides, approval, approval_refused }: Backtest) => [
  ...(sessions === 0 ? [] : [movedWords(moved)]),
  ...(no_psp === 0 ? [] : [`${no_psp} would have no PSP.`]),
  ...dead_overrides.map((index) => `Override ${index + 1} matches none of these sessions.`),
  approval === null
    ? `No approval estimate: ${refusals[approval_refused ?? ''] ?? approval_refused}.`
    : `First attempts approved: ${percent(approval.estimate)}, ${percent(approval.interval[0])} to ${percent(approval.interval[1])} with 95 % confidence.`,
];

const movedWords = ({ count, examples }: Backtest['moved']): string => {
  const [example] = examples;
  if (count === 0 || !example) return 'None would start at another PSP.';
  const at = (psp: string | null) => (psp === null ? 'no PSP' : pspName(psp));
  return `${count} would start at another PSP, for example ${example.session}: ${at(example.from)} → ${at(example.to)}.`;
};

const refusals: Readonly<Record<string, string>> = {
  sample_too_small: 'too few of these sessions tell anything about this rule',
  psp_not_seen: 'this rule uses a PSP at which none of them could have started',
  not_as_drawn: 'too many of them did not start at the PSP that was drawn',
  ended_early: 'the replay ended before all of them were replayed',
};
