import type { Charge, Dispute } from '../../clients/server/src/index.ts';
import { dayMs } from '../commands/day.ts';
import type { MovementKind, Report, ReportLine } from './movement.ts';
import { type OwnMovement, ownMovements } from './own-movements.ts';

/**
 * `missing_here`: in the report but not in our records. `missing_there`: the reverse, within the days of the report. `amount`, `state`: in both, but
 * with another amount or currency, or another end. `fee`: the fee does not match the report's own line.
 */
export type DiscrepancyKind = 'missing_here' | 'missing_there' | 'amount' | 'state' | 'fee';

export type Discrepancy = {
  readonly kind: DiscrepancyKind;
  readonly movement: MovementKind;
  /** Lines of the report. */
  readonly lines: readonly number[];
  readonly charge: string | null;
  readonly operation: string | null;
  readonly psp_reference: string | null;
  readonly currency: string;
  /** Minor units; null if that side has nothing. */
  readonly here: number | null;
  readonly there: number | null;
  readonly what: string;
};

/** Money by currency, in minor units: the total of both sides, and the part on which they agree. */
export type Explained = { readonly currency: string; readonly total: number; readonly explained: number };

export type Reconciliation = {
  readonly explained: readonly Explained[];
  readonly discrepancies: readonly Discrepancy[];
  /** Movements compared, and lines of the report that are not about payments. */
  readonly movements: number;
  readonly others: number;
};

/** Compares a report with the charges of its account. Pure. */
export const reconcile = ({ lines, others }: Report, charges: readonly Charge[]): Reconciliation => {
  const groups = groupLines(lines, finderOf(lines, charges));
  const results = groups.map((group) => compareGroup(group, courseOf(groups, group)));
  const seen = new Set(results.flatMap(({ own }) => (own ? [keyOf(own)] : [])));
  const absent = within(lines, charges)
    .filter((own) => !seen.has(keyOf(own)))
    .map(missingThere);
  const discrepancies = [...results.flatMap(({ wrong }) => wrong), ...absent];
  const weights = [
    ...results.map(({ weight, currency, wrong }) => ({
      weight,
      currency,
      explained: wrong.length === 0 ? weight : 0,
    })),
    ...absent.map(({ here, currency }) => ({ weight: here ?? 0, currency, explained: 0 })),
  ];
  return {
    explained: [...new Set(weights.map(({ currency }) => currency))].sort().map((currency) => {
      const own = weights.filter((weight) => weight.currency === currency);
      return {
        currency,
        total: sum(own.map(({ weight }) => weight)),
        explained: sum(own.map(({ explained }) => explained)),
      };
    }),
    discrepancies,
    movements: groups.length + absent.length,
    others,
  };
};

type Group = {
  readonly lines: readonly ReportLine[];
  readonly charge: Charge | undefined;
  readonly own: OwnMovement | undefined;
  readonly dispute: Dispute | undefined;
};

type Find = (line: ReportLine) => Charge | undefined;

/**
 * Finds our charge for a line: by our id, by the PSP's id of the payment, or by another line of that payment that has our id. Another payment bears the
 * id of the charge that it was made beside.
 */
const finderOf = (lines: readonly ReportLine[], charges: readonly Charge[]): Find => {
  const byId = new Map(charges.map((charge) => [charge.id, charge]));
  const byPayment = new Map(
    charges.flatMap((charge) => (charge.psp_reference === null ? [] : [[charge.psp_reference, charge]])),
  );
  const named: Find = ({ charge = '', payment = '' }) => {
    const other = byPayment.get(payment);
    return other?.other_payment_of === charge ? other : byId.get(charge);
  };
  for (const line of lines) {
    const known = named(line);
    if (known && line.payment !== undefined) byPayment.set(line.payment, known);
  }
  return (line) => named(line) ?? byPayment.get(line.payment ?? '');
};

