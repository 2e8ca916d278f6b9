import { h } from './dom.ts';
import { failoverChoices, weightSliders } from './rule-controls.ts';
import { type Draft, draftText, readDraft } from './rule-draft.ts';

/** Whether the text on the screen can be published. Only `valid` can. */
export type Verdict =
  | { readonly kind: 'published' | 'checking' | 'valid' }
  | { readonly kind: 'invalid'; readonly problem: string };

type Actions = { readonly edited: () => void; readonly publish: () => void; readonly discard: () => void };

/** The rule `name` on screen: sliders, boxes and JSON are all views of one text. */
export const createRulePanel = (
  name: string,
  psps: readonly string[],
  { edited, publish, discard }: Actions,
  trying: HTMLElement,
) => {
  const status = h('p', { class: 'note rollout', role: 'status' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const json = h('textarea', {
    spellcheck: false,
    rows: 16,
    'aria-label': 'The rule as JSON',
    oninput: edited,
  });
  const change = (next: (draft: Draft) => Draft): void => {
    const reading = readDraft(json.value, name);
    if ('problem' in reading) return;
    json.value = draftText(next(reading.draft));
    edited();
  };
  const controls = [weightSliders(psps, change), failoverChoices(change)];
  const publishing = h('button', { type: 'button', class: 'primary', onclick: publish }, 'Publish');
  const discarding = h('button', { type: 'button', class: 'quiet', onclick: discard }, 'Discard changes');
  return {
    status,
    json,
    publishing,
    elements: [
      h('h2', { id: 'rule-title' }, 'Routing rule'),
      status,
      ...controls.map(({ element }) => element),
      h('details', {}, h('summary', {}, 'JSON, including overrides'), json),
      problem,
      h('div', { class: 'actions' }, publishing, trying, discarding),
    ],
    show: (verdict: Verdict): void => {
      const reading = readDraft(json.value, name);
      for (const control of controls) control.show('draft' in reading ? reading.draft : undefined);
      problem.textContent = verdict.kind === 'invalid' ? verdict.problem : '';
      json.setAttribute('aria-invalid', String(verdict.kind === 'invalid'));
      publishing.setAttribute('aria-disabled', String(verdict.kind !== 'valid'));
      discarding.hidden = verdict.kind === 'published';
    },
  };
};
