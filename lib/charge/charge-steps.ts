import type { Charge } from '../types/charge.ts';
import { defined } from '../types/defined.ts';
import type { LookUpResult, UnknownReason } from '../types/psp.ts';
import type { Step } from '../types/step.ts';

/** The maximum number of steps of a charge, and how many of them are kept unchanged at each end. */
const mostSteps = 20;
const wholeAtEachEnd = 5;

/** The charge with further steps of its attempt, after its first ones. They are for display and counts, and decide nothing. Pure. */
export const withSteps = (charge: Charge, steps: readonly Step[] = []): Charge =>
  steps.length === 0
    ? charge
    : { ...charge, steps: boundSteps(sortSteps([...(charge.steps ?? beginningOf(charge)), ...steps])) };

/** The steps of a confirm arrive with its response, after those recorded meanwhile. */
const sortSteps = (steps: readonly Step[]): readonly Step[] => steps.toSorted((a, b) => a.at_ms - b.at_ms);

/** The same, unless the attempt has only had a simple response so far: then no step is kept. Pure. */
export const withNextStep = (charge: Charge, step: Step): Charge =>
  charge.steps ? withSteps(charge, [step]) : charge;

/**
 * The charge with the result of such a step: its code is added to the last step if that is this step and has none yet, or else in a new step. Pure.
 */
export const withReport = (charge: Charge, { at_ms, what, by, code }: Step): Charge => {
  const { steps = [] } = charge;
  const last = steps.at(-1);
  const isIts = last?.what === what && last.by === by && last.code === undefined;
  if (last && isIts && code !== undefined)
    return { ...charge, steps: [...steps.slice(0, -1), { ...last, code }] };
  const kind = what === 'asked' ? 'reported' : what;
  return withNextStep(charge, { at_ms, what: kind, ...defined({ code, by }) });
};

/** The code of a result in a step: its outcome, or why that is unknown. */
export const stepCodeOf = (result: LookUpResult): string =>
  'doubt' in result ? result.doubt : result.outcome;

/** The step for a result that leaves the outcome open. `pending` is a response. */
export const unknownStep = (doubt: UnknownReason, at_ms: number): Step => ({
  at_ms,
  what: lost.includes(doubt) ? 'no_answer' : 'reported',
  code: doubt,
  by: 'confirm',
});

/** The reasons that mean that no response arrived. */
const lost: readonly UnknownReason[] = [
  'timeout',
  'connection_lost',
  'ambiguous_error',
  'unreadable_answer',
  'in_flight',
];

const beginningOf = ({ started, redirected, completing }: Charge): readonly Step[] => [
  { at_ms: started, what: 'sent', ...(redirected && { code: 'requires_action' }), by: 'confirm' },
  ...(completing === undefined ? [] : [{ at_ms: completing, what: 'returned' } as const]),
];

/** Over the maximum, two steps of the same kind in the middle are merged. */
const boundSteps = (steps: readonly Step[]): readonly Step[] => {
  if (steps.length <= mostSteps) return steps;
  const middle = steps.slice(wholeAtEachEnd, -wholeAtEachEnd);
  const first = middle.findIndex(({ what }, at) => middle.slice(at + 1).some((other) => other.what === what));
  const second = middle.findIndex(({ what }, at) => at > first && what === middle[first]?.what);
  const [one, other] = [middle[first], middle[second]];
  if (!one || !other) return steps;
  const merged = middle.with(first, mergeSteps(one, other)).toSpliced(second, 1);
  return boundSteps([...steps.slice(0, wholeAtEachEnd), ...merged, ...steps.slice(-wholeAtEachEnd)]);
};

const mergeSteps = ({ at_ms, what, ...one }: Step, other: Step): Step => ({
  at_ms,
  what,
  ...(one.code === other.code && one.code !== undefined && { code: one.code }),
  ...(one.by === other.by && one.by !== undefined && { by: one.by }),
  count: (one.count ?? 1) + (other.count ?? 1),
});
