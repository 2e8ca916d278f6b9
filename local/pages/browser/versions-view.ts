import type { PublishedRule, RuleVersion, RuleVersions } from '../model.ts';
import { ask, Refused } from './ask.ts';
import { whileBusy } from './busy.ts';
import { fill, h } from './dom.ts';
import { changesBetween } from './rule-changes.ts';
import type { Tone } from './words.ts';

export type VersionsView = {
  readonly element: HTMLElement;
  /** Reads the versions again if the rule has changed. */
  readonly show: (rule: PublishedRule) => void;
};

/** Every version of the rule, its changes, and a way back to it. */
export const createVersionsView = (changed: () => void): VersionsView => {
  const list = h('ol', { class: 'versions' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const element = h('details', {}, h('summary', {}, 'Versions'), problem, list);
  let rule: PublishedRule | undefined;
  let shown = '';

  const read = async (inForce: PublishedRule): Promise<void> => {
    try {
      const { versions, more } = await ask<RuleVersions>('/demo/versions');
      problem.textContent = '';
      fill(
        list,
        ...versions.map((version, index) => row(version, versions[index + 1], inForce)),
        more && h('li', { class: 'note' }, 'For older versions: GET /v1/routing/rules/default/versions.'),
      );
    } catch (error) {
      shown = '';
      problem.textContent = error instanceof Refused ? error.message : 'The service does not answer.';
    }
  };

  const row = (version: RuleVersion, before: RuleVersion | undefined, inForce: PublishedRule) => {
    const { words, tone } = stateWords(version, inForce);
    const changes = before && changesBetween(before.document, version.document);
    return h(
      'li',
      { 'data-version': version.version },
      h(
        'div',
        { class: 'head' },
        h('strong', {}, `Version ${version.version}`),
        h('span', { class: `badge ${tone}` }, words),
      ),
      h(
        'p',
        { class: 'note' },
        [dateOf(version), authorOf(version), version.note].filter(Boolean).join(' · '),
      ),
      listChanges(changes),
      canGoBack(version, inForce) && wayBack(version, inForce),
    );
  };

  const wayBack = ({ version, document }: RuleVersion, inForce: PublishedRule): HTMLElement => {
    const changes = changesBetween(inForce, document);
    const ask_first = h(
      'button',
      { type: 'button', class: 'small', onclick: () => open(true) },
      'Roll back to this version',
    );
    const sure = h(
      'button',
      { type: 'button', class: 'primary', onclick: () => whileBusy(sure, send) },
      `Publish version ${version} again`,
    );
    const not = h('button', { type: 'button', class: 'quiet', onclick: () => open(false) }, 'Cancel');
    const refused = h('p', { class: 'problem', role: 'alert' });
    const question = h(
      'div',
      { class: 'question', role: 'group', 'aria-label': `Roll back to version ${version}`, hidden: true },
      h(
        'p',
        { class: 'note' },
        changes.length === 0 ? 'It equals the live rule.' : 'Changes for new sessions:',
      ),
      h('ul', { class: 'changes' }, ...changes.map((change) => h('li', {}, change))),
      refused,
      h('div', { class: 'actions' }, sure, not),
    );
    const open = (is: boolean): void => {
      question.hidden = !is;
      ask_first.hidden = is;
      refused.textContent = '';
      (is ? sure : ask_first).focus();
    };
    const send = async (): Promise<void> => {
      try {
        await ask('/demo/rule/rollback', { to: version, version: inForce.version });
        open(false);
        changed();
      } catch (error) {
        refused.textContent =
          error instanceof Refused ? error.message : 'The service does not answer. Try again.';
      }
    };
    return h('div', {}, ask_first, question);
  };

  element.addEventListener('toggle', () => {
    if (element.open && rule) load(rule);
  });
  const load = (inForce: PublishedRule): void => {
    const now = `${inForce.version} ${inForce.candidate?.rule.version} ${inForce.candidate?.percent}`;
    // Keep an open question; the service refuses it if the rule has changed.
    if (now === shown || list.querySelector('.question:not([hidden])')) return;
    shown = now;
    void read(inForce);
  };
  return {
    element,
    show: (inForce) => {
      rule = inForce;
      if (element.open) load(inForce);
    },
  };
};

/** Not to the published version: its first sessions may still be seconds away, while functions poll for new rules. */
const canGoBack = ({ version, state }: RuleVersion, inForce: PublishedRule): boolean => {
  if (state !== 'superseded' && state !== 'rolled_back') return false;
  return version !== inForce.version && version !== inForce.candidate?.rule.version;
};

const stateWords = (
  { version, state }: RuleVersion,
  inForce: PublishedRule,
): { readonly words: string; readonly tone: Tone } => {
  if (version === inForce.candidate?.rule.version)
    return { words: `${inForce.candidate.percent} % of sessions`, tone: 'waiting' };
  switch (state) {
    case 'draft':
      return { words: 'Not published yet', tone: 'waiting' };
    case 'published':
      return { words: 'Published', tone: 'good' };
    case 'superseded':
      return { words: 'Replaced', tone: 'plain' };
    case 'rolled_back':
      return { words: 'Rolled back', tone: 'bad' };
  }
};

const dateOf = ({ created }: RuleVersion): string =>
  new Date(created * 1_000).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const authorOf = ({ author }: RuleVersion): string =>
  author === null ? 'deployed with the service' : `by ${author.key}`;

const listChanges = (changes: readonly string[] | undefined): HTMLElement => {
  if (changes === undefined) return h('p', { class: 'note' }, 'The oldest version shown.');
  if (changes.length === 0) return h('p', { class: 'note' }, 'Nothing changed.');
  return h('ul', { class: 'changes' }, ...changes.map((change) => h('li', {}, change)));
};
