import type { ClientOptions, PostOptions, TimeLimits } from './options.ts';

export type Settings = Required<Omit<ClientOptions, 'fetch'>>;

const clientOptions = [
  'baseUrl',
  'apiKey',
  'maxRetries',
  'attemptTimeoutMs',
  'deadlineMs',
  'fetch',
  'hooks',
] as const satisfies readonly (keyof ClientOptions)[];
const hookNames = ['onRequest', 'onResponse'] as const;
const callOptions = ['signal', 'attemptTimeoutMs', 'deadlineMs'] as const;

/**
 * The options with their defaults. Throws `TypeError` before anything is sent: `fetch`'s own message about an invalid header or address would show
 * the key.
 */
export const checkOptions = (options: ClientOptions): Settings => {
  checkNames('createClient', options, clientOptions);
  const { apiKey, maxRetries = 4, attemptTimeoutMs = 40_000, deadlineMs = 120_000, hooks = {} } = options;
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('apiKey: expected a key as the service issued it, without spaces or line ends');
  checkNumber('maxRetries', maxRetries, 0);
  checkTimes({ attemptTimeoutMs, deadlineMs });
  checkNames('hooks', hooks, hookNames);
  for (const [name, value] of [['fetch', options.fetch] as const, ...Object.entries(hooks)])
    if (value !== undefined && typeof value !== 'function')
      throw new TypeError(`${name}: expected a function`);
  const baseUrl = checkUrl(options.baseUrl);
  if (apiKey.startsWith('sk_live_') && !baseUrl.startsWith('https:'))
    throw new TypeError('baseUrl: a live key is sent over https only');
  return { baseUrl, apiKey, maxRetries, attemptTimeoutMs, deadlineMs, hooks };
};

/** A call's options, with the client's own limits if it has none. Throws `TypeError`. */
export const checkCall = (
  options: PostOptions,
  settings: Settings,
  { idempotent }: { readonly idempotent: boolean },
): PostOptions & Required<TimeLimits> => {
  checkNames('options', options, idempotent ? [...callOptions, 'idempotencyKey'] : callOptions);
  const { attemptTimeoutMs = settings.attemptTimeoutMs, deadlineMs = settings.deadlineMs } = options;
  checkTimes({ attemptTimeoutMs, deadlineMs });
  return { ...options, attemptTimeoutMs, deadlineMs };
};

/** A misspelled name would be a limit that does not apply, or a key that is not used. */
export const checkNames = (what: string, given: object, known: readonly string[]): void => {
  if (typeof given !== 'object' || given === null) throw new TypeError(`${what}: expected an object`);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`${what}: unknown option ${unknown}; expected one of ${known.join(', ')}`);
};

const checkTimes = (times: Required<TimeLimits>): void => {
  for (const [name, value] of Object.entries(times)) checkNumber(name, value, 1);
};

const checkNumber = (name: string, value: number, minimum: number): void => {
  if (!(Number.isFinite(value) && value >= minimum && value < 2 ** 31))
    throw new TypeError(`${name}: expected a number of at least ${minimum}`);
};

const checkUrl = (baseUrl: string): string => {
  let url: URL | undefined;
  try {
    url = new URL(baseUrl);
  } catch {
    // Reported below, without the value: it may contain a password.
  }
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== url.origin + url.pathname)
    throw new TypeError('baseUrl: expected an http(s) address without credentials, query or fragment');
  return url.href.replace(/(?<!\/)\/+$/, '');
};