/** Groups the lines of one movement: captures of a charge in parts, a refund and its failure. */
const groupLines = (lines: readonly ReportLine[], find: Find): readonly Group[] => {
  const groups = new Map<string, Group>();
  for (const line of lines) {
    const charge = find(line);
    const own = charge && ownOf(charge, line);
    const dispute = charge && disputeOf(charge, line);
    const name = own
      ? keyOf(own)
      : `${line.charge ?? line.payment} ${line.operation ?? line.psp_reference ?? line.line}`;
    const key = `${line.kind} ${dispute?.id ?? name}`;
    groups.set(key, { charge, own, dispute, lines: [...(groups.get(key)?.lines ?? []), line] });
  }
  return [...groups.values()];
};

const ownOf = (charge: Charge, line: ReportLine): OwnMovement | undefined => {
  const own = ownMovements(charge).filter(({ kind }) => kind === line.kind);
  if (line.kind !== 'refund') return own[0];
  return (
    own.find(({ operation }) => line.operation !== undefined && operation === line.operation) ??
    own.find(({ psp_reference }) => psp_reference !== undefined && psp_reference === line.psp_reference)
  );
};

/** PSPs do not always identify the dispute: then it is the charge's dispute of this amount, or its only one. */
const disputeOf = (
  { disputes }: Charge,
  { kind, psp_reference, amount }: ReportLine,
): Dispute | undefined => {
  if (kind !== 'chargeback' && kind !== 'chargeback_reversal') return undefined;
  return (
    disputes.find((dispute) => dispute.psp_reference === psp_reference) ??
    disputes.find((dispute) => dispute.amount === Math.abs(amount)) ??
    (disputes.length === 1 ? disputes[0] : undefined)
  );
};

/** What a report says of a dispute, in the order in which its money moved: it may be taken, returned and taken again. */
const courseOf = (groups: readonly Group[], { dispute }: Group): readonly ReportLine[] =>
  groups
    .filter((other) => dispute !== undefined && other.dispute === dispute)
    .flatMap(({ lines }) => lines)
    .toSorted((one, other) => one.at - other.at || one.line - other.line);

type Compared = {
  readonly own: OwnMovement | undefined;
  readonly weight: number;
  readonly currency: string;
  readonly wrong: readonly Discrepancy[];
};

const compareGroup = (group: Group, course: readonly ReportLine[]): Compared => {
  const { lines, own, dispute } = group;
  const { kind, currency } = lines[0] as ReportLine;
  const there = sum(lines.map(({ amount }) => amount));
  const isPending = lines.some(({ pending }) => pending);
  const here = own ? own.amount : dispute && dispute.amount * timesIn(course, kind);
  const found = (problem: DiscrepancyKind, what: string): Discrepancy => ({
    ...named(group),
    kind: problem,
    here: here ?? null,
    there,
    what,
  });
  const wrong: Discrepancy[] = [];
  if (here === undefined)
    wrong.push(found('missing_here', `no ${noun(kind)} here matches the one in the report`));
  else {
    const state = own ? stateProblem(own, there, isPending) : disputeProblem(kind, dispute, course);
    if (state !== undefined) wrong.push(found('state', state));
    else if (currencyOf(group) !== currency)
      wrong.push(found('amount', `in ${currency} in the report, in ${currencyOf(group)} here`));
    else if (isMoved(own, there) && here !== there)
      wrong.push(found('amount', `${there} in the report, ${here} here`));
  }
  for (const line of lines) {
    const what = feeProblem(line);
    if (what !== undefined) wrong.push({ ...found('fee', what), lines: [line.line] });
  }
  return { own, weight: Math.max(Math.abs(there), isMoved(own, there) ? (here ?? 0) : 0), currency, wrong };
};

/** Whether to compare an amount: if both sides say that it failed, there is none. */
const isMoved = (own: OwnMovement | undefined, there: number): boolean =>
  !(own?.state === 'not done' && there === 0);

