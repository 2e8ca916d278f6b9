import type { InboundWebhook, WebhookReading } from '../../types/psp.ts';
import type { PspAccount } from '../../types/psp-account.ts';
import { hmacMatches } from '../hmac-matches.ts';
import { parseJson } from '../json.ts';
import { readEvent } from './read-event.ts';

/** `Cko-Signature` is the HMAC-SHA256 of the raw body in hex. It covers no time. */
export const readWebhook = async (
  account: PspAccount,
  { headers, body }: InboundWebhook,
): Promise<WebhookReading> => {
  const signature = headers['cko-signature'] ?? '';
  const keys = (await account.credentials()).webhook_secrets;
  if (!keys.some((key) => hmacMatches({ key, signed: body, signature, encoding: 'hex' })))
    return { ok: false, reason: 'signature' };
  const event = readEvent(parseJson(Buffer.from(body).toString('utf8')));
  return event === undefined ? { ok: false, reason: 'malformed' } : { ok: true, events: [event] };
};
