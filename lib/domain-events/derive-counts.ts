import type { Charge } from '../types/charge.ts';
import { type Count, latencyLimits_ms, type MoneyCount } from '../types/hour-count.ts';
import type { MovementType } from '../types/movement.ts';
import { holdsMoney, indefinites } from '../types/outcome.ts';
import type { ChargeChange, RecordChange } from '../types/record-change.ts';
import { isResponseLost } from '../types/step.ts';
import { vaultFailureOf } from '../types/vault-failure.ts';
import { movementsOf } from './movements-of.ts';
import { hour_ms } from './stats-periods.ts';

type What = readonly [what: string, n: number];

/**
 * The counts that a change adds for its hour, PSP account and currency; their names are in `hour-count.ts`. An attempt counts once, when its outcome
 * is known. An attempt that never reached its PSP because of the vault does not count, nor does a payment made by another program. Money counts when
 * it moves. Pure.
 */
export const deriveCounts = (change: RecordChange): readonly Count[] => {
  if (change.table !== 'charges' || change.before?.rev === change.after.rev) return [];
  const { psp, currency } = change.after;
  const hour = change.at - (change.at % hour_ms);
  return [...attempt(change), ...lostResponse(change), ...moved(change), ...disputed(change)].map(
    ([what, n]) => ({
      hour,
      psp,
      currency,
      what,
      n,
    }),
  );
};

const attempt = ({ before, after }: ChargeChange): readonly What[] => {
  const { outcome, particulars, other_payment_of, failed_over } = after;
  if (other_payment_of !== undefined) return [];
  if (!isKnown(after) || isKnown(before) || vaultFailureOf(after)) return [];
  const approved = holdsMoney(outcome);
  const end = approved ? 'y' : 'n';
  const { brand = '', country = '' } = particulars?.card ?? {};
  return [
    [`a.${outcome}`, 1],
    [`b.${brand}.${end}`, 1],
    [`c.${country}.${end}`, 1],
    ...(failed_over && approved ? [['r', 1] as const] : []),
    ...latency(before, after),
  ];
};

const isKnown = (charge: Charge | undefined): boolean =>
  charge?.outcome !== undefined && charge.outcome !== null && !open.includes(charge.outcome);
const open: readonly string[] = [...indefinites, 'requires_action'];

/**
 * For an attempt whose success the PSP's own response showed: from its start, or from its customer's return, until the success was recorded. A success
 * that was reported while the customer was away, or after the attempt was pending, says nothing about the PSP's latency.
 */
const latency = (before: Charge | undefined, charge: Charge): readonly What[] => {
  const { outcome, captured_at, completing, started } = charge;
  if (outcome !== 'captured' || captured_at === undefined || isResponseLost(charge)) return [];
  const asked_at = completing ?? (before?.outcome === null ? started : undefined);
  if (asked_at === undefined) return [];
  const took = captured_at - asked_at;
  return [[`l.${latencyLimits_ms.find((limit) => took <= limit) ?? ''}`, 1]];
};

/** For an attempt whose response was lost. Its captures are counted when they are made. */
const lostResponse = ({ before, after }: ChargeChange): readonly What[] => {
  if (!isResponseLost(after)) return [];
  const was = isResponseLost(before);
  const known = was ? (before?.amount_captured ?? 0) : 0;
  return [
    ...(was ? [] : [['x', 1] as const]),
    ...money('xc', after.amount_captured - known, Number(after.amount_captured > 0) - Number(known > 0)),
  ];
};

const moved = (change: ChargeChange): readonly What[] =>
  movementsOf(change).flatMap(({ type, amount }) => {
    const counted = movedCounts[type];
    return counted ? money(counted[0], counted[1] * amount) : [];
  });

/** A failed capture or refund is subtracted again. Disputes are counted below. */
const movedCounts: Readonly<Partial<Record<MovementType, readonly [MoneyCount, 1 | -1]>>> = {
  capture: ['m', 1],
  capture_failed: ['m', -1],
  refund: ['f', 1],
  refund_failed: ['f', -1],
};

/** A dispute counts once, however often it is reopened, with its last known amount. */
const disputed = ({ before, after }: ChargeChange): readonly What[] =>
  Object.values(after.disputes).flatMap(({ id, amount }) => {
    const known = before?.disputes[id];
    return money('d', amount - (known?.amount ?? 0), known ? 0 : 1);
  });

const money = (what: MoneyCount, amount: number, n = Math.sign(amount)): readonly What[] => [
  ...(n === 0 ? [] : [[`${what}.n`, n] as const]),
  ...(amount === 0 ? [] : [[`${what}.a`, amount] as const]),
];