const currencyOf = ({ charge, lines }: Group): string | undefined => charge?.currency ?? lines[0]?.currency;

const stateProblem = ({ state }: OwnMovement, there: number, isPending: boolean): string | undefined => {
  const moved = isPending ? 'pending' : 'done';
  const said = there === 0 ? 'not done' : moved;
  return said === state ? undefined : `${said} in the report, ${state} here`;
};

/** How often the money of a dispute was taken or returned: lines in a row are parts of one movement. */
const timesIn = (course: readonly ReportLine[], kind: MovementKind): number =>
  course.filter((line, index) => line.kind === kind && course[index - 1]?.kind !== kind).length;

/** Only the last movement of a dispute shows its state. A dispute whose money was taken once may have been won since. */
const disputeProblem = (
  kind: MovementKind,
  dispute: Dispute | undefined,
  course: readonly ReportLine[],
): string | undefined => {
  const last = course.at(-1);
  if (!dispute || last?.kind !== kind) return undefined;
  const isWon = dispute.status === 'won' || dispute.status === 'closed';
  if (kind === 'chargeback_reversal') {
    const isOpenYet = last.pending === true && dispute.status === 'open';
    return isWon || isOpenYet ? undefined : `returned in the report, ${dispute.status} here`;
  }
  const isAgain = course.some((line) => line.kind !== kind);
  return isAgain && isWon ? `taken again in the report, ${dispute.status} here` : undefined;
};

const feeProblem = ({ amount, currency, fee }: ReportLine): string | undefined => {
  if (fee === undefined) return undefined;
  if (fee.net !== undefined && amount - fee.amount !== fee.net)
    return `${amount} minus a fee of ${fee.amount} is not ${fee.net}`;
  if (fee.currency === currency && Math.abs(fee.amount) > Math.abs(amount))
    return `a fee of ${fee.amount} for ${amount}`;
  return undefined;
};

const named = ({ lines, charge, own, dispute }: Group) => {
  const first = lines[0] as ReportLine;
  return {
    movement: first.kind,
    lines: lines.map(({ line }) => line),
    charge: charge?.id ?? first.charge ?? null,
    operation: own?.operation ?? first.operation ?? dispute?.id ?? null,
    psp_reference: first.psp_reference ?? first.payment ?? null,
    currency: first.currency,
  };
};

const missingThere = (own: OwnMovement): Discrepancy => ({
  kind: 'missing_there',
  movement: own.kind,
  lines: [],
  charge: own.charge,
  operation: own.operation ?? null,
  psp_reference: own.psp_reference ?? null,
  currency: own.currency,
  here: own.amount,
  there: null,
  what: `the report has no ${noun(own.kind)} like this`,
});

/** Days (UTC) in Unix milliseconds. `to` is not part of them. */
export type Days = { readonly from: number; readonly to: number };

/** The days of a report. */
export const daysOf = (lines: readonly ReportLine[]): Days => {
  const times = lines.map(({ at }) => Math.floor(at / dayMs) * dayMs);
  const [least, most] = times.reduce(
    ([first, last], at) => [Math.min(first, at), Math.max(last, at)],
    [Number.POSITIVE_INFINITY, 0],
  );
  return { from: least, to: most + dayMs };
};

/** Movements of a charge that our records call done on these days. */
export const doneOn = ({ from, to }: Days, charge: Charge): readonly OwnMovement[] =>
  ownMovements(charge).filter(({ state, at }) => state === 'done' && at >= from && at < to);

const within = (lines: readonly ReportLine[], charges: readonly Charge[]): readonly OwnMovement[] => {
  const days = daysOf(lines);
  return charges.flatMap((charge) => doneOn(days, charge));
};

const keyOf = ({ kind, charge, operation }: OwnMovement): string => `${kind} ${charge} ${operation ?? ''}`;

const noun = (kind: MovementKind): string => kind.replace('_', ' ');

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
