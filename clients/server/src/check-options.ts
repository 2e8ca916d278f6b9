import type { ClientOptions } from './options.ts';

export type Settings = Required<ClientOptions>;

/**
 * The options with their defaults. Throws `TypeError` before anything is sent: what `fetch` says of a header or an address it cannot use would show
 * the key.
 */
export const checkOptions = (options: ClientOptions): Settings => {
  const { apiKey, maxRetries = 4, attemptTimeoutMs = 40_000, deadlineMs = 120_000 } = options;
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('apiKey: expected a key as the service issued it, without spaces or line ends');
  checkNumber('maxRetries', maxRetries, 0);
  checkNumber('attemptTimeoutMs', attemptTimeoutMs, 1);
  checkNumber('deadlineMs', deadlineMs, 1);
  return { baseUrl: checkUrl(options.baseUrl), apiKey, maxRetries, attemptTimeoutMs, deadlineMs };
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
    // Told below, without the value: it may hold a password.
  }
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new TypeError('baseUrl: expected an http(s) address without credentials, query or fragment');
  return url.href.replace(/\/+$/, '');
};
