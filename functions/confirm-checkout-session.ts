import type * as z from 'zod/mini';
import { confirmSessionBody } from '../lib/contract/bodies/confirm-session-body.ts';
import { browserOf } from '../lib/http/browser-of.ts';
import type { Call, HttpHandler } from '../lib/http/call.ts';
import { cardFingerprint } from '../lib/http/card-fingerprint.ts';
import { addressLimit } from '../lib/http/client-address.ts';
import { framedChallenge } from '../lib/http/framed-challenge.ts';
import type { TrustedVault } from '../lib/http/read-receipt.ts';
import { confirmCheckoutSession } from '../lib/http/routes.ts';
import { returnState } from '../lib/http/session-token.ts';
import { toPaymentMethod, type VendorCard } from '../lib/http/to-payment-method.ts';
import type { ClaimCommand } from '../lib/payments/confirm/claim-session.ts';
import { confirmSession } from '../lib/payments/confirm/confirm-session.ts';
import { replayConfirm } from '../lib/payments/confirm/replay-confirm.ts';
import { noStoredCards, storedMethod } from '../lib/payments/confirm/stored-method.ts';
import type { ConfirmPorts, PaymentPorts } from '../lib/payments/payment-ports.ts';
import { cardAtVendor } from '../lib/runtime/card-at-vendor.ts';
import { closedPsps } from '../lib/runtime/closed-psps.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { cardCapture, hostedPages, livemode, publicUrl } from '../lib/runtime/environment.ts';
import { paymentMethods } from '../lib/runtime/payment-methods.ts';
import { paymentPortsWithKeys } from '../lib/runtime/payment-ports.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { tokens } from '../lib/runtime/tokens.ts';
import { vaultSettings } from '../lib/runtime/vault-settings.ts';
import { ApiError } from '../lib/types/api-error.ts';
import { defined } from '../lib/types/defined.ts';
import type { GivenMethod } from '../lib/types/given-method.ts';
import type { Result } from '../lib/types/result.ts';

const live = livemode();

readAhead(tokens.sessions);
readAhead(tokens.records);
const portsOf = paymentPortsWithKeys();

const trusted = async (token: string): Promise<TrustedVault | VendorCard | undefined> => {
  const vault = vaultSettings();
  return vault ? { ...vault, mode: live ? 'live' : 'test' } : cardAtVendor(token);
};

/** Reads which PSPs are closed in parallel with the key and the session. */
export const handler: HttpHandler = (event, context) => {
  closedPsps().ahead();
  return confirm(event, context);
};

const confirm = endpoint(confirmCheckoutSession, confirmSessionBody, async (call) => {
  const { path, client_ip } = call;
  const [{ signing_keys }, secrets] = await Promise.all([call.tokens.sessions(), call.tokens.records()]);
  const asked = await call.idempotent(path.id);
  const { payment_method: given, return_mode: mode = 'redirect' } = call.body;
  if (mode === 'hosted' && hostedPages() === undefined) throw noPage();
  if (given.type === 'stored' && call.by_link) throw noStoredCards();
  const own = await portsOf(call);
  const command = { session: path.id, ...defined({ idempotency: asked?.idempotency }) };
  const payment_method = await readMethod(call, own, command);
  if (!('type' in payment_method)) return payment_method;
  const address = addressLimit(call, client_ip, secrets, live);
  const shown = (result: Result) => (mode === 'frame' ? framedChallenge(result, own.psps.accounts) : result);
  const ports: ConfirmPorts = {
    ...own,
    closedPsps: closedPsps().closed,
    render: (result, view) => call.render(shown(result), view),
  };
  const result = await confirmSession(ports, {
    ...command,
    payment_method,
    return_url: (charge) =>
      `${publicUrl()}/v1/checkout/sessions/${path.id}/return?state=${returnState(signing_keys, path.id, { charge, mode })}`,
    client_ip,
    ...browserOf(call),
    card_fingerprint: cardFingerprint(secrets, payment_method, { session: path.id, livemode: live }),
    ...(address ? { address } : {}),
    stored_credentials: call.view === 'full',
  });
  return shown(result);
});

const methodOf = async ({
  body: { payment_method: given },
  path,
  started,
  view,
}: Confirm): Promise<GivenMethod> =>
  given.type === 'stored'
    ? storedMethod(await paymentMethods().find(given.id), given, { api_key: view === 'full' })
    : toPaymentMethod(given, {
        cardCapture: cardCapture(),
        vault: given.type === 'card_token' ? await trusted(given.token) : undefined,
        session: path.id,
        now: started,
      });

/** The method. The response itself, if the method cannot be read but the key was used, or the session's payment was made. */
const readMethod = (
  call: Confirm,
  ports: PaymentPorts,
  command: Pick<ClaimCommand, 'session' | 'idempotency'>,
): Promise<GivenMethod | Result> =>
  methodOf(call).catch((refusal: unknown) => replayConfirm(ports, command, refusal));

type Confirm = Pick<
  Call<z.output<typeof confirmSessionBody>, { readonly id: string }>,
  'body' | 'path' | 'started' | 'view'
>;

const noPage = (): ApiError =>
  new ApiError(
    'parameter_invalid',
    'return_mode: expected "redirect" or "frame", because the sessions of this environment have no hosted page.',
    { param: 'return_mode' },
  );
