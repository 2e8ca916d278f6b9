import type { Charge, Step } from '../../server/src/generated/api-types.ts';
import { count as number } from './format.ts';
import type { TimelineEntry } from './timeline-entry.ts';
import { words } from './words/words.ts';

/** Since when nobody knew what had become of the attempt, in Unix milliseconds; undefined if that was always known. */
export const lostAt = (charge: Charge | undefined): number | undefined => {
  const steps = charge?.steps ?? [];
  const at = steps.findIndex(({ what }) => what === 'no_answer');
  if (steps[at]?.code !== 'interrupted') return steps[at]?.at_ms;
  // That a function had died was found much later.
  return steps.slice(0, at).findLast(({ what }) => what === 'sent' || what === 'returned')?.at_ms;
};

/** What happened to an attempt between its call and its end. `name`: of its PSP. `outcome`: how it ended, which is said elsewhere. */
export const stepEntries = (
  charge: Charge | undefined,
  name: string,
  outcome: string | null,
): readonly TimelineEntry[] =>
  (charge?.steps ?? []).filter(isShown).map((step, _, shown) => {
    const { timeline } = words.value;
    const first = shown.find(({ what }) => what === 'no_answer');
    const { at_ms, what, code, by, count = 1 } = step;
    const isFirst = step === first;
    return {
      at_ms,
      tone: what === 'no_answer' ? 'waiting' : 'plain',
      title: timeline.steps[isUnclear(step) ? 'unclear' : what](name),
      lines: [
        ...(code === undefined || saidBy(what, code, outcome) ? [] : [resultOf(code)]),
        ...(isFirst ? [timeline.noOther] : []),
        ...(count > 1 ? [timeline.times(number(count))] : []),
      ],
      ...(by !== undefined && isPerson(by) && { by }),
    };
  });

/** There was an answer, but none that says what became of it. */
const isUnclear = ({ what, code = '' }: Step): boolean =>
  what === 'no_answer' && ['unreadable_answer', 'ambiguous_error', 'in_flight'].includes(code);

/** The title says it, or how the attempt ended. */
const saidBy = (what: Step['what'], code: string, outcome: string | null): boolean =>
  code === outcome || (what === 'no_answer' && code === 'timeout');

type Shown = Exclude<Step['what'], 'sent' | 'decided'>;

/** The call itself and decisions are said elsewhere. */
const isShown = (step: Step): step is Step & { readonly what: Shown } =>
  step.what !== 'sent' && step.what !== 'decided';

const parts: readonly string[] = ['confirm', 'recovery', 'webhook', 'refresh'];

const isPerson = (by: string): boolean => !parts.includes(by);

const resultOf = (code: string): string => {
  const { decline, timeline } = words.value;
  const known: Readonly<Record<string, string>> = { ...decline, ...timeline.outcomes, ...timeline.doubts };
  return timeline.result(known[code] ?? code);
};
