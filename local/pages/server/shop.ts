import { type Order, prices, type ShopCurrency } from '../model.ts';
import { type CallService, expectOk, PageProblem } from './call-service.ts';
import type { PageRequest } from './serve-json.ts';
import { orderNumber } from './traffic.ts';

/** The demo shop's own server: it knows the prices, holds the API key, and gives the browser only a session's token. */
export const shop =
  (call: CallService, watch: CallService) =>
  async ({ method, path, origin, body }: PageRequest): Promise<Order | object> => {
    // Where the webhook endpoint of a week of payments is.
    if (method === 'POST' && path === '/shop/events') return {};
    if (method === 'POST' && path === '/shop/orders') return createOrder(call, origin, body.currency);
    const [, id] = /^\/shop\/orders\/(cs_[0-9a-z]{26})$/.exec(path) ?? [];
    if (method === 'GET' && id !== undefined)
      return toOrder(expectOk<Order>(await watch('GET', `/v1/checkout/sessions/${id}`)));
    throw new PageProblem(404, 'The shop has no such page.');
  };

const createOrder = async (call: CallService, origin: string, currency: unknown): Promise<Order> => {
  if (!isCurrency(currency)) throw new PageProblem(400, 'The shop does not sell in this currency.');
  const session = expectOk<Order>(
    await call('POST', '/v1/checkout/sessions', {
      amount: prices[currency],
      currency,
      success_url: `${origin}/`,
      cancel_url: `${origin}/`,
      reference: orderNumber(),
    }),
  );
  return toOrder(session);
};

/** Only what the browser needs; the route stays with the server. */
const toOrder = (session: Order): Order => ({
  id: session.id,
  amount: session.amount,
  currency: session.currency,
  status: session.status,
  payment_status: session.payment_status,
  client_secret: session.client_secret,
  next_action: session.next_action,
  last_payment_error: session.last_payment_error,
});

const isCurrency = (value: unknown): value is ShopCurrency =>
  typeof value === 'string' && Object.hasOwn(prices, value);
