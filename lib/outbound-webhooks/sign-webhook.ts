import { createHmac } from 'node:crypto';

/** The signed text: the event's id, the time of this try in seconds, and the body byte for byte. */
export type SignedMessage = { readonly id: string; readonly timestamp_s: number; readonly body: string };

/**
 * The headers of Standard Webhooks 1.0 (https://www.standardwebhooks.com). One signature for each of the endpoint's secrets (`whsec_` and base64), so
 * that a receiver may use either one during a rotation.
 */
export const webhookHeaders = (
  secrets: readonly string[],
  { id, timestamp_s, body }: SignedMessage,
): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  'webhook-id': id,
  'webhook-timestamp': String(timestamp_s),
  'webhook-signature': secrets
    .map((secret) => `v1,${signature(secret, `${id}.${timestamp_s}.${body}`)}`)
    .join(' '),
});

const signature = (secret: string, content: string): string =>
  createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(content)
    .digest('base64');
