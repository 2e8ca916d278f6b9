import { hmacSha256 } from './hmac-sha256.ts';
import type { TokenSecrets } from './token-secrets.ts';

type Master = Pick<TokenSecrets, 'idempotency_key'>;

/**
 * The secret that signs an endpoint's deliveries, `whsec_` and base64 of 32 bytes: always the same for the same generation, so that it is never
 * stored. It is derived from the one key that never rotates; a rotation raises the endpoint's generation.
 */
export const webhookSecret = ({ idempotency_key }: Master, endpoint: string, generation: number): string =>
  `whsec_${hmacSha256(idempotency_key).update(`webhook_endpoint\n${endpoint}\n${generation}`).digest('base64')}`;

/** The placeholder for the secret in stored bytes. */
export const unsignedWebhookSecret = (generation: number): string => `generation_${generation}`;

/** Matches only bytes that we rendered ourselves: a merchant controls nothing before `secret`. */
const unsigned = /^(\{"id":"(we_[0-9a-z]{26})","object":"webhook_endpoint","secret":)"generation_(\d{1,9})"/;

/** Whether the bytes must be completed before they are sent. */
export const lacksWebhookSecret = (body: string): boolean => unsigned.test(body);

/** The bytes to send, with the endpoint's secret. */
export const withWebhookSecret = (body: string, master: Master): string =>
  body.replace(
    unsigned,
    (_, before: string, endpoint: string, generation: string) =>
      before + JSON.stringify(webhookSecret(master, endpoint, Number(generation))),
  );
