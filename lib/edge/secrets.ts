import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { awsSettings, withoutLog } from './aws-settings.ts';
import { clock } from './clock.ts';

/** How long a secret is used before it is asked for again, beside the request. A rotation keeps the old value valid for longer than this. */
const fresh_ms = 60_000;
/** No read takes so long: one that seems to was frozen with its environment, and nothing more will be heard of it. */
const lost_ms = 10_000;

type Held<T> = { readonly value: T; at: number };
type FirstRead<T> = { readonly value: Promise<T>; started: number };

/**
 * A secret of Secrets Manager, parsed once and refreshed beside the request. The first read is waited for and throws where it fails; a refresh that
 * fails leaves the value that works.
 */
export const cachedSecret = <T>(id: string, parse: (json: string) => T): (() => Promise<T>) => {
  let held: Held<T> | undefined;
  let first: FirstRead<T> | undefined;
  const load = async (): Promise<T> => {
    const value = parse(await read(id));
    held = { value, at: clock.now() };
    return value;
  };
  return () => {
    const now = clock.now();
    if (!held) {
      if (!first || now - first.started > lost_ms) first = firstRead(load, now);
      return first.value;
    }
    if (now - held.at > fresh_ms) {
      held.at = now;
      load().catch(() => undefined);
    }
    return Promise.resolve(held.value);
  };
};

/** One that failed counts as lost, so that the next call reads anew. */
const firstRead = <T>(load: () => Promise<T>, started: number): FirstRead<T> => {
  const first: FirstRead<T> = {
    started,
    value: load().catch((error: unknown) => {
      first.started = Number.NEGATIVE_INFINITY;
      throw error;
    }),
  };
  return first;
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
