import { type Charge, type Client, isPaymentError } from '../../clients/server/src/index.ts';
import { dayMs } from '../commands/day.ts';
import { exportFile } from '../commands/export-file.ts';
import { showProgress } from '../support/progress.ts';
import type { ReportLine } from './movement.ts';
import { type Days, daysOf, doneOn } from './reconcile.ts';

/**
 * An account's charges that a report names, and those that are open or moved money on its days (UTC): with these, `reconcile` says what it would say with
 * all. Oldest first. The youngest come in pages; the others are read one by one, so that payments keep the service to themselves. What moved on one that is
 * older than the longest hold and not in the report is found through rows of a stream, and missed while such a row is parked.
 */
export const readCharges = async (
  client: Client,
  psp: string,
  lines: readonly ReportLine[],
): Promise<readonly Charge[]> => {
  const found = new Map<string, Charge>();
  const take = (charge: Charge): void => {
    found.set(charge.id, charge);
    showProgress(`${found.size} charges read`);
  };
  const days = daysOf(lines);
  const created = { gte: (days.from - longestHold_ms) / 1000, lte: days.to / 1000 - 1 };
  for await (const charge of client.charges.list({ psp, created, limit }))
    if (doneOn(days, charge).length > 0 || charge.created * 1000 >= days.from) take(charge);
  for await (const charge of client.charges.list({ psp, open: true, limit })) take(charge);
  const named = new Set(lines.flatMap(({ charge = '' }) => (ourId.test(charge) ? [charge] : [])));
  await readById(client, named.union(await movedOn(client, psp, days)), { found, take });
  for (const payment of unknownPayments(lines, found))
    for await (const charge of client.charges.list({ psp, psp_reference: payment })) take(charge);
  await readById(client, otherPayments(found), { found, take });
  showProgress(`${found.size} charges read`, { last: true });
  return [...found.values()].filter((charge) => charge.psp === psp).toSorted(oldestFirst);
};

export const oldestFirst = (one: Charge, other: Charge): number =>
  one.created - other.created || (one.id < other.id ? -1 : 1);

const limit = 100;
/** What the list of charges takes as an id of a PSP's. */
const pspId = /^.{1,255}$/s;
const ourId = /^ch_[0-9a-hjkmnp-tv-z]{26}$/;
const most_ms = 31 * dayMs;
/** No PSP keeps a hold for longer than a month (PayPal: 29 days), so nothing created earlier is captured now, unless its outcome was unknown. */
const longestHold_ms = 31 * dayMs;
const slack_ms = 3_600_000;

type Found = ReadonlyMap<string, Charge>;

/**
 * Charges of any age that were captured, refunded or reversed on these days. Movements and events have a clock of their own; late money is in no file of
 * movements.
 */
const movedOn = async (client: Client, psp: string, { from, to }: Days): Promise<ReadonlySet<string>> => {
  const moved = new Set<string>();
  const created = { gte: from / 1000, lte: to / 1000 - 1 };
  for await (const refund of client.refunds.list({ created, limit }))
    if (refund.psp === psp) moved.add(refund.charge);
  const since = { gte: (from - slack_ms) / 1000 };
  for await (const { data } of client.events.list({ type: 'charge.reversed', created: since, limit }))
    moved.add(data.id);
  for (let start = from - slack_ms; start < to + slack_ms; start += most_ms) {
    const end = Math.min(to + slack_ms, start + most_ms);
    for (const row of await movementsIn(client, start / 1000, end / 1000))
      if (row.type === 'capture' && row.psp === psp) moved.add(row.charge);
  }
  return moved;
};

type Movement = { readonly type: string; readonly psp: string; readonly charge: string };

const movementsIn = async (client: Client, from: number, to: number): Promise<readonly Movement[]> => {
  const file = await exportFile(client, { what: 'movements', from, to, format: 'json' });
  return (await file.json()) as readonly Movement[];
};

const readById = async (
  client: Client,
  ids: Iterable<string>,
  { found, take }: { readonly found: Found; readonly take: (charge: Charge) => void },
): Promise<void> => {
  for (const id of ids) {
    const charge = found.has(id) ? undefined : await client.charges.retrieve(id).catch(unlessMissing);
    if (charge) take(charge);
  }
};

const unlessMissing = (error: unknown): undefined => {
  if (!(isPaymentError(error) && error.code === 'resource_missing')) throw error;
};

/** Payments whose charge no line names, nor any charge that was found. */
const unknownPayments = (lines: readonly ReportLine[], found: Found): ReadonlySet<string> => {
  const known = new Set([...found.values()].map(({ psp_reference }) => psp_reference));
  for (const { charge = '', payment = null } of lines) if (found.has(charge)) known.add(payment);
  const named = lines.flatMap(({ payment = '' }) => (pspId.test(payment) ? [payment] : []));
  return new Set(named).difference(known);
};

const otherPayments = (found: Found): readonly string[] =>
  [...found.values()].flatMap(({ other_payments }) => other_payments.map(({ charge }) => charge));
