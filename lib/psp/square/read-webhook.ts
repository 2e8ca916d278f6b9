import type { InboundWebhook, WebhookReading } from '../../types/psp.ts';
import type { PspAccount } from '../../types/psp-account.ts';
import { hmacMatches } from '../hmac-matches.ts';
import { parseJson } from '../json.ts';
import { readEvent } from './read-event.ts';

/**
 * `x-square-hmacsha256-signature` is the HMAC-SHA256 of the notification URL, exactly as it is registered at Square (setting
 * `notification_url`), followed by the raw body, in base64. It covers no time.
 */
export const readWebhook = async (
  account: PspAccount,
  { headers, body }: InboundWebhook,
): Promise<WebhookReading> => {
  const { notification_url } = account.settings;
  if (!notification_url) return { ok: false, reason: 'signature' };
  const signature = headers['x-square-hmacsha256-signature'] ?? '';
  const signed = Buffer.concat([Buffer.from(notification_url), body]);
  const keys = (await account.credentials()).webhook_secrets;
  if (!keys.some((key) => hmacMatches({ key, signed, signature, encoding: 'base64' })))
    return { ok: false, reason: 'signature' };
  const event = readEvent(parseJson(Buffer.from(body).toString('utf8')));
  return event === undefined ? { ok: false, reason: 'malformed' } : { ok: true, events: [event] };
};
