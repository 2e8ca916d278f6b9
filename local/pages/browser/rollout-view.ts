import type { PublishedRule } from '../model.ts';
import { ask, Refused } from './ask.ts';
import { whileBusy } from './busy.ts';
import { h } from './dom.ts';

/** The version that gets part of the sessions during a rollout, with the two ways to end it. */
export const createRolloutView = (changed: () => void) => {
  const said = h('p', { class: 'note', role: 'status' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const end = (action: 'complete' | 'stop', words: string, kind: string): HTMLButtonElement => {
    const button: HTMLButtonElement = h(
      'button',
      { type: 'button', class: kind, onclick: () => whileBusy(button, () => send(action)) },
      words,
    );
    return button;
  };
  const send = async (action: 'complete' | 'stop'): Promise<void> => {
    try {
      await ask('/demo/rule/rollout', { action });
      problem.textContent = '';
      changed();
    } catch (error) {
      problem.textContent =
        error instanceof Refused ? error.message : 'The service does not answer. Try again.';
    }
  };
  const element = h(
    'div',
    { class: 'question', hidden: true },
    said,
    problem,
    h(
      'div',
      { class: 'actions' },
      end('complete', 'Complete rollout', 'primary'),
      end('stop', 'Stop rollout', 'quiet'),
    ),
  );
  return {
    element,
    show: ({ candidate, version }: PublishedRule): void => {
      element.hidden = candidate === undefined;
      said.textContent = candidate
        ? `Version ${candidate.rule.version} gets ${candidate.percent} % of new sessions. The others get version ${version}.`
        : '';
    },
  };
};
