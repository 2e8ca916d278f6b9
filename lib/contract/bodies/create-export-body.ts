import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { exportFormats, exportKinds } from '../../types/export.ts';
import { integer } from '../fields/integer.ts';
import { timeZone } from '../fields/time-zone.ts';

/** A month in which clocks are set back is 31 days and an hour. */
const longest_s = (31 * 24 + 1) * 3_600;

const quoted = (names: readonly string[]): string =>
  names
    .map((name) => `"${name}"`)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1');

/** Unix seconds; as milliseconds, at most thirteen digits. */
const seconds = integer(0, 9_999_999_999);

/** `from` and `to` in Unix seconds; `to` is exclusive. */
export const createExportBody = strictObject({
  what: z.enum(exportKinds, `expected ${quoted(exportKinds)}`),
  from: seconds,
  to: seconds,
  time_zone: z._default(timeZone, 'UTC'),
  format: z._default(z.enum(exportFormats, `expected ${quoted(exportFormats)}`), 'csv'),
}).check(
  z.refine(({ from, to }) => from < to, { path: ['to'], error: 'expected a time after from' }),
  z.refine(({ from, to }) => to - from <= longest_s, {
    path: ['from'],
    error: 'expected at most 31 days before to',
  }),
);
