import type { Charge, Step } from '../../server/src/generated/api-types.ts';
import { count as number } from './format.ts';
import type { TimelineEntry } from './timeline-entry.ts';
import { words } from './words/words.ts';

/** When the first answer to a call of the attempt was lost, in Unix milliseconds; undefined if none was. */
export const lostAt = (charge: Charge | undefined): number | undefined =>
  charge?.steps.find(({ what }) => what === 'no_answer')?.at_ms;

/** What happened to an attempt between its call and its end. `name`: of its PSP. `outcome`: how it ended, which is said elsewhere. */
export const stepEntries = (
  charge: Charge | undefined,
  name: string,
  outcome: string | null,
): readonly TimelineEntry[] =>
  (charge?.steps ?? []).filter(isTold).map((step) => {
    const { timeline } = words.value;
    const { at_ms, what, code, by, count = 1 } = step;
    const isFirst = what === 'no_answer' && at_ms === lostAt(charge);
    return {
      at_ms,
      tone: what === 'no_answer' ? 'waiting' : 'plain',
      title: timeline.steps[what](name),
      lines: [
        ...(code === undefined || saidBy(what, code, outcome) ? [] : [resultOf(code)]),
        ...(code === undefined && what === 'asked' ? [timeline.nothingNew] : []),
        ...(isFirst ? [timeline.noOther] : []),
        ...(count > 1 ? [timeline.times(number(count))] : []),
      ],
      ...(by !== undefined && isPerson(by) && { by }),
    };
  });

/** The title says it, or how the attempt ended. */
const saidBy = (what: Step['what'], code: string, outcome: string | null): boolean =>
  code === outcome || (what === 'no_answer' && code === 'timeout');

type Told = Exclude<Step['what'], 'sent' | 'decided'>;

/** The call itself and decisions are said elsewhere. */
const isTold = (step: Step): step is Step & { readonly what: Told } =>
  step.what !== 'sent' && step.what !== 'decided';

const parts: readonly string[] = ['confirm', 'recovery', 'webhook', 'refresh'];

const isPerson = (by: string): boolean => !parts.includes(by);

const resultOf = (code: string): string => {
  const { decline, timeline } = words.value;
  const known: Readonly<Record<string, string>> = { ...decline, ...timeline.outcomes, ...timeline.doubts };
  return timeline.result(known[code] ?? code);
};
