import { language } from '#messages';
import { browserPorts } from '../frame/browser-ports.ts';
import { frameName } from '../frame-name.ts';
import { createScreen } from './create-screen.ts';
import { openCheckout } from './open-checkout.ts';
import { takeSecret } from './take-secret.ts';

/** The address of the vault's frame, if this environment has a vault: built in, as in the script of the fields. */
declare const VAULT_FRAME: string;

const frame = new URL(frameName(language), VAULT_FRAME || new URL('/fields/v1/', window.location.href));

const taken = takeSecret();
const screen = createScreen();
const checkout = openCheckout({ screen, ports: browserPorts, frame, taken });
screen.onPay(() => void checkout.pay());
screen.onAgain(() => void checkout.look());
void checkout.look();

// A browser may keep the page while the customer is at the bank, and show it as it was.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void checkout.look();
});
// The same link opened again in this tab changes only what is behind `#`.
window.addEventListener('hashchange', () => window.location.reload());
