import type { InboundWebhook, WebhookReading } from '../../types/psp.ts';
import type { PspAccount } from '../../types/psp-account.ts';
import { hmacMatches } from '../hmac-matches.ts';
import { at, parseJson, textAt } from '../json.ts';
import type { CheckoutComConnection } from './connection.ts';
import { ourIds } from './our-ids.ts';
import { readEvent, type Told } from './read-event.ts';

/**
 * `Cko-Signature` is the HMAC-SHA256 of the raw body in hex. It covers no time. A dispute need not name our charge: then Checkout.com is asked for
 * it. If it does not answer, the delivery counts as not verified, so that it is repeated.
 */
export const readWebhook = async (
  connection: CheckoutComConnection,
  account: PspAccount,
  { headers, body }: InboundWebhook,
): Promise<WebhookReading> => {
  const signature = headers['cko-signature'] ?? '';
  const keys = (await account.credentials()).webhook_secrets;
  if (!keys.some((key) => hmacMatches({ key, signed: body, signature, encoding: 'hex' })))
    return { ok: false, reason: 'signature' };

  const event = parseJson(Buffer.from(body).toString('utf8'));
  const id = textAt(event, 'id');
  const type = textAt(event, 'type');
  if (id === undefined || type === undefined) return { ok: false, reason: 'malformed' };
  const told = readEvent(type, at(event, 'data'));
  const named = told === undefined ? undefined : await withCharge(connection, told);
  if (named === 'unanswered') return { ok: false, reason: 'signature' };
  return { ok: true, events: [{ ...(named ?? { claim: { about: 'nothing_of_ours' } }), id }] };
};

const ask_ms = 5_000;

/** The event with our charge id, from its payment; undefined if the payment is not ours. */
const withCharge = async (
  connection: CheckoutComConnection,
  told: Told,
): Promise<Told | undefined | 'unanswered'> => {
  if (told.reference !== undefined) return told;
  if (told.psp_reference === undefined) return undefined;
  const reply = await connection.get(`/payments/${encodeURIComponent(told.psp_reference)}`, ask_ms);
  if (reply.kind !== 'answered') return 'unanswered';
  if (reply.status !== 200) return reply.status === 404 ? undefined : 'unanswered';
  const { charge } = ourIds(reply.json);
  return charge === undefined ? undefined : { ...told, reference: charge };
};
