import type { ConsoleState, PaymentDetails } from '../model.ts';
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

let selected: string | undefined;
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
    const [state, details] = await Promise.all([ask<ConsoleState>('/console/state'), readSelected()]);
    show(state, details);
    place('trouble').hidden = true;
  } catch {
    place('trouble').textContent = 'The service does not answer. Trying again…';
    place('trouble').hidden = false;
  }
  running = false;
  if (!document.hidden) timer = window.setTimeout(refresh, paying ? refresh_while_paying_ms : refresh_ms);
};

const readSelected = async (): Promise<PaymentDetails | undefined> =>
  selected === undefined ? undefined : ask<PaymentDetails>(`/console/payments/${selected}`);

const show = (state: ConsoleState, details: PaymentDetails | undefined): void => {
  showSteps(state);
  if (details === undefined || details.payment.id === selected) showPayment(details);
  showPsps(state, refresh);
  showShares(state, refresh);
  showRule(state, refresh);
  showFeed(state, selected, select);
  if (in_force !== undefined && in_force !== state.in_force) shop.reroute();
  in_force = state.in_force;
};

const select = (id: string): void => {
  selected = id;
  void refresh();
};

const shop = openShop({
  ordered: select,
  paying: (under_way) => {
    paying = under_way;
    void refresh();
  },
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void refresh();
});
void refresh();
