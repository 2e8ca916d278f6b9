import * as openid from 'openid-client';
import type { Claims, IdentityProvider, PendingSignIn } from '../people/people-ports.ts';
import { ApiError } from '../types/api-error.ts';
import { isRecent } from '../types/is-recent.ts';

export type ProviderSettings = {
  readonly issuer: string;
  readonly client_id: string;
  /** Where the provider redirects the browser. */
  readonly callback: string;
};

/** Seconds. */
const answerWithin = 5;
const clockTolerance = 300;
/** Milliseconds after which a provider's addresses and keys are fetched again. */
const fresh_ms = 600_000;

/** Any provider with OpenID Connect discovery, by authorization code with PKCE, without a client secret. */
export const createIdentityProvider = (settings: ProviderSettings): IdentityProvider => {
  const configuration = keepFresh(() => discover(settings));
  return {
    begin: async () => beginSignIn(await configuration(), settings),
    finish: async (query, pending) => finishSignIn(await configuration(), settings, query, pending),
  };
};

/** What was found last, found again after a while. A failure is forgotten. */
const keepFresh = <Found>(find: () => Promise<Found>): (() => Promise<Found>) => {
  let known: { readonly at: number; readonly found: Promise<Found> } | undefined;
  return () => {
    const now = Date.now();
    if (known !== undefined && isRecent(known.at, fresh_ms, now)) return known.found;
    const found = find();
    known = { at: now, found };
    found.catch(() => {
      known = undefined;
    });
    return found;
  };
};

const discover = async ({ issuer, client_id }: ProviderSettings): Promise<openid.Configuration> => {
  const url = new URL(issuer);
  // Only a provider on this machine, as in tests, may be without TLS.
  const isHere = url.protocol === 'http:' && url.hostname === '127.0.0.1';
  try {
    return await openid.discovery(
      url,
      client_id,
      { [openid.clockTolerance]: clockTolerance },
      openid.None(),
      {
        timeout: answerWithin,
        execute: [openid.enableNonRepudiationChecks, ...(isHere ? [openid.allowInsecureRequests] : [])],
      },
    );
  } catch (cause) {
    throw unavailable(cause);
  }
};

const beginSignIn = async (
  configuration: openid.Configuration,
  { callback }: ProviderSettings,
): ReturnType<IdentityProvider['begin']> => {
  const state = openid.randomState();
  const nonce = openid.randomNonce();
  const verifier = openid.randomPKCECodeVerifier();
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: callback,
    scope: 'openid email profile',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  return { state, nonce, verifier, url: url.href };
};

const finishSignIn = async (
  configuration: openid.Configuration,
  { client_id, callback }: ProviderSettings,
  query: Readonly<Record<string, string>>,
  { state, nonce, verifier }: PendingSignIn,
): Promise<Claims> => {
  const url = new URL(`${callback}?${new URLSearchParams(query)}`);
  const answer = await openid
    .authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    .catch((error: unknown) => {
      throw refusal(error);
    });
  const claims = answer.claims();
  // The library checks it only if there are several audiences.
  if (claims === undefined || (claims.azp ?? client_id) !== client_id) throw notForUs();
  return claims;
};

/** The provider's error, or what is wrong with its response; the library's text for it contains no secret. */
const refusal = (error: unknown): ApiError => {
  if (error instanceof openid.ClientError && error.code === 'OAUTH_TIMEOUT') return unavailable(error);
  const isAnswer =
    error instanceof openid.AuthorizationResponseError ||
    error instanceof openid.ResponseBodyError ||
    error instanceof openid.ClientError;
  if (!isAnswer) return unavailable(error);
  return new ApiError('token_invalid', `The identity provider’s answer is refused: ${error.message}.`, {
    cause: error,
  });
};

const notForUs = (): ApiError =>
  new ApiError('token_invalid', 'The identity provider’s answer is refused: it is for another application.');

const unavailable = (cause: unknown): ApiError =>
  new ApiError(
    'storage_unavailable',
    'The identity provider does not answer. Try again, or use an API key.',
    {
      retry_after: 2,
      cause,
    },
  );
