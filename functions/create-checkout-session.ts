import { clock } from '../lib/edge/clock.ts';
import { paymentStore } from '../lib/edge/dynamodb.ts';
import { endpoint } from '../lib/edge/endpoint.ts';
import { livemode } from '../lib/edge/environment.ts';
import { newId } from '../lib/edge/new-id.ts';
import { newWriteOf } from '../lib/edge/payment-ports.ts';
import { pspAccounts } from '../lib/edge/psp-accounts.ts';
import { readAhead } from '../lib/edge/read-ahead.ts';
import { rules } from '../lib/edge/rules.ts';
import { tokens } from '../lib/edge/tokens.ts';
import { emailFingerprint } from '../lib/http/email-fingerprint.ts';
import { orderId } from '../lib/http/order-id.ts';
import { createCheckoutSession } from '../lib/http/routes.ts';
import { createSessionBody } from '../lib/http/schemas/create-session-body.ts';
import { createSession } from '../lib/payments/create-session.ts';

const live = livemode();

readAhead(tokens);
readAhead(() => rules()());

export const handler = endpoint(createCheckoutSession, createSessionBody(live), async (call) => {
  const asked = await call.idempotent('');
  const { pay_once, ...body } = call.body;
  const secrets = await call.tokens();
  return createSession(
    {
      store: paymentStore(),
      clock,
      newWrite: newWriteOf(call.request_id),
      render: call.render,
      report: call.report,
      accounts: pspAccounts(),
      rules: rules(call.report),
    },
    {
      ...body,
      ...(pay_once && body.reference !== undefined ? { order: orderId(body.reference) } : {}),
      ...(body.customer_email === undefined
        ? {}
        : { email_fingerprint: emailFingerprint(secrets, body.customer_email) }),
      id: asked?.derivedId('cs') ?? newId('cs'),
      livemode: live,
      signing_key: secrets.signing_keys[0].id,
      ...(asked ? { idempotency: asked.idempotency } : {}),
    },
  );
});
