import { pspName } from '../../../clients/console/src/psp-name.ts';
import { sentence } from '../../../clients/console/src/sentence.ts';
import { h } from './dom.ts';
import type { Draft } from './rule-draft.ts';

export type RuleControl = {
  readonly element: HTMLElement;
  /** Without a draft, the control shows nothing that looks like the rule, and is disabled. */
  readonly show: (draft: Draft | undefined) => void;
};

type Change = (next: (draft: Draft) => Draft) => void;

/** The slider's position to the left of "failover only". */
const notUsed = -5;

/** A slider for each PSP. */
export const weightSliders = (psps: readonly string[], change: Change): RuleControl => {
  const rows = psps.map((psp) => weightRow(psp, change));
  return {
    element: h('div', { class: 'weights' }, ...rows.map(({ element }) => element)),
    show: (draft) => {
      for (const row of rows) row.show(draft);
    },
  };
};

const weightRow = (psp: string, change: Change): RuleControl => {
  const slider = h('input', {
    type: 'range',
    min: String(notUsed),
    step: '5',
    id: `weight-${psp}`,
    oninput: () => change((draft) => withWeight(draft, psp, Number(slider.value))),
  });
  const output = h('output', { for: slider.id });
  return {
    element: h('div', { class: 'weight' }, h('label', { for: slider.id }, pspName(psp)), slider, output),
    show: (draft) => {
      const weight = draft?.targets.find((target) => target.psp === psp)?.weight;
      slider.disabled = draft === undefined;
      slider.max = String(Math.max(100, ...(draft?.targets.map((target) => target.weight) ?? [])));
      slider.value = String(weight ?? notUsed);
      output.textContent = draft === undefined ? '–' : weightText(weight);
      slider.setAttribute('aria-valuetext', output.textContent);
    },
  };
};

const weightText = (weight: number | undefined): string => {
  if (weight === undefined) return 'not used';
  return weight === 0 ? 'failover' : String(weight);
};

const withWeight = (draft: Draft, psp: string, weight: number): Draft => {
  const target = { psp, weight };
  const known = draft.targets.some((other) => other.psp === psp);
  const targets = known
    ? draft.targets.map((other) => (other.psp === psp ? target : other))
    : [...draft.targets, target];
  return { ...draft, targets: targets.filter((other) => other.weight !== notUsed) };
};

/** Definite outcomes after which a rule may send the payment on. */
const conditions = [
  'psp_unavailable',
  'rate_limited',
  'issuer_unavailable',
  'processor_error',
  'do_not_honor',
] as const;

/** A box for each outcome after which the next PSP is tried. */
export const failoverChoices = (change: Change): RuleControl => {
  const boxes = conditions.map((condition) => {
    const box = h('input', {
      type: 'checkbox',
      onchange: () =>
        change((draft) => {
          const others = draft.failover.on.filter((known) => known !== condition);
          const on = box.checked ? [...others, condition] : others;
          return { ...draft, failover: { ...draft.failover, on } };
        }),
    });
    return { condition, box };
  });
  const choices = boxes.map(({ condition, box }) =>
    h('label', { class: 'choice' }, box, sentence(condition)),
  );
  const element = h('fieldset', {}, h('legend', {}, 'Try the next PSP after'), ...choices);
  return {
    element,
    show: (draft) => {
      element.disabled = draft?.failover === undefined;
      for (const { condition, box } of boxes)
        box.checked = draft?.failover?.on.some((known) => known === condition) ?? false;
    },
  };
};
