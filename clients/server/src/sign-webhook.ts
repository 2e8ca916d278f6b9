import { checkNames } from './check-options.ts';
import type { Platform } from './platform.ts';
import { signedBytes, webhookKey } from './webhook-signature.ts';

/** A webhook as this service sends it: post these bytes with these headers. */
export type SignedWebhook = {
  readonly body: string;
  readonly headers: {
    readonly 'content-type': 'application/json';
    readonly 'webhook-id': string;
    readonly 'webhook-timestamp': string;
    readonly 'webhook-signature': string;
  };
};

export type SignOptions = {
  /** Unix seconds; now by default. One of long ago tests that old webhooks are rejected. */
  readonly timestamp?: number;
};

/**
 * The counterpart of `verifyWebhook`, for tests. `event` is sent as JSON, a string as it is; its `id` is the webhook's. Rejects with `TypeError` if the
 * event cannot be sent, or the secret is not one.
 */
export const signWebhook = async (
  { date, newKey }: Pick<Platform, 'date' | 'newKey'>,
  event: object | string,
  secret: string,
  options: SignOptions = {},
): Promise<SignedWebhook> => {
  checkNames('options', options, ['timestamp']);
  const { timestamp = Math.floor(date() / 1000) } = options;
  if (!Number.isSafeInteger(timestamp) || timestamp < 0)
    throw new TypeError('timestamp: expected whole seconds since 1970');
  const key = await webhookKey(secret, 'sign');
  if (typeof event !== 'string' && (typeof event !== 'object' || event === null))
    throw new TypeError('event: expected an object, or its JSON');
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const id = idOf(event) ?? `evt_${newKey()}`;
  const signed = signedBytes(id, String(timestamp), new TextEncoder().encode(body));
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${btoa(String.fromCharCode(...signature))}`,
    },
  };
};

/** A body that is not JSON has no id: it tests what a handler does with one. */
const idOf = (event: object | string): string | undefined => {
  try {
    const { id } = typeof event === 'string' ? JSON.parse(event) : event;
    return typeof id === 'string' && /^[\x21-\x7e]{1,255}$/.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
};
