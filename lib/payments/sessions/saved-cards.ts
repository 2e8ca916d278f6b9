import { hasExpired } from '../../types/card-expiry.ts';
import type { PageRequest } from '../../types/list.ts';
import { type StoredMethod, vaultCardOf } from '../../types/payment-method.ts';
import type { PaymentMethods } from '../../types/ports.ts';
import type { SavedCard } from '../../types/result.ts';

const mostCards = 10;
const pageSize = 100;

/**
 * The customer's newest stored methods that can be paid with the security code: the vault has the card, and it has not expired. Reads past all others.
 * `now`: Unix milliseconds.
 */
export const savedCards = async (
  { list }: Pick<PaymentMethods, 'list'>,
  customer: string,
  now: number,
): Promise<readonly SavedCard[]> => {
  const cards: SavedCard[] = [];
  let request: Omit<PageRequest, 'filters'> | undefined = { limit: mostCards };
  while (request && cards.length < mostCards) {
    const { rows, has_more, next } = await list({ filters: { customer }, ...request });
    cards.push(...rows.flatMap((method) => savedCard(method, now)));
    const from = has_more && next !== null ? ({ direction: 'after', key: next } as const) : undefined;
    request = from && { limit: pageSize, from };
  }
  return cards.slice(0, mostCards);
};

const savedCard = (method: StoredMethod, now: number): readonly SavedCard[] => {
  const card = vaultCardOf(method);
  if (!card || hasExpired(card, now)) return [];
  const { brand = null, last4, exp_month, exp_year } = card;
  return [{ id: method.id, brand, last4, exp_month, exp_year }];
};
