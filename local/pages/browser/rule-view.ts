import type { ConsoleState, PublishedRule } from '../model.ts';
import { ask, Refused } from './ask.ts';
import { fill, h, place } from './dom.ts';
import { duration, pspName, sentence } from './words.ts';

type Draft = Omit<PublishedRule, 'version'>;

/** Definite outcomes after which a rule may send the payment on. */
const conditions = [
  'psp_unavailable',
  'rate_limited',
  'issuer_unavailable',
  'processor_error',
  'do_not_honor',
] as const;

/** One step of the slider below failover only. */
const notUsed = -5;

let shown: string | undefined;
let draft: Draft | undefined;
let dirty = false;

/** The rule as sliders and as JSON, two views of one draft; publishing it, and how long until it is in force. */
export const showRule = (state: ConsoleState, published: () => void): void => {
  const section = place('rule');
  const current = JSON.stringify([state.rule, state.psps.map(({ id }) => id)]);
  if (shown !== current && !dirty) {
    shown = current;
    draft = toDraft(state.rule);
    build(section, state, published);
  }
  const status = section.querySelector('.rollout');
  if (status) status.textContent = rolloutWords(state);
};

const toDraft = ({ name, targets, failover, overrides }: PublishedRule): Draft => ({
  name,
  targets,
  failover,
  overrides,
});

const build = (section: HTMLElement, state: ConsoleState, published: () => void): void => {
  const problem = h('p', { class: 'problem', role: 'alert' });
  const json = h('textarea', {
    spellcheck: false,
    rows: 16,
    'aria-label': 'The rule as JSON',
    oninput: () => readJson(json, problem),
  });
  const form = h('div', { class: 'weights' });
  const change = (next: Draft) => {
    draft = next;
    dirty = true;
    writeJson(json);
    markWeights(form);
    problem.textContent = '';
  };
  fill(
    section,
    h('h2', { id: 'rule-title' }, 'Routing rule'),
    h('p', { class: 'note rollout', role: 'status' }),
    form,
    failoverChoices(change),
    h('details', {}, h('summary', {}, 'As JSON, overrides included'), json),
    problem,
    h(
      'button',
      { type: 'button', class: 'primary', onclick: () => publish(state.rule, problem, published) },
      'Publish',
    ),
  );
  form.replaceChildren(...state.psps.map(({ id }) => weightRow(id, change)));
  writeJson(json);
  markWeights(form);
};

const weightRow = (psp: string, change: (next: Draft) => void): HTMLElement => {
  const set = (value: number) => {
    if (!draft) return;
    const target = { psp, weight: value };
    const known = draft.targets.some((other) => other.psp === psp);
    const targets = known
      ? draft.targets.map((other) => (other.psp === psp ? target : other))
      : [...draft.targets, target];
    change({ ...draft, targets: targets.filter(({ weight }) => weight !== notUsed) });
  };
  const slider = h('input', {
    type: 'range',
    min: String(notUsed),
    max: '100',
    step: '5',
    id: `weight-${psp}`,
    'data-psp': psp,
    oninput: () => set(Number(slider.value)),
  });
  return h(
    'div',
    { class: 'weight' },
    h('label', { for: slider.id }, pspName(psp)),
    slider,
    h('output', { 'data-psp': psp }),
  );
};

/** Puts the sliders where the draft has them. */
const markWeights = (form: HTMLElement): void => {
  const weights = new Map(draft?.targets.map(({ psp, weight }) => [psp, weight]));
  for (const slider of form.querySelectorAll('input')) {
    const weight = weights.get(slider.dataset.psp ?? '');
    slider.value = String(weight ?? notUsed);
    const words = weight === undefined ? 'not used' : weight === 0 ? 'failover' : String(weight);
    slider.setAttribute('aria-valuetext', words);
    const output = slider.nextElementSibling;
    if (output) output.textContent = words;
  }
};

const failoverChoices = (change: (next: Draft) => void): HTMLElement =>
  h(
    'fieldset',
    {},
    h('legend', {}, 'Try the next PSP after'),
    ...conditions.map((condition) => {
      const box = h('input', {
        type: 'checkbox',
        checked: draft?.failover.on.some((known) => known === condition) ?? false,
        onchange: () => {
          if (!draft) return;
          const others = draft.failover.on.filter((known) => known !== condition);
          change({
            ...draft,
            failover: { ...draft.failover, on: box.checked ? [...others, condition] : others },
          });
        },
      });
      return h('label', { class: 'choice' }, box, sentence(condition));
    }),
  );

const writeJson = (json: HTMLTextAreaElement): void => {
  json.value = JSON.stringify(draft, null, 2);
};

const readJson = (json: HTMLTextAreaElement, problem: HTMLElement): void => {
  dirty = true;
  try {
    draft = JSON.parse(json.value);
    problem.textContent = '';
    const form = json.closest('section')?.querySelector<HTMLElement>('.weights');
    if (form) markWeights(form);
  } catch {
    problem.textContent = 'This is not JSON yet.';
  }
};

const publish = async (base: PublishedRule, problem: HTMLElement, published: () => void): Promise<void> => {
  problem.textContent = '';
  try {
    await ask('/console/rule', { ...draft, version: base.version });
    dirty = false;
    published();
  } catch (error) {
    const { message, param } = error instanceof Refused ? error : new Refused(String(error));
    problem.textContent = param === undefined ? message : `${param}: ${message}`;
  }
};

const rolloutWords = ({ rule, rollout, in_force }: ConsoleState): string => {
  if (dirty) return `Version ${rule.version} is in force. Your changes are not published.`;
  if (!rollout || rollout.version !== rule.version) return `Version ${in_force} is in force.`;
  return rollout.in_force_after_ms === null
    ? `Version ${rollout.version} is published and on its way: functions ask for new rules every 15 s. New sessions still get version ${in_force}.`
    : `Version ${rollout.version} was in force after ${duration(rollout.in_force_after_ms)}, with no deploy.`;
};
