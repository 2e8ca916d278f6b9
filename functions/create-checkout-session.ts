import { closedPsps } from '../lib/edge/closed-psps.ts';
import { createPorts } from '../lib/edge/create-ports.ts';
import { endpoint } from '../lib/edge/endpoint.ts';
import { livemode } from '../lib/edge/environment.ts';
import { verdicts } from '../lib/edge/health.ts';
import { newId } from '../lib/edge/new-id.ts';
import { readAhead } from '../lib/edge/read-ahead.ts';
import { rules } from '../lib/edge/rules.ts';
import { tokens } from '../lib/edge/tokens.ts';
import { vaultSettings } from '../lib/edge/vault-settings.ts';
import type { HttpHandler } from '../lib/http/call.ts';
import { orderId } from '../lib/http/order-id.ts';
import { createCheckoutSession } from '../lib/http/routes.ts';
import { createSessionBody } from '../lib/http/schemas/create-session-body.ts';
import { createSession } from '../lib/payments/create-session.ts';
import { ApiError } from '../lib/types/api-error.ts';
import { defined } from '../lib/types/defined.ts';
import type { Customer } from '../lib/types/payment-details.ts';

const live = livemode();

readAhead(tokens.sessions);
readAhead(tokens.records);
readAhead(() => rules()());

/** Reads which PSPs are closed in parallel with the key check, and the verdict if the rule that the body seems to name steers. */
export const handler: HttpHandler = (event, context) => {
  const [, rule = 'default'] = /"routing_rule"\s*:\s*"([^"]*)"/.exec(event.body ?? '') ?? [];
  closedPsps().ahead();
  verdicts().ahead(rule);
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
