import { type PspKind, pspNames } from '../simulation/psp/draw-profile.ts';

export const scopeNames = [
  'confirms',
  'vault',
  'again',
  'repeats',
  'ends',
  'operations',
  'lapses',
  'captures',
  'repeated',
  'beside',
  'reported',
  'overtaken',
  'returned',
  'refunds',
  'returns',
  'order',
  'expire',
  'left',
  'tabs',
] as const;
export type ScopeName = (typeof scopeNames)[number];

/** `small`: one fault. `deep`: two, and what is late may miss more than one recovery run. */
export type Size = 'small' | 'deep';

/** One scope at one kind of PSP. */
export type Job = { readonly scope: ScopeName; readonly kind: PspKind; readonly size: Size };

/** Kinds whose capabilities differ in what matters to an attempt: keys, look-up and its lag, cancel by reference, who completes it. */
const attempts: readonly PspKind[] = [...pspNames, 'bare'];
/** Those that take a card's number. */
const takers = attempts.filter((kind) => kind !== 'square');
/** And to captures, cancels and refunds: keys that keep successes with an answer at once, and no keys beside a look-up. */
const operations: readonly PspKind[] = [...attempts, 'keeps_success', 'found_only'];

/** In what comes back to a customer, or comes back from one, Square does as Checkout.com: the same worlds, one by one. */
const withoutTwin = (kinds: readonly PspKind[]): readonly PspKind[] =>
  kinds.filter((kind) => kind !== 'square');

const kindsFor: Readonly<Record<ScopeName, readonly PspKind[]>> = {
  confirms: attempts,
  vault: takers,
  again: takers,
  repeats: attempts,
  ends: attempts,
  operations,
  lapses: operations,
  captures: operations,
  repeated: operations,
  beside: operations,
  reported: operations,
  overtaken: operations,
  returned: withoutTwin(operations),
  refunds: operations,
  returns: withoutTwin(attempts),
  order: attempts,
  expire: attempts,
  left: attempts,
  tabs: attempts,
};

const jobsOf = (size: Size): readonly Job[] =>
  scopeNames.flatMap((scope) => kindsFor[scope].map((kind) => ({ scope, kind, size })));

export const smallJobs = jobsOf('small');
export const deepJobs = jobsOf('deep');

export const nameOf = ({ scope, kind, size }: Job): string =>
  size === 'small' ? `${scope}/${kind}` : `${scope}/${kind}/${size}`;

export const jobNamed = (name: string): Job => {
  const job = [...smallJobs, ...deepJobs].find((other) => nameOf(other) === name);
  if (!job) throw new Error(`there is no scope ${name}`);
  return job;
};
