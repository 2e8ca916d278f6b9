import { language } from '#messages';
import { browserPorts } from '../frame/browser-ports.ts';
import { frameName } from '../frame-name.ts';
import { createScreen } from './create-screen.ts';
import { openCheckout } from './open-checkout.ts';
import { openLink } from './open-link.ts';
import { takeSecret } from './take-secret.ts';

/** The address of the vault's frame, if this environment has a vault: built in, as in the script of the fields. */
declare const VAULT_FRAME: string;

const screen = createScreen();

const openSession = (): void => {
  const frame = new URL(frameName(language), VAULT_FRAME || new URL('/fields/v1/', window.location.href));
  const checkout = openCheckout({ screen, ports: browserPorts, frame, taken: takeSecret() });
  start(checkout.pay, checkout.look);
  // The same link opened again in this tab changes only what is behind `#`.
  window.addEventListener('hashchange', () => window.location.reload());
};

const openPaymentLink = (id: string): void => {
  const link = openLink({ screen, ports: browserPorts, id });
  start(link.begin, link.look);
};

const start = (pay: () => Promise<void>, look: () => Promise<void>): void => {
  screen.onPay(() => void pay());
  screen.onAgain(() => void look());
  void look();
  // A browser may keep the page while the customer is at the bank, or on the session's page, and show it as it was.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void look();
  });
};

const id = window.location.pathname.split('/').pop() ?? '';
if (id.startsWith('pl_')) openPaymentLink(id);
else openSession();
