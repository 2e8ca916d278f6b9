import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { attemptFacts, type StatsDimension, statsDimensions, statsIntervals } from '../../types/stats.ts';
import { timeZone } from '../fields/time-zone.ts';
import { seconds } from './list-parameters.ts';

const hour_s = 3_600;
/** A week and a quarter; one in which clocks are set back is an hour longer. */
const longest_s = { hour: (7 * 24 + 1) * hour_s, day: (92 * 24 + 1) * hour_s } as const;

const split = `expected ${statsDimensions.join(', ')}, each once and with commas between them, and only one of ${attemptFacts.join(', ')}`;

const isSplit = (text: string): boolean => {
  const names = text.split(',');
  const facts = names.filter((name) => (attemptFacts as readonly string[]).includes(name));
  const known = names.every((name) => (statsDimensions as readonly string[]).includes(name));
  return known && new Set(names).size === names.length && facts.length < 2;
};

/** `from` and `to` in Unix seconds. */
export const statsQuery = strictObject({
  from: seconds,
  to: seconds,
  interval: z._default(z.enum(statsIntervals, 'expected "hour" or "day"'), 'day'),
  time_zone: z._default(timeZone, 'UTC'),
  by: z.exactOptional(z.string().check(z.refine(isSplit, split))),
}).check(
  z.refine(({ from, to }) => from < to, { path: ['to'], error: 'expected a time after from' }),
  z.refine(({ from, to, interval }) => to - from <= longest_s[interval], {
    path: ['from'],
    error: 'expected at most 7 days before to by hour, 92 by day',
  }),
);

export const splitBy = ({ by }: z.infer<typeof statsQuery>): readonly StatsDimension[] =>
  by === undefined ? [] : (by.split(',') as StatsDimension[]);
