import type { InboundWebhook, WebhookReading } from '../../types/psp.ts';
import type { PspAccount } from '../../types/psp-account.ts';
import { hmacMatches } from '../hmac-matches.ts';
import { parseJson, textAt } from '../json.ts';
import { readReference } from '../reference.ts';
import type { SquareConnection } from './connection.ts';
import { type ChargeOf, readEvent } from './read-event.ts';
import { answerOf } from './replies.ts';

/**
 * `x-square-hmacsha256-signature` is the HMAC-SHA256 of the notification URL, exactly as registered at Square (setting `notification_url`), followed
 * by the raw body, in base64. It covers no time. A delivery that Square cannot be asked about is refused: Square delivers it again.
 */
export const readWebhook = async (
  connection: SquareConnection,
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
  const event = await readEvent(parseJson(Buffer.from(body).toString('utf8')), chargeAt(connection));
  if (event === 'unanswered') return { ok: false, reason: 'signature' };
  return event === undefined ? { ok: false, reason: 'malformed' } : { ok: true, events: [event] };
};

const timeout_ms = 4_000;

const chargeAt =
  (connection: SquareConnection): ChargeOf =>
  async (payment) => {
    const reply = await connection.get(`/v2/payments/${encodeURIComponent(payment)}`, timeout_ms);
    if (reply.kind === 'answered' && reply.status === 404) return undefined;
    const json = answerOf(reply);
    return json === undefined ? 'unanswered' : readReference(textAt(json, 'payment', 'reference_id'))?.charge;
  };
