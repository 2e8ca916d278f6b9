import { isSameKey } from '../types/api-key.ts';
import { hmacSha256 } from './hmac-sha256.ts';
import type { WebhookKeys } from './token-secrets.ts';

/**
 * The secret that signs an endpoint's deliveries, `whsec_` and base64 of 32 bytes. It is never stored: it is derived from a key that never rotates
 * and is always the same for the same generation. A rotation raises the endpoint's generation.
 */
export const webhookSecret = ({ webhook_key }: WebhookKeys, endpoint: string, generation: number): string =>
  `whsec_${hmacSha256(webhook_key).update(`webhook_endpoint\n${endpoint}\n${generation}`).digest('base64')}`;

/** The placeholder for the secret in stored bytes. `by`: the id of the API key or person that made the call; only that caller gets the secret. */
export const unsignedWebhookSecret = (generation: number, by: string): string =>
  `generation_${generation}.${by}`;

/** Matches only bytes that were rendered here: no field before `secret` is under a merchant's control. */
const unsigned =
  /^(\{"id":"(we_[0-9a-z]{26})","object":"webhook_endpoint","secret":)"generation_(\d{1,9})(?:\.([^"\\]{1,254}))?"/;

export const lacksWebhookSecret = (body: string): boolean => unsigned.test(body);

/**
 * The bytes to send. They contain the secret if `caller`, the id of an API key or a person, made the first call; otherwise null. Bytes of a release
 * that did not store the caller never show it.
 */
export const withWebhookSecret = (body: string, master: WebhookKeys, caller: string | undefined): string =>
  body.replace(
    unsigned,
    (_, before: string, endpoint: string, generation: string, by: string | undefined) => {
      const shown = by !== undefined && caller !== undefined && isSameKey(by, caller);
      return before + (shown ? JSON.stringify(webhookSecret(master, endpoint, Number(generation))) : 'null');
    },
  );
