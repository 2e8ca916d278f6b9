import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { alphanumeric, randomId } from '../framework/random-id.ts';
import type { SignedWebhook } from '../framework/simulated-psp.ts';

/** The webhook as registered in the simulated account. */
export const webhookId = '1JE4291016473214C';

/** `transmission id|time|webhook id|checksum of the body`, signed with RSA and SHA-256, as PayPal signs every delivery. */
export const signWebhook = (event: unknown, now: number): SignedWebhook => {
  const body = JSON.stringify(event);
  const id = randomId(36, alphanumeric);
  const time = `${new Date(now).toISOString().slice(0, 19)}Z`;
  const signature = sign('sha256', Buffer.from(signedText(id, time, webhookId, body)), keys().privateKey);
  return {
    body,
    headers: {
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.paypal.invalid/v1/notifications/certs/CERT-simulated',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signature.toString('base64'),
    },
  };
};

export type Claimed = {
  readonly transmission_id: string;
  readonly transmission_time: string;
  readonly transmission_sig: string;
  readonly webhook_id: string;
};

/** Whether this PayPal made a delivery. `body`: the event's text, byte for byte. */
export const isGenuine = (
  { transmission_id, transmission_time, transmission_sig, webhook_id }: Claimed,
  body: string,
): boolean =>
  webhook_id === webhookId &&
  verify(
    'sha256',
    Buffer.from(signedText(transmission_id, transmission_time, webhook_id, body)),
    keys().publicKey,
    Buffer.from(transmission_sig, 'base64'),
  );

const signedText = (id: string, time: string, webhook: string, body: string): string =>
  [id, time, webhook, crc32(body)].join('|');

let made: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } | undefined;

/** Made on first use: a PayPal that sends no webhooks needs none. */
const keys = () => {
  made ??= generateKeyPairSync('rsa', { modulusLength: 2048 });
  return made;
};
