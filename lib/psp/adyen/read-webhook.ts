import type { InboundWebhook, PspEvent, WebhookReading } from '../../types/psp.ts';
import type { PspAccount } from '../../types/psp-account.ts';
import { hmacMatches } from '../hmac-matches.ts';
import { at, integerAt, listAt, parseJson, textAt } from '../json.ts';
import { readNotification } from './read-notification.ts';

/**
 * Adyen signs each item of a notification inside the item, so the JSON must be parsed to find the signatures; nothing else in it is read until every
 * item has proved genuine. If one does not, the whole delivery is refused. The signature carries no time.
 */
export const readWebhook = async (account: PspAccount, { body }: InboundWebhook): Promise<WebhookReading> => {
  const items = listAt(parseJson(Buffer.from(body).toString('utf8')), 'notificationItems')?.map((item) =>
    at(item, 'NotificationRequestItem'),
  );
  if (items === undefined || items.length === 0) return { ok: false, reason: 'malformed' };
  const keys = (await account.credentials()).webhook_secrets;
  if (!items.every((item) => keys.some((key) => isSigned(item, key))))
    return { ok: false, reason: 'signature' };
  const events = items.map((item) => readNotification(item, account.settings.merchant_account));
  return events.every((event) => event !== undefined)
    ? { ok: true, events: events.filter((event): event is PspEvent => event !== undefined) }
    : { ok: false, reason: 'malformed' };
};

/**
 * Eight fields joined by colons, unescaped: Adyen's libraries dropped the escaping that its documentation once asked for, because its notifications
 * are signed without it. So only the merchant's reference may hold a colon: with two such fields, text could move from one to the other under the
 * same signature. The key is in hex.
 */
const isSigned = (item: unknown, key: string): boolean => {
  const signature = textAt(item, 'additionalData', 'hmacSignature');
  if (signature === undefined || !/^([0-9a-f]{2})+$/i.test(key)) return false;
  const signed = [
    textAt(item, 'pspReference'),
    textAt(item, 'originalReference'),
    textAt(item, 'merchantAccountCode'),
    textAt(item, 'merchantReference'),
    integerAt(item, 'amount', 'value'),
    textAt(item, 'amount', 'currency'),
    textAt(item, 'eventCode'),
    at(item, 'success'),
  ].map((field) => String(field ?? ''));
  if (signed.some((field, index) => field.includes(':') && index !== 3)) return false;
  return hmacMatches({
    key: Buffer.from(key, 'hex'),
    signed: signed.join(':'),
    signature,
    encoding: 'base64',
  });
};
