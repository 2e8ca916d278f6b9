import { createSessionBody } from '../lib/contract/bodies/create-session-body.ts';
import type { HttpHandler } from '../lib/http/call.ts';
import { orderId } from '../lib/http/order-id.ts';
import { peekRuleName } from '../lib/http/peek-rule-name.ts';
import { createCheckoutSession } from '../lib/http/routes.ts';
import { createSession } from '../lib/payments/sessions/create-session.ts';
import { closedPsps } from '../lib/runtime/closed-psps.ts';
import { createPorts } from '../lib/runtime/create-ports.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { livemode } from '../lib/runtime/environment.ts';
import { verdicts } from '../lib/runtime/health.ts';
import { newId } from '../lib/runtime/new-id.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { rules } from '../lib/runtime/rules.ts';
import { tokens } from '../lib/runtime/tokens.ts';
import { vaultSettings } from '../lib/runtime/vault-settings.ts';
import { ApiError } from '../lib/types/api-error.ts';
import { defined } from '../lib/types/defined.ts';
import type { Customer } from '../lib/types/payment-details.ts';

const live = livemode();

readAhead(tokens.sessions);
readAhead(tokens.records);
readAhead(() => rules()());

/**
 * Reads which PSPs are closed in parallel with the key check. Also reads the health verdict if the rule that the body names steers by health.
 */
export const handler: HttpHandler = (event, context) => {
  closedPsps().ahead();
  verdicts().ahead(peekRuleName(event));
  return create(event, context);
};

const create = endpoint(createCheckoutSession, createSessionBody(live), async (call) => {
  const asked = await call.idempotent('');
  const { pay_once, customer, saved_cards = false, ...body } = call.body;
  if (saved_cards && !vaultSettings()) throw noVault();
  const { signing_keys } = await call.tokens.sessions();
  const known = { ...body, ...customerOf(customer) };
  return createSession(createPorts(call), {
    ...known,
    ...(saved_cards ? { saved_cards } : {}),
    ...(pay_once && body.reference !== undefined ? { order: orderId(body.reference) } : {}),
    id: asked?.derivedId('cs') ?? newId('cs'),
    livemode: live,
    signing_key: signing_keys[0].id,
    ...(asked ? { idempotency: asked.idempotency } : {}),
  });
});

/** The session stores the email address separately. */
const customerOf = ({ email, ...customer }: Customer = {}) => ({
  ...defined({ customer_email: email }),
  ...(Object.keys(customer).length === 0 ? {} : { customer }),
});

const noVault = (): ApiError =>
  new ApiError(
    'vault_not_configured',
    'saved_cards: this environment has no card vault of its own, where a customer gives the security code of a stored card again. Leave it out.',
    { param: 'saved_cards' },
  );
