import type { Charge } from '../../../lib/types/charge.ts';
import { recordOf } from './records.ts';
import type { Violation } from './violations.ts';

const blank = recordOf({});

type Fields = Readonly<Record<string, unknown>>;

/** The fields in which one record differs from another. */
const differences = (from: Fields, to: Fields): string =>
  [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]))
    .map((field) => `${field} ${JSON.stringify(to[field])}`)
    .join(', ');

const linesFor = ({ law, step, times, before, after }: Violation): readonly string[] => [
  `\n${law}`,
  `  ${times} times by: ${step}`,
  `  the smallest record: ${differences(blank as Charge, before)}`,
  `  becomes: ${differences(before, after)}`,
];

/** What was broken, by what, and the smallest record on which it was. */
export const linesOf = (violations: readonly Violation[]): readonly string[] =>
  violations.toSorted((one, other) => one.law.localeCompare(other.law)).flatMap(linesFor);
