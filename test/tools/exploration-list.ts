import { readCounts } from '../exploration/counts.ts';
import { type ScopeName, scopeNames, smallJobs } from '../exploration/jobs.ts';
import { namedScope } from '../exploration/scopes.ts';

/** How much was explored: docs/safety.md shows it. */
export const explorationSize = (): string => {
  const counts = Object.values(readCounts().states);
  return `${scopeNames.length} scopes (\`test/exploration/README.md\`), each at several kinds of PSP (${counts.length} in all): ${number(sum(counts))} states, each complete, nothing broken. A world has at most ${boundsOfAll()}.`;
};

/** What was explored: test/exploration/README.md shows it. */
export const scopeList = (): string =>
  scopeNames.map((scope) => `* \`${scope}\`: ${meeting[scope]}`).join('\n');

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** Besides webhooks and recovery, which are in every scope. */
const meeting: Readonly<Record<ScopeName, string>> = {
  confirms: 'two confirms of one session, two PSPs',
  vault: 'a confirm with a vault card, two PSPs',
  again: 'a confirm with a vault card, another after recovery',
  repeats: 'a confirm, its repeat, and a different body under its key',
  ends: 'a confirm, and the merchant ends the session',
  operations: 'a capture and a cancel',
  lapses: 'a capture, and the hold lapses',
  captures: 'two captures',
  repeated: 'two captures, one of them repeated after recovery',
  beside: 'a partial capture, another in the dashboard',
  reported: 'a partial capture and a cancel, both in the dashboard',
  overtaken: 'a cancel, a capture in the dashboard',
  returned: 'a refund, another in the dashboard',
  refunds: 'two refunds',
  returns: 'two returns from 3-D Secure, and the bank',
  left: 'a confirm with another card during 3-D Secure, a return from it, and the bank',
  tabs: 'two confirms with other cards during 3-D Secure, one of them repeated after recovery',
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
