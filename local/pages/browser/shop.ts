import type { CardElement, ConfirmResult } from '../../../clients/browser/src/index.ts';
import type { Order } from '../model.ts';
import { ask } from './ask.ts';
import { place } from './dom.ts';
import { keptOrder } from './kept-order.ts';
import { mountCard } from './mount-card.ts';
import { createShopView, type ShopView } from './shop-view.ts';

export type Shop = {
  /** A new version of the rule is in force: reroutes an order that was not confirmed yet. */
  readonly reroute: () => void;
};

export type ShopEvents = {
  readonly ordered: (id: string) => void;
  readonly paying: (under_way: boolean) => void;
};

/** Shared by the parts of the shop. `work` runs one task at a time and ignores others meanwhile, like a second click. */
type Counter = {
  readonly view: ShopView;
  readonly events: ShopEvents;
  readonly work: (task: () => Promise<void>) => Promise<void>;
  order: Order | undefined;
  card: CardElement | undefined;
};

const ask_again_ms = 1_000;

/** The demo shop: an order on its own server, the hosted fields, and the messages to its customer. */
export const openShop = (events: ShopEvents): Shop => {
  const view = createShopView(place('shop'));
  const counter: Counter = { view, events, work: oneAtATime(view), order: undefined, card: undefined };
  const pay = () => counter.work(() => payOrder(counter));
  view.pay.addEventListener('click', pay);
  view.currency.addEventListener('change', () => counter.work(() => orderAnew(counter)));
  void counter.work(async () => {
    const kept = keptOrder.read();
    counter.card = await mountCard(view.card, { submitted: pay });
    const found = await kept;
    await (found ? show(counter, found) : orderAnew(counter));
  });
  return {
    reroute: () => {
      const { order } = counter;
      if (order?.payment_status === 'unpaid' && !order.last_payment_error)
        void counter.work(() => orderAnew(counter));
    },
  };
};

const oneAtATime = (view: ShopView): Counter['work'] => {
  let busy = false;
  return async (task) => {
    if (busy) return;
    busy = true;
    view.busy(true);
    try {
      await task();
    } catch (error) {
      view.say(error instanceof Error ? error.message : String(error), 'bad');
    } finally {
      busy = false;
      view.busy(false);
    }
  };
};

const take = (counter: Counter, order: Order): void => {
  counter.order = order;
  keptOrder.write(order.id);
  counter.events.ordered(order.id);
  counter.view.order(order);
};

const orderAnew = async (counter: Counter): Promise<void> => {
  counter.view.say('', 'plain');
  take(counter, await ask<Order>('/shop/orders', { currency: counter.view.currency.value }));
};

const readOrder = (id: string): Promise<Order> => ask<Order>(`/shop/orders/${id}`);

const payOrder = async (counter: Counter): Promise<void> => {
  const { order, card, view, events } = counter;
  if (!order?.client_secret || !card) return;
  view.say('', 'plain');
  events.paying(true);
  try {
    await tell(counter, await card.confirm(order.client_secret), order.id);
  } finally {
    events.paying(false);
  }
};

/** The message to the customer; the order itself is read from the shop's own server, which has the final say. */
const tell = async (counter: Counter, result: ConfirmResult, id: string): Promise<void> => {
  switch (result.status) {
    case 'incomplete':
      return;
    case 'redirecting':
      return counter.view.say('Your bank needs to check that it is you…', 'waiting');
    case 'processing':
      return wait(counter, id);
    case 'refused':
      if (result.url !== undefined) return counter.view.bank(result.url);
      if (result.code === 'session_expired') await orderAnew(counter);
      return counter.view.say(result.message, 'bad');
    case 'succeeded':
    case 'declined':
    case 'canceled':
      return show(counter, await readOrder(id));
    default:
      return result satisfies never;
  }
};

/** Waits until the shop's own server knows the outcome: the request may have been paid. */
const wait = async (counter: Counter, id: string): Promise<void> => {
  counter.view.say(
    'Your bank has not answered yet. Please do not pay again: you are never charged twice.',
    'waiting',
  );
  for (;;) {
    const found = await readOrder(id).catch(() => undefined);
    if (found && found.payment_status !== 'processing') return show(counter, found);
    await new Promise((resolve) => setTimeout(resolve, ask_again_ms));
  }
};

const show = async (counter: Counter, order: Order): Promise<void> => {
  const { view } = counter;
  take(counter, order);
  switch (order.payment_status) {
    case 'paid':
    case 'authorized':
      keptOrder.forget();
      return view.receipt(order, () => counter.work(() => buyAnother(counter)));
    case 'processing':
      return wait(counter, order.id);
    case 'requires_action':
      return view.bank(order.next_action?.redirect_to_url.url);
    case 'canceled':
      return orderAnew(counter);
    case 'unpaid':
      if (order.status === 'expired') return orderAnew(counter);
      return view.say(order.last_payment_error?.message ?? '', 'bad');
    default:
      return order.payment_status satisfies never;
  }
};

const buyAnother = async (counter: Counter): Promise<void> => {
  counter.view.form();
  await orderAnew(counter);
  counter.card?.focus();
};
