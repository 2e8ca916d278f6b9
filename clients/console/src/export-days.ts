import type { CreateExport } from '../../server/src/generated/api-types.ts';
import { refuse } from './api-problem.ts';
import { daysAfter, isoDay, startOfDay } from './format.ts';
import { words } from './words/words.ts';

export const exportKinds = ['movements', 'charges', 'refunds', 'disputes'] as const;
export const spans = ['yesterday', 'week', 'month'] as const;

/** The first day and the last, both part of it: `2026-11-27`. */
export type Days = { readonly from: string; readonly to: string };

/** The days before today: one, seven, or the last calendar month. `today`: `2026-11-28`. */
export const daysOf = (span: (typeof spans)[number], today: string): Days => {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const yesterday = daysAfter(today, -1);
  if (span === 'yesterday') return { from: yesterday, to: yesterday };
  if (span === 'week') return { from: daysAfter(today, -7), to: yesterday };
  return { from: isoDay(Date.UTC(year, month - 2, 1)), to: isoDay(Date.UTC(year, month - 1, 0)) };
};

/** As the API takes it: from the begin of the first day until the end of the last one, both in the chosen zone. What it would refuse is refused here, in words. */
export const exportAsked = (data: FormData): CreateExport => {
  const { exports } = words.value;
  const [first, last, time_zone] = ['from', 'to', 'time_zone'].map((name) => String(data.get(name))) as [
    string,
    string,
    string,
  ];
  const from = startOfDay(first, time_zone) ?? refuse('from', exports.noDay);
  startOfDay(last, time_zone) ?? refuse('to', exports.noDay);
  const to = startOfDay(daysAfter(last, 1), time_zone) ?? refuse('to', exports.noDay);
  if (to <= from) refuse('to', exports.turned);
  if (daysAfter(first, 31) <= last) refuse('from', exports.tooLong);
  const what = exportKinds.find((kind) => kind === data.get('what')) ?? 'movements';
  return { what, from, to, time_zone, format: data.get('format') === 'json' ? 'json' : 'csv' };
};
