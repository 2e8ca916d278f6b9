import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { ApiError } from '../types/api-error.ts';
import { awsSettings, withoutLog } from './aws-settings.ts';
import { clock } from './clock.ts';

/** How long a secret is used before it is asked for again, beside the request. A rotation keeps the old value valid for longer than this. */
const fresh_ms = 600_000;
/** An environment that was frozen for longer waits for the new value: the old one may not be valid any more. */
const stale_ms = 2 * fresh_ms;
/** No read takes so long: one that seems to was frozen with its environment, and nothing more will be heard of it. */
const lost_ms = 10_000;
/** Asked for anew at once, a secret is not asked for again this soon: a PSP that refuses every key would cost a call each time. */
const again_ms = 10_000;

type Held = { readonly json: string; at: number };
type Reading = { readonly json: Promise<string>; started: number };
type Source = { held: Held | undefined; reading: Reading | undefined; asked_again: number };

/**
 * A secret of Secrets Manager, parsed once for each value and refreshed beside the request. The first read is waited for and throws `not_configured` where
 * there is nothing that parses; a refresh that fails, or brings what does not parse, leaves the value that works. Secrets of one id share their reads.
 */
export const cachedSecret = <T>(id: string, parse: (json: string) => T): (() => Promise<T>) => {
  let parsed: { readonly json: string; readonly value: T } | undefined;
  return async () => {
    const json = await current(id);
    if (parsed?.json !== json) {
      try {
        parsed = { json, value: parse(json) };
      } catch (error) {
        if (parsed === undefined) throw unreadable(id, error);
      }
    }
    return parsed.value;
  };
};

/** What a secret holds was refused by whom it is for: the next use asks for it beside the request, and the one after has it. */
export const askAgain = (id: string): void => {
  const source = sourceOf(id);
  const now = clock.now();
  if (!source.held || now - source.asked_again < again_ms) return;
  source.asked_again = now;
  refresh(id, source, now);
};

/** Rejects where the secret has no value: before anything is begun that would need it. */
export const atHand = async (id: string): Promise<void> => {
  await current(id);
};

const current = (id: string): Promise<string> => {
  const source = sourceOf(id);
  const now = clock.now();
  const { held } = source;
  if (!held) return startedOrNew(id, source, now).json;
  const age = now - held.at;
  if (age > stale_ms) return startedOrNew(id, source, now).json.catch(() => held.json);
  if (age > fresh_ms) refresh(id, source, now);
  return Promise.resolve(held.json);
};

const refresh = (id: string, source: Source, now: number): void => {
  if (source.held) source.held.at = now;
  startedOrNew(id, source, now).json.catch(() => undefined);
};

const startedOrNew = (id: string, source: Source, now: number): Reading => {
  const { reading } = source;
  if (reading && now - reading.started <= lost_ms) return reading;
  const next: Reading = { started: now, json: Promise.resolve().then(() => load(id, source, next)) };
  source.reading = next;
  return next;
};

/** One that ended, well or not, is not waited for again. */
const load = async (id: string, source: Source, reading: Reading): Promise<string> => {
  try {
    const json = await read(id);
    source.held = { json, at: clock.now() };
    return json;
  } finally {
    if (source.reading === reading) source.reading = undefined;
  }
};

const read = async (id: string): Promise<string> => {
  client ??= withoutLog(
    new SecretsManagerClient({
      ...awsSettings('SECRETS_MANAGER'),
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
    }),
  );
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: id }));
    if (SecretString !== undefined) return SecretString;
  } catch (cause) {
    if (cause instanceof ResourceNotFoundException) throw missing(`The secret ${id} has no value.`, cause);
    throw new ApiError('storage_unavailable', 'The secrets cannot be read at the moment. Try again.', {
      retry_after: 2,
      cause,
    });
  }
  throw missing(`The secret ${id} has no string.`);
};

/** What a parser of ours says names a field. What the one of JSON says may quote the value. */
const unreadable = (id: string, error: unknown): ApiError =>
  missing(`The secret ${id}: ${error instanceof SyntaxError ? 'not JSON' : (error as Error).message}`, error);

const missing = (message: string, cause?: unknown): ApiError =>
  new ApiError('not_configured', message, { cause });

const sourceOf = (id: string): Source => {
  const known = sources.get(id);
  if (known) return known;
  const source: Source = { held: undefined, reading: undefined, asked_again: Number.NEGATIVE_INFINITY };
  sources.set(id, source);
  return source;
};

const sources = new Map<string, Source>();
let client: SecretsManagerClient | undefined;
