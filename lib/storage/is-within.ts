import type { AmountRange, CreatedRange } from '../types/list.ts';

/** Whether a row is within the given bounds. `created` in Unix seconds. Pure. */
export const isWithin = (
  { created, amount }: { readonly created: number; readonly amount: number },
  bounds: CreatedRange & AmountRange,
): boolean =>
  created >= (bounds['created[gte]'] ?? created) &&
  created <= (bounds['created[lte]'] ?? created) &&
  amount >= (bounds['amount[gte]'] ?? amount) &&
  amount <= (bounds['amount[lte]'] ?? amount);
