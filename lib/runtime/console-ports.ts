import type { IdentityProvider, SignInPorts } from '../people/people-ports.ts';
import type { RolesOfGroups } from '../people/person-of.ts';
import { createSignInStore } from '../storage/sign-ins.ts';
import { ApiError } from '../types/api-error.ts';
import type { NamedDer } from '../vault-protocol/signed-text.ts';
import { clock } from './clock.ts';
import { consoleSettings } from './console-settings.ts';
import { storage } from './dynamodb.ts';
import { requireVariable } from './environment.ts';
import { createIdentityProvider } from './identity-provider.ts';
import { newId } from './new-id.ts';
import { cachedSecret } from './secrets.ts';

export const signInPorts = (): SignInPorts => ({ store: createSignInStore(storage()), clock, newId });

/** Signs people's tokens; only the function for signing in may read it (`CONSOLE_SECRET`). */
export const consoleSigningKey = async (): Promise<NamedDer> => {
  signing ??= cachedSecret(requireVariable('CONSOLE_SECRET'), parseSigningKeys);
  const [current] = await signing();
  return current;
};

let signing: (() => Promise<readonly [NamedDer, ...NamedDer[]]>) | undefined;

/** `{"keys":[{"id","key"}]}`, the last promoted first: the first signs. */
const parseSigningKeys = (json: string): readonly [NamedDer, ...NamedDer[]] => {
  const { keys } = JSON.parse(json) as { readonly keys?: readonly NamedDer[] };
  const [current, ...others] = keys ?? [];
  if (typeof current?.id !== 'string' || typeof current.key !== 'string')
    throw new Error('keys of the console’s secret is not a list of keys that sign.');
  return [current, ...others];
};

/** The identity provider and the roles of its groups (`CONSOLE_PROVIDER`). Throws `resource_missing` if there is none, as at `npm start`. */
export const identities = (): { readonly provider: IdentityProvider; readonly roles: RolesOfGroups } => {
  const { CONSOLE_PROVIDER = '' } = process.env;
  if (CONSOLE_PROVIDER === '')
    throw new ApiError(
      'resource_missing',
      'This console has no identity provider. npm start prints a link that signs in.',
    );
  known ??= identitiesIn(JSON.parse(CONSOLE_PROVIDER));
  return known;
};

let known: ReturnType<typeof identities> | undefined;

const identitiesIn = ({
  roles,
  ...settings
}: {
  readonly issuer: string;
  readonly client_id: string;
  readonly roles: RolesOfGroups;
}): ReturnType<typeof identities> => ({
  provider: createIdentityProvider({
    ...settings,
    callback: `${consoleSettings()?.url}/v1/console/callback`,
  }),
  roles,
});
