import { checkNames, type Settings } from './check-options.ts';
import type { PostOptions, RawInput, RawMethod } from './options.ts';
import type { SendTo } from './send.ts';

const methods: readonly string[] = ['GET', 'POST', 'DELETE'] satisfies readonly RawMethod[];

type RawCall = { readonly method: RawMethod; readonly path: string; readonly input?: RawInput | undefined };

/**
 * Calls any path of the service. Rejects with `TypeError`, before anything is sent, for what would not arrive as written: a key must never go elsewhere.
 */
export const rawRequest = async (
  sendTo: SendTo,
  settings: Pick<Settings, 'baseUrl'>,
  { method, path, input = {} }: RawCall,
  options?: PostOptions,
): Promise<unknown> => {
  if (!methods.includes(method)) throw new TypeError(`method: expected one of ${methods.join(', ')}`);
  checkPath(settings, path);
  checkNames('input', input, ['query', 'body']);
  const { query = {}, body = method === 'POST' ? {} : undefined } = input;
  for (const [name, value] of Object.entries({ query, body }))
    if (value !== undefined && (typeof value !== 'object' || value === null))
      throw new TypeError(`${name}: expected an object`);
  if (method === 'GET' && body !== undefined) throw new TypeError('body: a GET has none; use query');
  return sendTo('rawRequest', { method, path, idempotent: method !== 'GET' }, { query, body }, options);
};

/** A path that an address would change (dots, spaces, a fragment) could lead elsewhere than it says. */
const checkPath = ({ baseUrl }: Pick<Settings, 'baseUrl'>, path: string): void => {
  const asWritten = typeof path === 'string' && /^\/[^{}?#\s\\]*$/.test(path);
  if (!asWritten || new URL(baseUrl + path).href !== baseUrl + path)
    throw new TypeError('path: expected an encoded path without a query, such as /v1/charges/ch_1');
};
