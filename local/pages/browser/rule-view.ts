import type { DemoState, PublishedRule, RuleCheck } from '../model.ts';
import { ask, Refused } from './ask.ts';
import { whileBusy } from './busy.ts';
import { fill, place } from './dom.ts';
import { createHealthView } from './health-view.ts';
import { createRolloutView } from './rollout-view.ts';
import { draftText, readDraft } from './rule-draft.ts';
import { createRulePanel, type Verdict } from './rule-panel.ts';
import { createTrialView } from './trial-view.ts';
import { createVersionsView } from './versions-view.ts';
import { duration } from './words.ts';

type Editor = { readonly show: (state: DemoState) => void };

let editor: Editor | undefined;

/** The rule being edited. The text on the screen is published, once the service has found that very text valid. */
export const showRule = (state: DemoState, published: () => void): void => {
  editor ??= createEditor(place('rule'), state, published);
  editor.show(state);
};

/** How long typing must pause before the service is asked whether the rule is valid. */
const pause_ms = 200;

const createEditor = (section: HTMLElement, first: DemoState, published: () => void): Editor => {
  let base = first.rule;
  let verdict: Verdict = { kind: 'published' };
  let timer: number | undefined;

  const decide = (next: Verdict): void => {
    verdict = next;
    panel.show(next);
    trial.button.setAttribute('aria-disabled', String(next.kind !== 'valid'));
  };
  const start = (rule: PublishedRule): void => {
    base = rule;
    panel.json.value = draftText(rule);
    trial.clear();
    decide({ kind: 'published' });
  };
  const edited = (): void => {
    const text = panel.json.value;
    window.clearTimeout(timer);
    trial.clear();
    const reading = readDraft(text, base.name);
    if ('problem' in reading) decide({ kind: 'invalid', problem: reading.problem });
    else if (text === draftText(base)) decide({ kind: 'published' });
    else {
      decide({ kind: 'checking' });
      timer = window.setTimeout(() => check(text), pause_ms);
    }
  };
  const body = (text: string): object => ({ ...JSON.parse(text), version: base.version });
  const check = async (text: string): Promise<void> => {
    const problem = await ask<RuleCheck>('/demo/rule/check', body(text)).then(
      (found) => found.problem,
      problemOf,
    );
    if (panel.json.value === text && verdict.kind === 'checking')
      decide(problem === null ? { kind: 'valid' } : { kind: 'invalid', problem });
  };
  const publish = async (): Promise<void> => {
    if (verdict.kind !== 'valid') return;
    const text = panel.json.value;
    const sent = await ask<PublishedRule>('/demo/rule', body(text)).then(
      (rule) => ({ rule }),
      (error: unknown) => ({ kind: 'invalid', problem: problemOf(error) }) as const,
    );
    if ('rule' in sent) base = sent.rule;
    if (panel.json.value !== text) edited();
    else if ('rule' in sent) start(sent.rule);
    else decide(sent);
    published();
  };
  const trial = createTrialView(() => (verdict.kind === 'valid' ? JSON.parse(panel.json.value) : undefined));
  const rollout = createRolloutView(published);
  const versions = createVersionsView(published);
  const health = createHealthView();
  const panel = createRulePanel(
    base.name,
    first.psps.map(({ id }) => id),
    { edited, publish: () => whileBusy(panel.publishing, publish), discard: () => start(base) },
    trial.button,
  );
  fill(section, ...panel.elements, trial.element, rollout.element, health.element, versions.element);
  start(base);
  return {
    show: (state) => {
      panel.status.textContent = statusWords(state, verdict);
      const { rule } = state;
      rollout.show(rule);
      versions.show(rule);
      health.show(state);
      if (rule.version <= base.version) return;
      if (verdict.kind === 'published') return start(rule);
      base = rule;
      const problem = `Version ${rule.version} has been published since. Discard your changes to see it, or edit them to replace it.`;
      decide({ kind: 'invalid', problem });
    },
  };
};

const problemOf = (error: unknown): string =>
  error instanceof Refused ? error.message : 'The service does not answer. Try again.';

const statusWords = ({ rollout, in_force }: DemoState, { kind }: Verdict): string => {
  if (kind !== 'published') return `Version ${in_force} is live. Your changes are not published.`;
  if (!rollout || rollout.version < in_force) return `Version ${in_force} is live.`;
  return rollout.in_force_after_ms === null
    ? `Version ${rollout.version} is published. Functions check for new rules every 15 s. New sessions still get version ${in_force}.`
    : `Version ${rollout.version} went live after ${duration(rollout.in_force_after_ms)}, with no deploy.`;
};
