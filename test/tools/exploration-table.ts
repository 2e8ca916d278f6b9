import { readCounts } from '../exploration/counts.ts';
import { nameOf, type ScopeName, scopeNames, smallJobs } from '../exploration/jobs.ts';
import { namedScope } from '../exploration/scopes.ts';
import { markdownTable } from './markdown-table.ts';

/** What was explored, and how many states each scope has at each kind of PSP: docs/safety.md shows it. */
export const explorationTable = (): string => {
  const { states } = readCounts();
  const kinds = [...new Set(smallJobs.map(({ kind }) => kind))];
  const rows = scopeNames.map((scope) => [
    `\`${scope}\``,
    meeting[scope],
    boundsOf(scope),
    ...kinds.map((kind) => number(states[nameOf({ scope, kind, size: 'small' })])),
  ]);
  const total = Object.values(states).reduce((sum, count) => sum + count, 0);
  return `\`npm run explore\`: ${Object.keys(states).length} scopes, ${number(total)} states, each scope complete, nothing broken.

${markdownTable([['scope', 'what happens in it', 'at most', ...kinds.map((kind) => `\`${kind}\``)], ...rows])}`;
};

/** Besides webhooks and recovery, which are in every scope. */
const meeting: Readonly<Record<ScopeName, string>> = {
  confirms: 'two confirms of one session, two PSPs',
  vault: 'a confirm with a card in the vault, two PSPs',
  again: 'a confirm with a card in the vault, and another after a recovery run',
  repeats: 'a confirm, its repeat, and a different body under its key',
  ends: 'a confirm, and the merchant ends the session',
  operations: 'a capture and a cancel',
  lapses: 'a capture, and the hold lapses',
  captures: 'two captures',
  anew: 'two captures, and one of them again after a recovery run',
  beside: 'a partial capture, and another in the dashboard',
  told: 'a partial capture in the dashboard, and a cancel',
  overtaken: 'a cancel, and a capture in the dashboard',
  returned: 'a refund, and another in the dashboard',
  refunds: 'two refunds',
  returns: 'two returns from 3-D Secure, and the bank',
  left: 'a confirm with another card during 3-D Secure, a return from it, and the bank',
  tabs: 'two confirms with other cards during 3-D Secure, and one of them again after a recovery run',
  order: 'two sessions of one order, two PSPs',
  expire: 'a return from 3-D Secure, the bank, and the merchant ends the session',
};

const number = (value: number | undefined): string => value?.toLocaleString('en-US') ?? '';

/** The budget in words: faults in all, and what is no fault. */
const boundsOf = (scope: ScopeName): string => {
  const job = smallJobs.find((other) => other.scope === scope);
  if (!job) throw new Error(`nobody explores ${scope}`);
  const { any, decline, refused, behind, elsewhere } = namedScope(job).budget;
  const told = [
    [any, 'fault', 'faults'],
    [decline, 'decline', 'declines'],
    [refused, 'refused call', 'refused calls'],
    [behind, 'stale look', 'stale looks'],
    [elsewhere, 'thing done elsewhere', 'things done elsewhere'],
  ] as const;
  return told
    .flatMap(([times, one, more]) => (times > 0 ? `${times} ${times > 1 ? more : one}` : []))
    .join(', ');
};
