import { endInFrame } from '../lib/http/end-in-frame.ts';
import { withReturnPage } from '../lib/http/return-page.ts';
import { returnTarget } from '../lib/http/return-target.ts';
import { completeAuthentication as route } from '../lib/http/routes.ts';
import { verifyReturnState } from '../lib/http/session-token.ts';
import { returnCustomer } from '../lib/payments/confirm/return-customer.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { hostedPages, publicUrl } from '../lib/runtime/environment.ts';
import { paymentPortsWithKeys } from '../lib/runtime/payment-ports.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { tokens } from '../lib/runtime/tokens.ts';
import { ApiError } from '../lib/types/api-error.ts';

readAhead(tokens.sessions);
const portsOf = paymentPortsWithKeys();

const complete = endpoint(route, undefined, async (call) => {
  const { id } = call.path;
  const { state, ...params } = call.query;
  const known = verifyReturnState((await call.tokens.sessions()).signing_keys, id, state ?? '');
  if (known === undefined)
    throw new ApiError('token_invalid', 'The state parameter is invalid.', { param: 'state' });
  const session = await returnCustomer(await portsOf(call), { session: id, charge: known.charge, params });
  return { redirect: returnTarget(session, known.mode === 'hosted' ? hostedPages() : undefined) };
});

export const handler = endInFrame(withReturnPage(complete), () => `${publicUrl()}/fields/v1/returned.html`);
