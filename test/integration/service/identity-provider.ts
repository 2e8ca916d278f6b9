import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { createTestServer } from '../../tools/create-test-server.ts';

export type IdClaims = Readonly<Record<string, unknown>>;

/** What an account's ID token says besides `sub`. */
export type Account = { readonly email?: string; readonly name?: string } & Readonly<Record<string, unknown>>;

export type RunningProvider = {
  readonly issuer: string;
  readonly client_id: string;
  /** Who signs in from now on, without a question. */
  readonly account: { current: Account };
  /** What becomes of each ID token, which is then signed again; `key`: by another key with the same name. */
  readonly forge: { change?: (claims: IdClaims) => IdClaims; key?: KeyObject };
  readonly close: () => Promise<void>;
};

const client_id = 'console';

/** A certified OpenID provider on this machine. It has one public client, for code flow with PKCE. */
export const startIdentityProvider = async (): Promise<RunningProvider> => {
  const { privateKey } = newKey();
  const account: RunningProvider['account'] = { current: {} };
  const forge: RunningProvider['forge'] = {};
  let answer: (request: never, response: never) => unknown = () => {};
  const server = createTestServer((request, response) => answer(request as never, response as never));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = newProvider(issuer, privateKey, account);
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (context.path === '/token' && body?.id_token !== undefined && (forge.change || forge.key))
      context.body = { ...body, id_token: signedAgain(body.id_token, forge, forge.key ?? privateKey) };
  });
  const handle = provider.callback();
  answer = (request: never, response: never) => {
    const { url = '' } = request as { readonly url?: string };
    return url.startsWith('/interaction/') ? consent(provider, request, response) : handle(request, response);
  };
  return {
    issuer,
    client_id,
    account,
    forge,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

const newProvider = (issuer: string, key: KeyObject, account: RunningProvider['account']): Provider =>
  new Provider(issuer, {
    clients: [
      {
        client_id,
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/v1/console/callback'],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256' } as never] },
    claims: {
      openid: ['sub', 'groups', 'cognito:groups'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of the provider'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email_verified: true, ...account.current }),
    }),
  });

/** Answers every question of the provider with yes. */
const consent = async (provider: Provider, request: never, response: never): Promise<void> => {
  const grant = new provider.Grant({ accountId: 'subject-1', clientId: client_id });
  grant.addOIDCScope('openid email profile');
  const grantId = await grant.save();
  await provider.interactionFinished(request, response, {
    login: { accountId: 'subject-1' },
    consent: { grantId },
  });
};

const signedAgain = (
  token: string,
  { change = (claims) => claims }: RunningProvider['forge'],
  key: KeyObject,
): string => {
  const [head = '', body = ''] = token.split('.');
  const claims = change(JSON.parse(Buffer.from(body, 'base64url').toString()));
  const text = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
};
