import type { InboundWebhook, WebhookReading } from '../../types/psp.ts';
import type { PspAccount } from '../../types/psp-account.ts';
import { parseJson } from '../json.ts';
import type { PayPalConnection } from './connection.ts';
import { readEvent } from './read-event.ts';
import { verifyWebhook } from './verify-webhook.ts';

/**
 * One event a delivery. That the body is JSON is looked at first, since it becomes part of the question whether it is genuine; nothing in it is
 * read before the answer. The setting `webhook_id` names the webhook as PayPal knows it.
 */
export const readWebhook = async (
  connection: PayPalConnection,
  { settings }: PspAccount,
  webhook: InboundWebhook,
): Promise<WebhookReading> => {
  const text = Buffer.from(webhook.body).toString('utf8');
  const json = parseJson(text);
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return { ok: false, reason: 'signature' };
  if (!(await verifyWebhook(connection, settings.webhook_id, webhook, text)))
    return { ok: false, reason: 'signature' };
  const event = readEvent(json);
  return event === undefined ? { ok: false, reason: 'malformed' } : { ok: true, events: [event] };
};
