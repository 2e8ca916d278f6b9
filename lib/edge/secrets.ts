import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { awsSettings, withoutLog } from './aws-settings.ts';
import { clock } from './clock.ts';

/** How long a secret is used before it is asked for again, beside the request. A rotation keeps the old value valid for longer than this. */
const fresh_ms = 60_000;

type Held<T> = { readonly value: T; at: number };

/**
 * A secret of Secrets Manager, parsed once and refreshed beside the request. The first read is waited for and throws where it fails; a refresh that
 * fails leaves the value that works.
 */
export const cachedSecret = <T>(id: string, parse: (json: string) => T): (() => Promise<T>) => {
  let held: Held<T> | undefined;
  let first: Promise<T> | undefined;
  const load = async (): Promise<T> => {
    const value = parse(await read(id));
    held = { value, at: clock.now() };
    return value;
  };
  return () => {
    if (!held) {
      first ??= load().finally(() => {
        first = undefined;
      });
      return first;
    }
    if (clock.now() - held.at > fresh_ms) {
      held.at = clock.now();
      load().catch(() => undefined);
    }
    return Promise.resolve(held.value);
  };
};

const read = async (id: string): Promise<string> => {
  client ??= withoutLog(
    new SecretsManagerClient({
      ...awsSettings('SECRETS_MANAGER'),
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
    }),
  );
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: id }));
  if (SecretString === undefined) throw new Error(`The secret ${id} has no string.`);
  return SecretString;
};

let client: SecretsManagerClient | undefined;
