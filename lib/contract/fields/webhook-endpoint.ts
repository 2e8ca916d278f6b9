import * as z from 'zod/mini';
import { maxLength, minLength } from '../../routing/length-checks.ts';
import { eventTypes } from '../../types/event.ts';
import { isPublicAddress, literalAddress } from '../../types/public-address.ts';
import { noCardNumber, noSlot, text } from './text.ts';

const chosen = 'expected a list of event types, or only "*" for every type';

export const webhookEvents = z
  .array(z.enum(['*', ...eventTypes], 'expected an event type, or "*" for every type'), chosen)
  .check(
    minLength(1, chosen),
    maxLength(eventTypes.length, chosen),
    z.refine((types) => new Set(types).size === types.length, 'expected each type once'),
    z.refine((types) => types.length === 1 || !types.includes('*'), chosen),
  );

export const webhookDescription = text(255);

/** Common ports of web servers; no other is called. An empty one is the scheme's default. */
const ports: readonly string[] = ['', '80', '443', '8080', '8443'];

/**
 * https without credentials; in test mode, also http. A host name is looked up only when an event is sent; an IP address that could not be sent to is
 * refused here.
 */
export const webhookUrl = ({ livemode, anyAddress }: WhereSent) => {
  const expected = `expected an https URL of at most 2048 characters, without credentials${livemode ? '' : ' (http too in test mode)'}, on the public internet, at port 80, 443, 8080 or 8443`;
  return z.string(expected).check(
    maxLength(2048, expected),
    z.refine((value) => {
      if (!/^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(value)) return false;
      const url = URL.parse(value);
      if (url === null || url.username !== '' || url.password !== '') return false;
      if (livemode && url.protocol !== 'https:') return false;
      if (!anyAddress && !ports.includes(url.port)) return false;
      const literal = literalAddress(url);
      return anyAddress || literal === undefined || isPublicAddress(literal);
    }, expected),
    noCardNumber,
    noSlot,
  );
};

export type WhereSent = { readonly livemode: boolean; readonly anyAddress: boolean };
