import type { CheckoutSession } from '../../clients/server/src/generated/api-types.ts';
import type { Shop } from './start-shop.ts';

const approvedCard = '4242424242424242';
export const declinedCard = '4000000000000002';

/** A session that a merchant's own server has paid with a card, or tried to. */
export const payAt = async (
  shop: Shop,
  fields: object = {},
  number = approvedCard,
): Promise<CheckoutSession> => {
  const { id } = await shop.session(fields);
  await shop.call('POST', `/v1/checkout/sessions/${id}/confirm`, {
    payment_method: { type: 'card', card: { number, exp_month: 12, exp_year: 2030, cvc: '123' } },
  });
  return shop.call<CheckoutSession>('GET', `/v1/checkout/sessions/${id}`);
};
