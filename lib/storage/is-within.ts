import type { AmountRange, CreatedRange } from '../types/list.ts';

/** Whether a row is within the given bounds. `created` in Unix seconds. Pure. */
export const isWithin = (
  { created, amount }: { readonly created: number; readonly amount: number },
  bounds: CreatedRange & AmountRange,
): boolean =>
  isBetween(created, bounds['created[gte]'], bounds['created[lte]']) &&
  isBetween(amount, bounds['amount[gte]'], bounds['amount[lte]']);

const isBetween = (value: number, least = value, most = value): boolean => value >= least && value <= most;
