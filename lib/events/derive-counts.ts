import type { Charge } from '../types/charge.ts';
import type { Count } from '../types/hour-count.ts';
import { indefinites } from '../types/outcome.ts';
import type { ChargeChange, RecordChange } from '../types/record-change.ts';
import { vaultFailureOf } from '../types/vault-failure.ts';

type What = readonly [what: string, n: number];

/**
 * The counts that a change adds for its hour and PSP account. An attempt counts once, when its outcome is known: as `outcome.<outcome>`, and as
 * `approved` or `refused` by `currency`, `brand` and the issuer's `country`. `doubt` counts unknown outcomes. An attempt that the vault kept from its
 * PSP does not count, nor does a payment that another program made. Money counts when it moves, as `.count` and `.amount` (minor units) by currency: `captured`, `refunded`, `dispute_opened`,
 * `dispute_won`, `dispute_lost`. Pure.
 */
export const deriveCounts = (change: RecordChange): readonly Count[] => {
  if (change.table !== 'charges' || change.before?.rev === change.after.rev) return [];
  const { psp } = change.after;
  const hour = change.at - (change.at % hour_ms);
  return [...attempt(change), ...captured(change), ...refunded(change), ...disputed(change)].map(
    ([what, n]) => ({ hour, psp, what, n }),
  );
};

const hour_ms = 3_600_000;

const attempt = ({ before, after }: ChargeChange): readonly What[] => {
  const { outcome, currency, particulars, other_payment_of } = after;
  if (other_payment_of !== undefined) return [];
  if (outcome === 'unknown' && before?.outcome !== 'unknown') return [['doubt', 1]];
  if (!isKnown(after) || isKnown(before) || vaultFailureOf(after)) return [];
  const end = outcome === 'approved' || outcome === 'captured' ? 'approved' : 'refused';
  const { brand, country } = particulars?.card ?? {};
  return [
    [`outcome.${outcome}`, 1],
    [`currency.${currency}.${end}`, 1],
    ...(brand ? [[`brand.${brand}.${end}`, 1] as const] : []),
    ...(country ? [[`country.${country}.${end}`, 1] as const] : []),
    ...latency(after),
  ];
};

const isKnown = (charge: Charge | undefined): boolean =>
  charge?.outcome !== undefined && charge.outcome !== null && !open.includes(charge.outcome);
const open: readonly string[] = [...indefinites, 'requires_action'];

/** For an attempt that took the money: from its start, or from its customer's return, until that was recorded. Buckets double. */
const latency = ({ outcome, captured_at, completing, started }: Charge): readonly What[] => {
  if (outcome !== 'captured' || captured_at === undefined) return [];
  const took = captured_at - (completing ?? started);
  const bucket = latencyBuckets_ms.find((limit) => took <= limit);
  return [[`latency.${bucket ?? 'longer'}`, 1]];
};

/** Upper limits. */
const latencyBuckets_ms = [50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600] as const;

const captured = ({ before, after }: ChargeChange): readonly What[] =>
  money('captured', after, after.amount_captured - (before?.amount_captured ?? 0));

/** A refund that fails after all is subtracted again. */
const refunded = ({ before, after }: ChargeChange): readonly What[] =>
  Object.values(after.refunds).flatMap(({ id, amount, status }) => {
    const [did, does] = [before?.refunds[id]?.status === 'succeeded', status === 'succeeded'];
    return did === does ? [] : money('refunded', after, does ? amount : -amount);
  });

const disputed = ({ before, after }: ChargeChange): readonly What[] =>
  Object.values(after.disputes).flatMap(({ id, amount, status }) => {
    if (status === 'closed' || before?.disputes[id]?.status === status) return [];
    return money(`dispute_${status === 'open' ? 'opened' : status}`, after, amount);
  });

const money = (what: string, { currency }: Charge, amount: number): readonly What[] =>
  amount === 0
    ? []
    : [
        [`${what}.${currency}.count`, Math.sign(amount)],
        [`${what}.${currency}.amount`, amount],
      ];
