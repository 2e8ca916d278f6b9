import type { CardElement, ConfirmResult } from '../../../clients/browser/src/index.ts';
import type { Order } from '../model.ts';
import { ask } from './ask.ts';
import { place } from './dom.ts';
import { keptOrder } from './kept-order.ts';
import { mountCard } from './mount-card.ts';
import { createShopView } from './shop-view.ts';

export type Shop = {
  /** A new version of the rule is in force: an order that nobody tried to pay yet is routed anew. */
  readonly reroute: () => void;
};

export type ShopEvents = {
  readonly ordered: (id: string) => void;
  readonly paying: (under_way: boolean) => void;
};

const ask_again_ms = 1_000;

/** The demo shop: an order on its own server, the hosted fields, and what it tells its customer. */
export const openShop = (events: ShopEvents): Shop => {
  const view = createShopView(place('shop'));
  let order: Order | undefined;
  let card: CardElement | undefined;
  let busy = false;

  const take = (next: Order): void => {
    order = next;
    keptOrder.write(next.id);
    events.ordered(next.id);
    view.order(next);
  };
  const orderAnew = async (): Promise<void> => {
    view.say('', 'plain');
    take(await ask<Order>('/shop/orders', { currency: view.currency.value }));
  };
  const readOrder = (id: string) => ask<Order>(`/shop/orders/${id}`);
  const work = async (task: () => Promise<void>): Promise<void> => {
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

  const pay = () =>
    work(async () => {
      if (!order?.client_secret || !card) return;
      view.say('', 'plain');
      events.paying(true);
      try {
        await tell(await card.confirm(order.client_secret), order.id);
      } finally {
        events.paying(false);
      }
    });
  const tell = async (result: ConfirmResult, id: string): Promise<void> => {
    switch (result.status) {
      case 'incomplete':
        return;
      case 'redirecting':
        return view.say('Your bank wants to see you…', 'waiting');
      case 'processing':
        return wait(id);
      case 'refused':
        if (result.code === 'session_expired') await orderAnew();
        return view.say(result.message, 'bad');
      case 'succeeded':
      case 'declined':
      case 'canceled':
        return show(await readOrder(id));
      default:
        return result satisfies never;
    }
  };
  /** Until the shop's own server knows what became of it: what was sent may have been paid. */
  const wait = async (id: string): Promise<void> => {
    view.say(
      'Your bank has not answered yet. Please do not pay again: you are never charged twice.',
      'waiting',
    );
    for (;;) {
      const found = await readOrder(id).catch(() => undefined);
      if (found && found.payment_status !== 'processing') return show(found);
      await new Promise((resolve) => setTimeout(resolve, ask_again_ms));
    }
  };
  const again = () =>
    work(async () => {
      view.form();
      await orderAnew();
      card?.focus();
    });
  const show = async (found: Order): Promise<void> => {
    take(found);
    switch (found.payment_status) {
      case 'paid':
      case 'authorized':
        keptOrder.forget();
        return view.receipt(found, again);
      case 'processing':
        return wait(found.id);
      case 'requires_action':
        return view.bank(found.next_action?.redirect_to_url.url);
      case 'canceled':
        return orderAnew();
      case 'unpaid':
        if (found.status === 'expired') return orderAnew();
        return view.say(found.last_payment_error?.message ?? '', 'bad');
      default:
        return found.payment_status satisfies never;
    }
  };

  view.pay.addEventListener('click', pay);
  view.currency.addEventListener('change', () => work(orderAnew));
  void work(async () => {
    const kept = keptOrder.read();
    card = await mountCard(view.card, { submitted: pay });
    const found = await kept;
    await (found ? show(found) : orderAnew());
  });
  return {
    reroute: () => {
      if (order?.payment_status === 'unpaid' && !order.last_payment_error) void work(orderAnew);
    },
  };
};
