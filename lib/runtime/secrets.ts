import { ApiError } from '../types/api-error.ts';
import { isRecent } from '../types/is-recent.ts';
import type { HttpResponse } from '../types/transport.ts';
import { clock } from './clock.ts';
import { callWithRetries } from './signed-call.ts';

/** How long a secret is used before it is read again in the background. A rotation keeps the old value valid for longer than this. */
const fresh_ms = 600_000;
/** After a longer freeze, a call waits for the new value: the old one may no longer be valid. */
const stale_ms = 2 * fresh_ms;
/** No read takes this long: a read that has was frozen with its environment and will never end. */
const lost_ms = 10_000;
/** The time for one call, and the pauses before the retries. */
const read_ms = 2_000;
const pauses_ms = [100, 300] as const;
/** The pause after an extra read: otherwise a PSP that refuses every key would cost a read each time. */
const again_ms = 10_000;

type Held = { readonly json: string; at: number };
type Reading = { readonly json: Promise<string>; started: number };
type Source = { held: Held | undefined; reading: Reading | undefined; asked_again: number };

/**
 * A secret of Secrets Manager, parsed once per value and refreshed in the background. The first read is awaited and throws `not_configured` if the
 * value is missing or does not parse. A refresh that fails, or whose value does not parse, keeps the working value. Secrets with the same id share
 * their reads. An id may end with `#` and the staging label of a version to read instead of the current one. `atHand`: without waiting, undefined until
 * it has been read.
 */
export const cachedSecret = <T>(
  id: string,
  parse: (json: string) => T,
): (() => Promise<T>) & { readonly atHand: () => T | undefined } => {
  let parsed: { readonly json: string; readonly value: T } | undefined;
  const parsedFrom = (json: string): T => {
    if (parsed?.json !== json) {
      try {
        parsed = { json, value: parse(json) };
      } catch (error) {
        if (parsed === undefined) throw unreadable(id, error);
      }
    }
    return parsed.value;
  };
  const atHand = (): T | undefined => {
    const { held } = sourceOf(id);
    try {
      return held && parsedFrom(held.json);
    } catch {
      return undefined;
    }
  };
  return Object.assign(async () => parsedFrom(await current(id)), { atHand });
};

/** Called if the PSP refuses the secret: reads it again in the background, for later calls. */
export const askAgain = (id: string): void => {
  const source = sourceOf(id);
  const now = clock.now();
  if (!source.held || isRecent(source.asked_again, again_ms, now)) return;
  source.asked_again = now;
  refresh(id, source, now);
};

/** Rejects if the secret has no value, before any work that needs it starts. */
export const loadSecret = async (id: string): Promise<void> => {
  await current(id);
};

const current = (id: string): Promise<string> => {
  const source = sourceOf(id);
  const now = clock.now();
  const { held } = source;
  if (!held) return startedOrNew(id, source, now).json;
  // If the clock was set back, nobody knows how old it is.
  const age = now < held.at ? Number.POSITIVE_INFINITY : now - held.at;
  if (age > stale_ms) return startedOrNew(id, source, now).json.catch(() => asFresh(held));
  if (age > fresh_ms) refresh(id, source, now);
  return Promise.resolve(held.json);
};

/** After waiting in vain: later calls use the old value at once, and the next one refreshes it in the background. */
const asFresh = (held: Held): string => {
  held.at = clock.now() - fresh_ms;
  return held.json;
};

const refresh = (id: string, source: Source, now: number): void => {
  if (source.held) source.held.at = now;
  startedOrNew(id, source, now).json.catch(() => undefined);
};

const startedOrNew = (id: string, source: Source, now: number): Reading => {
  const { reading } = source;
  if (reading && isRecent(reading.started, lost_ms, now)) return reading;
  const next: Reading = { started: now, json: Promise.resolve().then(() => load(id, source, next)) };
  source.reading = next;
  return next;
};

/** A read that has ended, successfully or not, is not awaited again. */
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
  const response = await ask(id);
  if (response.kind !== 'answered') throw unavailable(response.cause);
  const { status, body } = response;
  if (status !== 200) {
    if (body.includes('ResourceNotFoundException')) throw missing(`The secret ${id} has no value.`);
    throw unavailable(`status ${status}`);
  }
  const { SecretString } = JSON.parse(body) as { readonly SecretString?: string };
  if (SecretString === undefined) throw missing(`The secret ${id} has no string.`);
  return SecretString;
};

/** `GetSecretValue`, up to three times. */
const ask = (id: string): Promise<HttpResponse> => {
  // The label is always sent, because roles are restricted by it.
  const [SecretId, VersionStage = 'AWSCURRENT'] = id.split('#');
  return callWithRetries(
    {
      service: 'secretsmanager',
      path: '/',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'secretsmanager.GetSecretValue',
      },
      body: JSON.stringify({ SecretId, VersionStage }),
      timeout_ms: read_ms,
      endpoint_url: process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER,
    },
    pauses_ms,
  );
};

const unavailable = (cause: string): ApiError =>
  new ApiError('storage_unavailable', 'The secrets cannot be read right now. Try again.', {
    retry_after: 2,
    cause,
  });

/** The message of our own parser names a field. JSON.parse's may quote the value. */
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
