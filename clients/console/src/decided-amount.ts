import type { Charge, OpenOperation } from '../../server/src/generated/api-types.ts';

/** How much money an outcome is about, at most; undefined where a decision names no amount. In the currency's minor unit. */
export const decidedAmount = (
  { amount, amount_captured, capture, reversal }: Charge,
  { kind }: OpenOperation,
  outcome: string,
): number | undefined => {
  const captured = capture?.amount ?? amount;
  if (kind === 'attempt') return outcome === 'captured' ? amount : undefined;
  if (kind === 'reversal') return outcome === 'succeeded' ? reversal?.amount : undefined;
  if (kind !== 'capture') return undefined;
  // `captured` is about everything taken so far, `succeeded` about this capture.
  if (outcome === 'captured') return amount_captured + captured;
  return outcome === 'succeeded' ? captured : undefined;
};
