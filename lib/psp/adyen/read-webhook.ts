import type { InboundWebhook, PspEvent, WebhookReading } from '../../types/psp.ts';
import type { PspAccount } from '../../types/psp-account.ts';
import { hmacMatches } from '../hmac-matches.ts';
import { anyTextAt, at, integerAt, listAt, parseJson, textAt } from '../json.ts';
import { eventsRead } from './read-claim.ts';
import { readNotification } from './read-notification.ts';

/**
 * Adyen signs each item of a notification inside the item, so the JSON must be parsed to find the signatures; of an event that says anything here,
 * nothing else is read until it has proved genuine. If one does not, the whole delivery is refused. The signature carries no time.
 *
 * Events of all other kinds are acknowledged without a look at their signature, since they change nothing: Adyen repeats what was refused for 30 days,
 * and holds back what follows. Some are not signed, and some have colons in fields where an event that we read has none.
 */
export const readWebhook = async (account: PspAccount, { body }: InboundWebhook): Promise<WebhookReading> => {
  const json = parseJson(Buffer.from(body).toString('utf8'));
  if (isOfAnotherKind(json)) return { ok: true, events: [notRead(json)] };
  const items = listAt(json, 'notificationItems')?.map((item) => at(item, 'NotificationRequestItem'));
  if (items === undefined || items.length === 0) return { ok: false, reason: 'malformed' };
  const keys = (await account.credentials()).webhook_secrets;
  if (!items.every((item) => isOther(item) || keys.some((key) => isSigned(item, key))))
    return { ok: false, reason: 'signature' };
  const events = items.map((item) =>
    isOther(item) ? notRead(item) : readNotification(item, account.settings.merchant_account),
  );
  return events.every((event) => event !== undefined)
    ? { ok: true, events: events.filter((event): event is PspEvent => event !== undefined) }
    : { ok: false, reason: 'malformed' };
};

/** A notification of a kind that is never read. */
const isOther = (item: unknown): boolean => {
  const code = textAt(item, 'eventCode');
  return code !== undefined && !eventsRead.includes(code);
};

/** A webhook of Adyen's newer products, such as `recurring.token.created`, has a type and no items. We read none. */
const isOfAnotherKind = (json: unknown): boolean =>
  at(json, 'notificationItems') === undefined && textAt(json, 'type') !== undefined;

const notRead = (json: unknown): PspEvent => ({
  id: `${textAt(json, 'pspReference') ?? ''}.${textAt(json, 'eventCode') ?? textAt(json, 'type') ?? ''}`,
  claim: { about: 'nothing_of_ours' },
});

/**
 * Eight fields joined by colons, unescaped: Adyen's libraries dropped the escaping that its documentation once asked for, because its notifications
 * are signed without it. So in an event that we read, only the merchant's reference may hold a colon: with two such fields, text could move from one to the other under the
 * same signature. The key is in hex.
 */
const isSigned = (item: unknown, key: string): boolean => {
  const signature = anyTextAt(item, 'additionalData', 'hmacSignature');
  if (signature === undefined || !/^([0-9a-f]{2})+$/i.test(key)) return false;
  const signed = [
    anyTextAt(item, 'pspReference'),
    anyTextAt(item, 'originalReference'),
    anyTextAt(item, 'merchantAccountCode'),
    anyTextAt(item, 'merchantReference'),
    integerAt(item, 'amount', 'value'),
    anyTextAt(item, 'amount', 'currency'),
    anyTextAt(item, 'eventCode'),
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
