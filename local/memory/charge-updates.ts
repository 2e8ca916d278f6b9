import type { Charge, Dispute, Refund } from '../../lib/types/charge.ts';
import { hasSpaceFor, mostBytesOf } from '../../lib/types/charge-space.ts';
import type { PaymentStore } from '../../lib/types/ports.ts';

/** An update of one charge: what becomes of it, undefined if its condition fails, and whether a charge shows that it happened. */
export type ChargeUpdate = {
  readonly apply: (charge: Charge) => Charge | undefined;
  readonly happened: (charge: Charge) => boolean;
};

export const reserveRefund = (
  refund: Refund,
  { exact, psps, ...mark }: Parameters<PaymentStore['reserveRefund']>[2],
): ChargeUpdate => ({
  apply: (charge) => {
    const within = refund.allow_disputed ? charge.amount_refundable_disputed : charge.amount_refundable;
    const left = within - refund.amount;
    const enough = exact ? left === 0 : left >= 0;
    if (!enough || charge.status !== 'captured' || !isNew(charge, refund)) return undefined;
    if (!psps.includes(charge.psp) || !hasSpaceFor(charge, refund)) return undefined;
    return {
      ...withRefund(charge, refund, -refund.amount),
      refund_bytes: (charge.refund_bytes ?? 0) + mostBytesOf(refund),
      ...earliest(charge, mark),
    };
  },
  happened: carries(refund),
});

export const replaceRefund = (refund: Refund, { release }: { readonly release: boolean }): ChargeUpdate => ({
  apply: (charge) => {
    const stored = charge.refunds[refund.id];
    if (stored === undefined || stored.rev !== refund.rev - 1 || stored.amount !== refund.amount)
      return undefined;
    if (stored.status === 'failed' && (release || refund.status !== 'failed')) return undefined;
    return withRefund(charge, refund, release ? refund.amount : 0);
  },
  happened: carries(refund),
});

export const recordRefund = (
  refund: Refund,
  mark: Parameters<PaymentStore['recordRefund']>[2],
): ChargeUpdate => ({
  apply: (charge) => {
    if (!isNew(charge, refund)) return undefined;
    return {
      ...withRefund(charge, refund, refund.status === 'failed' ? 0 : -refund.amount),
      external: true,
      ...(refund.status === 'pending' ? earliest(charge, mark) : {}),
    };
  },
  happened: carries(refund),
});

export const recordDispute = (
  dispute: Dispute,
  { before, refundable, refundable_disputed }: Parameters<PaymentStore['recordDispute']>[2],
): ChargeUpdate => {
  const happened = ({ disputes }: Charge): boolean => isSame(disputes[dispute.id], dispute);
  return {
    apply: (charge) => {
      const current = charge.disputes[dispute.id];
      if (before === undefined ? current : !isSame(current, before)) return undefined;
      return {
        ...withAmounts(charge, refundable, refundable_disputed),
        disputes: { ...charge.disputes, [dispute.id]: dispute },
      };
    },
    happened,
  };
};

const isNew = ({ refunds, failed_refunds }: Charge, { id }: Refund): boolean =>
  refunds[id] === undefined && failed_refunds?.[id] === undefined;

const withRefund = (charge: Charge, refund: Refund, amount: number): Charge => ({
  ...withAmounts(charge, amount, amount),
  refunds: { ...charge.refunds, [refund.id]: refund },
});

const withAmounts = (charge: Charge, refundable: number, refundable_disputed: number): Charge => ({
  ...charge,
  rev: charge.rev + 1,
  amount_refundable: charge.amount_refundable + refundable,
  amount_refundable_disputed: charge.amount_refundable_disputed + refundable_disputed,
});

const earliest = (
  { recover_at }: Charge,
  mark: { readonly recover_shard: number; readonly recover_at: number },
) => ({
  recover_shard: mark.recover_shard,
  recover_at: Math.min(recover_at ?? mark.recover_at, mark.recover_at),
});

const carries =
  ({ id, write }: Refund) =>
  ({ refunds }: Charge): boolean =>
    refunds[id]?.write === write;

const isSame = (stored: Dispute | undefined, given: Dispute): boolean =>
  stored !== undefined &&
  ([...Object.keys(stored), ...Object.keys(given)] as (keyof Dispute)[]).every(
    (field) => stored[field] === given[field],
  );
