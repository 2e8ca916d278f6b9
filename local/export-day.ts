import type { Charge } from '../lib/types/charge.ts';
import { dayMs, startOf } from './day.ts';
import { writeCsv } from './reconcile/csv.ts';

/** One event of a day: money came in or went back, or was disputed. Amounts in minor units, times in ISO 8601. */
export type DayEntry = {
  readonly type: 'charge' | 'refund' | 'dispute';
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
  const common = { charge: charge.id, session: charge.session, psp: charge.psp, currency: charge.currency };
  const isOn = (at: number): boolean => at >= from && at < from + dayMs;
  const entries: readonly { readonly began: number; readonly entry: Omit<DayEntry, 'at'> }[] = [
    {
      began: charge.started,
      entry: {
        type: 'charge',
        id: charge.id,
        ...common,
        psp_reference: charge.psp_reference ?? null,
        status: charge.status,
        amount: charge.amount,
        amount_captured: charge.amount_captured,
        reason: charge.outcome,
      },
    },
    ...Object.values(charge.refunds).map(({ id, created, psp_reference, status, amount, reason }) => ({
      began: created * 1000,
      entry: {
        type: 'refund' as const,
        id,
        ...common,
        psp_reference: psp_reference ?? null,
        status,
        amount,
        amount_captured: null,
        reason: reason ?? null,
      },
    })),
    ...Object.values(charge.disputes).map(({ id, created, psp_reference, status, amount, reason }) => ({
      began: created * 1000,
      entry: {
        type: 'dispute' as const,
        id,
        ...common,
        psp_reference,
        status,
        amount,
        amount_captured: null,
        reason: reason ?? null,
      },
    })),
  ];
  return entries
    .filter(({ began }) => isOn(began))
    .map(({ began, entry: { type, id, ...rest } }) => ({
      type,
      id,
      at: new Date(began).toISOString(),
      ...rest,
    }));
};

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
