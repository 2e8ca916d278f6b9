import { type AccessToken, accessToken } from '../psp/paypal/access-token.ts';
import type { HttpResponse, HttpTransport } from '../types/transport.ts';
import { withoutEndSlashes } from '../types/without-end-slashes.ts';
import type { ForwardPorts, VaultAccount } from '../vault/vault-ports.ts';
import { accountOf } from './account-of.ts';
import { cardStore, deployment } from './card-store.ts';
import { clock } from './clock.ts';
import { baseUrlOf, requireVariable } from './environment.ts';
import { keyService } from './key-service.ts';
import { log } from './log.ts';
import { askAgain } from './secrets.ts';
import { createTransport } from './transport.ts';

/** `VAULT_ACCOUNTS` (JSON by account id) lists the PSP accounts that cards may be sent to. */
export const forwardPorts = (): ForwardPorts => {
  bound ??= bind();
  return bound;
};

const bind = (): ForwardPorts => {
  const http = createTransport();
  const accounts = vaultAccounts();
  return {
    deployment: deployment(),
    cards: cardStore(),
    clock,
    log: log,
    accounts,
    keys: keyService,
    http,
    authorize: authorizing(accounts, http),
  };
};

const vaultAccounts = (): Readonly<Record<string, VaultAccount>> => {
  const given = JSON.parse(requireVariable('VAULT_ACCOUNTS')) as Readonly<Record<string, VaultAccount>>;
  return Object.fromEntries(
    Object.entries(given).map(([id, account]) => [
      id,
      { ...account, base_url: withoutEndSlashes(baseUrlOf(id) ?? account.base_url) },
    ]),
  );
};

/** PayPal's client credentials are in `CREDENTIALS_SECRET`, in the router's form: `{"psp":{"<account>":{"api_key"}}}`. */
const authorizing = (
  accounts: Readonly<Record<string, VaultAccount>>,
  http: HttpTransport,
): ForwardPorts['authorize'] => {
  const tokens = new Map<string, AccessToken>();
  const tokensOf = (id: string, { psp, base_url, settings }: VaultAccount, secret: string): AccessToken => {
    const known = tokens.get(id);
    if (known) return known;
    const entry = { psp, base_url, settings, secret };
    const made = accessToken(accountOf(id, entry), http);
    tokens.set(id, made);
    return made;
  };
  return async (id, { timeout_ms, renew }) => {
    const account = accounts[id];
    if (account === undefined) return { instead: { kind: 'not_sent', cause: 'account' } };
    const secret = requireVariable('CREDENTIALS_SECRET');
    const access = tokensOf(id, account, secret);
    const held = await access.held();
    if (renew && held !== undefined) access.drop(held);
    if (!renew && held !== undefined) return { authorization: `Bearer ${held}` };
    const got = await access.request({ timeout_ms });
    if ('token' in got) return { authorization: `Bearer ${got.token}` };
    const instead = toAnswer(got.refused);
    // The credentials may have been rotated.
    if (instead.kind === 'answered' && instead.status === 401) askAgain(secret);
    return { instead };
  };
};

type Refused = Extract<Awaited<ReturnType<AccessToken['request']>>, { refused: unknown }>['refused'];

/** The response that an adapter which gets the token itself would return: the payment was not requested. */
const toAnswer = (refused: Refused): HttpResponse => {
  switch (refused.kind) {
    case 'answered':
      return { kind: 'answered', status: refused.status, headers: refused.headers, body: '' };
    case 'no_credentials':
      return { kind: 'not_sent', cause: 'credentials_missing' };
    case 'not_sent':
      return refused;
    case 'lost':
      return { kind: 'not_sent', cause: `token_${refused.cause}` };
    default:
      return refused satisfies never;
  }
};

let bound: ForwardPorts | undefined;
