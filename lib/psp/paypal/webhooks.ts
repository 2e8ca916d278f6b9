import type { InboundWebhook, WebhookReading } from '../../types/psp.ts';
import { at, findEntry, parseJson, textAt } from '../json.ts';
import type { ReadWebhook } from '../psp-adapter.ts';
import { connectPayPal, type PayPalClient } from './client.ts';
import { findOwner } from './event-owner.ts';
import { eventsRead, readEvent } from './read-event.ts';

/**
 * One event per delivery. The body must be JSON, since it becomes part of the call that verifies it; nothing in it is read before that call has
 * succeeded. The setting `webhook_id` is PayPal's id of the webhook. If PayPal does not say whether the delivery is genuine, or which payment it is
 * about, the delivery is refused as `unanswered`, and PayPal delivers it again.
 */
export const readWebhook: ReadWebhook = async (account, http, webhook) => {
  const text = Buffer.from(webhook.body).toString('utf8');
  const json = parseJson(text);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return notGenuine;
  const client = connectPayPal(account, http);
  const verdict = await verify(client, account.settings.webhook_id, webhook, text);
  if (verdict !== 'genuine') return verdict === 'forged' ? notGenuine : unanswered;
  const id = textAt(json, 'id');
  const type = textAt(json, 'event_type');
  const resource = at(json, 'resource');
  if (id === undefined || type === undefined) return { ok: false, reason: 'malformed' };
  const isRead = eventsRead.includes(type);
  if (isRead && resource === undefined) return { ok: false, reason: 'malformed' };
  const owner = isRead ? await findOwner(client, type, resource) : undefined;
  if (owner === 'unanswered') return unanswered;
  return {
    ok: true,
    events: [
      owner === undefined
        ? { id, claim: { about: 'nothing_of_ours' } }
        : readEvent(id, type, resource, owner),
    ],
  };
};

const notGenuine: WebhookReading = { ok: false, reason: 'signature' };
const unanswered: WebhookReading = { ok: false, reason: 'unanswered' };

const timeout_ms = 5_000;

/**
 * Asks PayPal whether a delivery is genuine. The signature is RSA under a PayPal certificate, over a checksum of the body, and PayPal checks it for
 * the webhook it belongs to. `event` is the body's text, sent byte for byte: serialised again, it could have another checksum.
 */
const verify = async (
  client: PayPalClient,
  webhook_id: string | undefined,
  { headers }: InboundWebhook,
  event: string,
): Promise<'genuine' | 'forged' | 'unanswered'> => {
  const claimed = {
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
    webhook_id,
  };
  if (!Object.values(claimed).every(Boolean)) return 'forged';
  const reply = await client.post({
    path: '/v1/notifications/verify-webhook-signature',
    body: `${JSON.stringify(claimed).slice(0, -1)},"webhook_event":${event}}`,
    timeout_ms,
  });
  if (reply.kind !== 'answered') return 'unanswered';
  // PayPal has read the question, and it makes no sense.
  if ([400, 404, 422].includes(reply.status)) return 'forged';
  const status = reply.status === 200 ? textAt(reply.json, 'verification_status') : undefined;
  return findEntry(verdicts, status) ?? 'unanswered';
};

const verdicts = { SUCCESS: 'genuine', FAILURE: 'forged' } as const;
