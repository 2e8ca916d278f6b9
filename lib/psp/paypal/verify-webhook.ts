import type { InboundWebhook } from '../../types/psp.ts';
import { textAt } from '../json.ts';
import type { PayPalConnection } from './connection.ts';

const timeout_ms = 5_000;

/**
 * Whether a delivery is PayPal's, by its own word: the signature is RSA under a certificate of PayPal's, over a checksum of the body, and PayPal
 * checks it against the webhook it belongs to. `event` is the body's text, which goes into the question byte for byte: written anew, it could
 * have another checksum. What cannot be asked counts as not verified; PayPal delivers such an event again.
 */
export const verifyWebhook = async (
  connection: PayPalConnection,
  webhook_id: string | undefined,
  { headers }: InboundWebhook,
  event: string,
): Promise<boolean> => {
  const claimed = {
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
    webhook_id,
  };
  if (!Object.values(claimed).every(Boolean)) return false;
  const reply = await connection.post({
    path: '/v1/notifications/verify-webhook-signature',
    body: `${JSON.stringify(claimed).slice(0, -1)},"webhook_event":${event}}`,
    timeout_ms,
  });
  return (
    reply.kind === 'answered' &&
    reply.status === 200 &&
    textAt(reply.json, 'verification_status') === 'SUCCESS'
  );
};
