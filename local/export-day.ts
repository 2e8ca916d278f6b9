import type { Charge } from '../lib/types/charge.ts';
import { dayMs, startOf } from './day.ts';
import { writeCsv } from './reconcile/csv.ts';

/** In the order in which one follows from another. */
const types = ['charge', 'refund', 'dispute'] as const;

/** One event of a day: money came in or went back, or was disputed. Amounts in minor units, times in ISO 8601, to the second. */
export type DayEntry = {
  readonly type: (typeof types)[number];
  readonly id: string;
  readonly at: string;
  readonly charge: string;
  readonly session: string;
  readonly psp: string;
  readonly psp_reference: string | null;
  readonly status: string;
  readonly currency: string;
  readonly amount: number;
  readonly amount_captured: number | null;
  readonly reason: string | null;
};

/**
 * The charges, refunds and disputes that began on a day (UTC, `2026-11-22`), with refunds and disputes of charges of any age. Throws if it is not a
 * day.
 */
export const entriesOf = (charge: Charge, day: string): readonly DayEntry[] => {
  const from = startOf(day);
  return partsOf(charge)
    .filter(({ began }) => began >= from && began < from + dayMs)
    .map(({ type, began, part }) => ({
      type,
      id: part.id,
      at: new Date(began).toISOString().replace(/\.\d+Z$/, 'Z'),
      charge: charge.id,
      session: charge.session,
      psp: charge.psp,
      currency: charge.currency,
      psp_reference: part.psp_reference ?? null,
      status: part.status,
      amount: part.amount,
      amount_captured: part.amount_captured ?? null,
      reason: part.reason ?? null,
    }));
};

type Part = {
  readonly type: DayEntry['type'];
  readonly began: number;
  readonly part: Pick<DayEntry, 'id' | 'status' | 'amount'> &
    Partial<Pick<DayEntry, 'psp_reference' | 'amount_captured' | 'reason'>>;
};

const partsOf = (charge: Charge): readonly Part[] => [
  { type: 'charge', began: charge.started, part: { ...charge, reason: charge.outcome } },
  ...Object.values(charge.refunds).map((part) => ({
    type: 'refund' as const,
    began: part.created * 1000,
    part,
  })),
  ...Object.values(charge.disputes).map((part) => ({
    type: 'dispute' as const,
    began: part.created * 1000,
    part,
  })),
];

/** Oldest first; of one second, a charge before what follows from it. */
export const inOrder = (entries: readonly DayEntry[]): readonly DayEntry[] =>
  entries.toSorted(
    (a, b) => compare(a.at, b.at) || types.indexOf(a.type) - types.indexOf(b.type) || compare(a.id, b.id),
  );

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

const columns: readonly (keyof DayEntry)[] = [
  'type',
  'id',
  'at',
  'charge',
  'session',
  'psp',
  'psp_reference',
  'status',
  'currency',
  'amount',
  'amount_captured',
  'reason',
];

export const asJsonLines = (entries: readonly DayEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

export const asCsv = (entries: readonly DayEntry[]): string =>
  writeCsv(
    columns,
    entries.map((entry) => columns.map((column) => entry[column])),
  );
