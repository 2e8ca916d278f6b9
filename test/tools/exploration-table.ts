import { readCounts } from '../exploration/counts.ts';
import { nameOf, type ScopeName, scopeNames, smallJobs } from '../exploration/jobs.ts';
import { namedScope } from '../exploration/scopes.ts';
import type { PspKind } from '../simulation/psp/draw-profile.ts';
import { markdownTable } from './markdown-table.ts';

/** What was explored, and how many states each scope has: docs/safety.md shows it. */
export const explorationTable = (): string => {
  const { states } = readCounts();
  const rows = scopeNames.map((scope) => [
    `\`${scope}\``,
    meeting[scope],
    number(sum(kindsOf(scope).map((kind) => states[nameOf({ scope, kind, size: 'small' })] ?? 0))),
  ]);
  const total = sum(Object.values(states));
  return `\`npm run explore\`: ${Object.keys(states).length} scopes, ${number(total)} states, each scope complete, nothing broken. A world has at most ${boundsOfAll()}; each scope has some of these (\`test/exploration/scopes.ts\`). \`test/exploration/jobs.ts\` names the PSPs of each: those that we support, and invented ones with less idempotency or without look-up.

${markdownTable([['scope', 'what happens in it', 'states'], ...rows])}`;
};

const kindsOf = (scope: ScopeName): readonly PspKind[] =>
  smallJobs.filter((job) => job.scope === scope).map(({ kind }) => kind);

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

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
  repeated: 'two captures, and one of them again after a recovery run',
  beside: 'a partial capture, and another in the dashboard',
  reported: 'a partial capture in the dashboard, and a cancel',
  overtaken: 'a cancel, and a capture in the dashboard',
  returned: 'a refund, and another in the dashboard',
  refunds: 'two refunds',
  returns: 'two returns from 3-D Secure, and the bank',
  left: 'a confirm with another card during 3-D Secure, a return from it, and the bank',
  tabs: 'two confirms with other cards during 3-D Secure, and one of them again after a recovery run',
  order: 'two sessions of one order, two PSPs',
  expire: 'a return from 3-D Secure, the bank, and the merchant ends the session',
};

const number = (value: number): string => value.toLocaleString('en-US');

/** The largest budgets in words: faults in all, and what is no fault. */
const boundsOfAll = (): string => {
  const budgets = smallJobs.map((job) => namedScope(job).budget);
  const most = (key: keyof (typeof budgets)[number]): number =>
    Math.max(...budgets.map((budget) => Number(budget[key])));
  const bounds = [
    ['any', 'fault', 'faults'],
    ['decline', 'decline', 'declines'],
    ['refused', 'refused call', 'refused calls'],
    ['behind', 'stale look-up', 'stale look-ups'],
    ['elsewhere', 'change elsewhere', 'changes elsewhere'],
  ] as const;
  return bounds.map(([key, one, more]) => `${most(key)} ${most(key) > 1 ? more : one}`).join(', ');
};
