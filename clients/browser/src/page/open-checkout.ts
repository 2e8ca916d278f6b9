import { page as words } from '#messages';
import { checkOptions } from '../fields/check-options.ts';
import { createCard } from '../fields/create-card.ts';
import { limit_ms } from '../fields/create-payer.ts';
import type { ConfirmPorts } from '../frame/confirm-session.ts';
import type { PaymentElement } from '../payment-types.ts';
import type { ConfirmResult } from '../types.ts';
import type { Screen } from './create-screen.ts';
import { readState } from './read-state.ts';
import { shopAddress } from './shop-address.ts';
import type { Taken } from './take-secret.ts';
import { viewOf } from './view-of.ts';

export type Checkout = {
  /** Reads the session and shows where it stands, until that is known. `leave`: goes on to the shop once it is paid. */
  readonly look: (leave?: boolean) => Promise<void>;
  readonly pay: () => Promise<void>;
};

type Parts = {
  readonly screen: Screen;
  readonly ports: Pick<ConfirmPorts, 'exchange' | 'sleep'>;
  /** Where the card's frame is. */
  readonly frame: URL;
  readonly taken: Taken;
};

const shortest_pause_ms = 2_000;
const longest_pause_ms = 15_000;
/** One session on the page, from its first look to its result. */
export const openCheckout = (parts: Parts): Checkout => {
  const { screen, ports, taken } = parts;
  let payment: PaymentElement | undefined;
  let paying = false;
  /** The frame is making a payment. */
  let asked = false;
  let looks = 0;
  /** The browser is on its way to the bank: another try would end the one that the customer is to approve there. */
  let leaving = false;
  /** The bank's page, while the session waits for it. */
  let bank: string | undefined;
  const free = (): void => {
    leaving = false;
    paying = false;
    screen.busy(false);
  };
  const sayNotLoaded = (): void => screen.say(words.not_loaded, 'bad', bank);
  const look: Checkout['look'] = async (leave = false) => {
    const mine = ++looks;
    // Shown again as it was left.
    if (leaving) free();
    let waited = leave;
    for (let pause_ms = shortest_pause_ms; ; pause_ms = Math.min(pause_ms * 1.2, longest_pause_ms)) {
      const state = await readState(ports, taken);
      if (mine !== looks) return;
      const view = viewOf(state, screen.merchant);
      bank = view.bank;
      screen.show(view);
      if (view.form) payment ??= mountPayment(parts, { pay: () => void pay(), failed: sayNotLoaded });
      if (view.paid && waited && state.kind === 'known') return leaveFor(shopAddress(state.session, true));
      if (!view.waits) return;
      // Whoever can pay does not have to wait.
      if (view.form && !asked) free();
      waited = true;
      await ports.sleep(pause_ms);
      if (mine !== looks) return;
    }
  };
  const pay: Checkout['pay'] = async () => {
    if (paying || !payment) return;
    paying = asked = true;
    looks++;
    screen.busy(true);
    try {
      const result = await payment.confirm().finally(() => {
        asked = false;
      });
      leaving = result.status === 'redirecting';
      if (result.status !== 'incomplete') bank = 'url' in result ? result.url : undefined;
      await tell(screen, result, look, bank);
    } catch {
      sayNotLoaded();
    } finally {
      if (!leaving && !asked) free();
    }
  };
  return { look, pay };
};

type Hooks = { readonly pay: () => void; readonly failed: () => void };

const mountPayment = ({ screen, frame, taken }: Parts, { pay, failed }: Hooks): PaymentElement => {
  const options = checkOptions(
    // The page waits for the frame's answer.
    { style: { colorScheme: 'light dark' }, client_secret: taken.secret ?? '', patience: limit_ms / 1000 },
    ['style', 'client_secret', 'patience'],
  );
  return createCard<PaymentElement>(frame, options, { hosted: true })
    .on('submit', pay)
    .on('confirming', () => screen.say(words.being_made))
    .on('loaderror', failed)
    .mount(screen.card);
};

/** What the page says of a result, besides the frame. The service has the final say of everything that ended. */
const tell = (
  screen: Screen,
  result: ConfirmResult,
  look: Checkout['look'],
  bank: string | undefined,
): void | Promise<void> => {
  switch (result.status) {
    case 'incomplete':
      return screen.say(bank === undefined ? '' : words.bank_waits, undefined, bank);
    case 'redirecting':
      return screen.say(words.checked, undefined, bank);
    case 'succeeded':
    case 'processing':
    case 'canceled':
      return look(true);
    case 'declined':
      return screen.say('');
    case 'refused':
      return ended.includes(result.code) ? look() : screen.say('', undefined, bank);
    default:
      return result satisfies never;
  }
};

/** Nothing more can be paid here, and the page says so. */
const ended: readonly string[] = [
  'session_expired',
  'session_already_complete',
  'token_invalid',
  'resource_missing',
];

const leaveFor = (url: string | null): void => {
  if (url !== null) window.location.assign(url);
};
