import { readCounts } from '../exploration/counts.ts';
import { type ScopeName, scopeNames, smallJobs } from '../exploration/jobs.ts';
import { namedScope } from '../exploration/scopes.ts';

/** What was explored, and how many states that were: docs/safety.md shows it. */
export const explorationList = (): string => {
  const counts = Object.values(readCounts().states);
  return `${counts.length} scopes (each of these at several kinds of PSP), ${number(sum(counts))} states, each complete, nothing broken:

${scopeNames.map((scope) => `* \`${scope}\`: ${meeting[scope]}`).join('\n')}

A world has some of these, at most: ${boundsOfAll()} (\`test/exploration/scopes.ts\`). The PSPs are the supported ones, and invented ones with less idempotency or without look-up (\`test/exploration/jobs.ts\`).`;
};

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
