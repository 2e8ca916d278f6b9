import { exponentOf } from '../../../lib/types/currency.ts';
import { toDecimal } from '../../../lib/types/money.ts';
import { language, timeZone } from './preferences.ts';

/** `€48.00` of 4800 and `eur`, `-€0.05` of -5: with as many digits as ISO 4217 names. */
export const money = (amount: number, currency: string): string => {
  const digits = exponentOf(currency) ?? 2;
  const format = new Intl.NumberFormat(language.value, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(Math.sign(amount) * Number(toDecimal(Math.abs(amount), digits)));
};

/** `48.00` of 4800 and `eur`, as one types it. */
export const decimal = (amount: number, currency: string): string =>
  toDecimal(amount, exponentOf(currency) ?? 2);

/** 4800 of `48`, `48.0` or `48,00` and `eur`. Undefined if it is no amount that the currency can have. */
export const readAmount = (text: string, currency: string): number | undefined => {
  const digits = exponentOf(currency) ?? 2;
  const [, whole, part = ''] = /^\s*(\d{1,12})(?:[.,](\d*))?\s*$/.exec(text) ?? [];
  if (whole === undefined || part.length > digits) return undefined;
  return Number(whole + part.padEnd(digits, '0'));
};

/** Of Unix milliseconds: `Nov 28, 2026, 14:03:07`. */
export const fullTime = (at_ms: number): string =>
  new Intl.DateTimeFormat(language.value, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: timeZone.value,
  }).format(at_ms);

/** Of Unix milliseconds: `14:03:07`. */
export const clockTime = (at_ms: number): string =>
  new Intl.DateTimeFormat(language.value, { timeStyle: 'medium', timeZone: timeZone.value }).format(at_ms);

/** Today without the date: `14:03`; otherwise `Nov 28, 14:03`, in another year `Nov 28, 2025, 14:03`. */
export const shortTime = (at_ms: number, now = Date.now()): string => {
  const [day, today] = [dayOf(at_ms), dayOf(now)];
  return new Intl.DateTimeFormat(language.value, {
    ...(day !== today && { month: 'short', day: 'numeric' }),
    ...(yearOf(day) !== yearOf(today) && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timeZone.value,
  }).format(at_ms);
};

const yearOf = (day: string): string => day.slice(0, 4);

/** `2026-11-28`, in that time zone; without one, in the chosen one. */
export const dayOf = (at_ms: number, zone = timeZone.value): string => daysIn(zone).format(at_ms);

const daysIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });

/** `2026-12-01` of `2026-11-28` and 3. */
export const daysAfter = (day: string, days: number): string => isoDay(midnightOf(day) + days * 86_400_000);

export const isoDay = (utc_ms: number): string => new Date(utc_ms).toISOString().slice(0, 10);

/** In UTC. */
const midnightOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

const quarter_ms = 900_000;
/** The east-most zone is this far ahead of UTC. */
const mostAhead_ms = 14 * 3_600_000;

/**
 * Unix seconds at which that day begins in that time zone: at a quarter of an hour, which is not midnight where clocks skip it. A day that a zone
 * left out begins and ends with the next one. Undefined if it is no day.
 */
export const startOfDay = (day: string, zone = timeZone.value): number | undefined => {
  if (!isDay(day)) return undefined;
  const days = daysIn(zone);
  let at_ms = midnightOf(day) - mostAhead_ms;
  while (days.format(at_ms) < day) at_ms += quarter_ms;
  return at_ms / 1000;
};

/** Not the 30th of February, which is read as a day of March. */
const isDay = (day: string): boolean => {
  const utc_ms = /^\d{4}-\d\d-\d\d$/.test(day) ? midnightOf(day) : Number.NaN;
  return !Number.isNaN(utc_ms) && isoDay(utc_ms) === day;
};

/** The days of a time in that zone, whose end is not part of it: `Nov 27, 2026`, `Nov 21 – 27, 2026`. Unix seconds. */
export const daysBetween = (from: number, to: number, zone: string): string =>
  new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeZone: zone }).formatRange(
    from * 1000,
    (to - 1) * 1000,
  );

/** `850 ms`, `1.5 s`, `12 min`, `3 h`, `2 days` */
export const duration = (ms: number): string => {
  const [unit, size, digits] = unitOf(ms);
  return new Intl.NumberFormat(language.value, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  }).format(ms / size);
};

const units = [
  ['day', 86_400_000, 0, 172_800_000],
  ['hour', 3_600_000, 0, 7_200_000],
  ['minute', 60_000, 0, 120_000],
  ['second', 1_000, 1, 1_000],
] as const;

const unitOf = (ms: number): readonly [string, number, number] => {
  const [unit, size, digits] = units.find(([, , , from]) => ms >= from) ?? ['millisecond', 1, 0];
  return [unit, size, digits];
};

/** `in 3 days`, `in 5 hours`, `2 days ago`: no more time than is left. */
export const fromNow = (at_ms: number, now: number): string => {
  const left = at_ms - now;
  const [unit, size] = unitOf(Math.max(120_000, Math.abs(left)));
  return new Intl.RelativeTimeFormat(language.value).format(
    Math.trunc(left / size),
    unit as Intl.RelativeTimeFormatUnit,
  );
};

/** `98.2%` of 0.982 */
export const percent = (share: number, digits = 1): string =>
  new Intl.NumberFormat(language.value, { style: 'percent', maximumFractionDigits: digits }).format(share);

export const count = (value: number): string => new Intl.NumberFormat(language.value).format(value);
