import type { PspEvent } from '../../types/psp.ts';
import { hmacMatches } from '../hmac-matches.ts';
import { anyTextAt, at, integerAt, listAt, parseJson, textAt } from '../json.ts';
import type { ReadWebhook } from '../psp-adapter.ts';
import { eventsRead } from './read-claim.ts';
import { readEvent } from './read-event.ts';

/**
 * Adyen puts each item's signature inside the item, so the JSON must be parsed first. Of an event that we use, nothing else is read before its
 * signature is verified. If one fails, or there is no item, the whole delivery is refused. The signature covers no time.
 *
 * Events of all other kinds are acknowledged without verification, because they change nothing: Adyen repeats a refused delivery for 30 days, and
 * holds back those after it. Some of these events are not signed, and some contain colons in fields where events that we use have none.
 */
export const readWebhook: ReadWebhook = async (account, _, { body }) => {
  const json = parseJson(Buffer.from(body).toString('utf8'));
  if (isOfAnotherKind(json)) return { ok: true, events: [describeUnread(json)] };
  const items = listAt(json, 'notificationItems')?.map((item) => at(item, 'NotificationRequestItem')) ?? [];
  if (items.length === 0) return { ok: false, reason: 'signature' };
  const keys = (await account.credentials()).webhook_secrets;
  const ours = items.filter((item) => !isOther(item));
  if (!ours.every((item) => keys.some((key) => isSigned(item, key))))
    return { ok: false, reason: 'signature' };
  const read = ours.map((item) => readEvent(item, account.settings.merchant_account));
  const events = read.filter((event) => event !== undefined);
  if (events.length < read.length) return { ok: false, reason: 'malformed' };
  // Anybody can send thousands of the others in one delivery: they are reported once.
  return { ok: true, events: [...items.filter(isOther).slice(0, 1).map(describeUnread), ...events] };
};

/** A notification of a kind that we never use. */
const isOther = (item: unknown): boolean => {
  const code = textAt(item, 'eventCode');
  return code !== undefined && !eventsRead.includes(code);
};

/** A webhook of Adyen's newer products, such as `recurring.token.created`: it has a type and no items. We use none. */
const isOfAnotherKind = (json: unknown): boolean =>
  at(json, 'notificationItems') === undefined && textAt(json, 'type') !== undefined;

const describeUnread = (json: unknown): PspEvent => ({
  id: `${textAt(json, 'pspReference') ?? ''}.${textAt(json, 'eventCode') ?? textAt(json, 'type') ?? ''}`,
  claim: { about: 'nothing_of_ours' },
});

/**
 * Eight fields joined by colons, unescaped: Adyen's documentation once required escaping, but its notifications are signed without it, and its
 * libraries dropped it. So in an event that we use, only the merchant's reference may contain a colon: with two such fields, text could move from one
 * to the other under the same signature. The key is in hex.
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
