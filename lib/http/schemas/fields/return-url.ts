import * as z from 'zod/mini';
import { maxLength } from '../../../routing/length-checks.ts';
import { noCardNumber } from './no-card-number.ts';
import { noSlot } from './no-slot.ts';

/** https without credentials; http too for this machine, in test mode. At most 2048 characters. */
export const returnUrl = (livemode: boolean) => {
  const expected = `expected an https URL of at most 2048 characters, without credentials${livemode ? '' : ' (http only for localhost)'}`;
  return z.string(expected).check(
    maxLength(2048, expected),
    z.refine((url) => isReturnUrl(url, livemode), expected),
    noCardNumber,
    noSlot,
  );
};

const isReturnUrl = (value: string, livemode: boolean): boolean => {
  // Anything a parser would mend (blanks, control characters, backslashes, missing slashes) is not the address that the session shows.
  if (!/^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(value)) return false;
  const url = URL.parse(value);
  if (url === null) return false;
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  return !livemode && url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
};
