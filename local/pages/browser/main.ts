import type { DemoState, PaymentDetails } from '../model.ts';
import { ask } from './ask.ts';
import { place } from './dom.ts';
import { showFeed } from './feed-view.ts';
import { showPayment } from './payment-view.ts';
import { showPsps } from './psps-view.ts';
import { showRule } from './rule-view.ts';
import { showShares } from './shares-view.ts';
import { openShop } from './shop.ts';
import { showSteps } from './steps.ts';

const refresh_ms = 1_000;
const refresh_while_paying_ms = 300;

/** The shop's order. */
let ordered: string | undefined;
/** The payment that is open in the list. */
let opened: string | undefined;
let paying = false;
let in_force: number | undefined;
let timer: number | undefined;
let running = false;

/** Reads everything and shows it, then again after a while, as long as the page is visible. */
const refresh = async (): Promise<void> => {
  if (running) return;
  running = true;
  window.clearTimeout(timer);
  try {
    const [state, order, open] = await Promise.all([
      ask<DemoState>('/demo/state'),
      readDetails(ordered),
      readDetails(opened),
    ]);
    show(state, order, open);
    place('trouble').hidden = true;
  } catch {
    place('trouble').textContent = 'The service does not answer. Trying again…';
    place('trouble').hidden = false;
  }
  running = false;
  if (!document.hidden) timer = window.setTimeout(refresh, paying ? refresh_while_paying_ms : refresh_ms);
};

const readDetails = async (id: string | undefined): Promise<PaymentDetails | undefined> =>
  id === undefined ? undefined : ask<PaymentDetails>(`/demo/payments/${id}`);

/** A payment that was chosen meanwhile is shown with the next answer. */
const show = (
  state: DemoState,
  order: PaymentDetails | undefined,
  open: PaymentDetails | undefined,
): void => {
  showSteps(state);
  if (order?.payment.id === ordered) showPayment(order);
  showPsps(state, refresh);
  showShares(state, refresh);
  showRule(state, refresh);
  if (open?.payment.id === opened) showFeed(state, open, choose);
  if (in_force !== undefined && in_force !== state.in_force) shop.reroute();
  in_force = state.in_force;
};

/** Opens a payment in the list, or closes the one that is open. */
const choose = (id: string): void => {
  opened = opened === id ? undefined : id;
  void refresh();
};

const shop = openShop({
  ordered: (id) => {
    ordered = id;
    void refresh();
  },
  paying: (under_way) => {
    paying = under_way;
    void refresh();
  },
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void refresh();
});
void refresh();
