import * as z from 'zod/mini';
import { countries } from '../../routing/countries.ts';
import { currencies } from '../../types/currency.ts';
import { maxAmount } from '../../types/money.ts';

export const text = (maximum: number) => {
  const error = `expected a string of 1 to ${maximum} characters`;
  return z.string(error).check(z.minLength(1, error), z.maxLength(maximum, error));
};

export const integer = (minimum: number, maximum: number) => {
  const error = `expected an integer from ${minimum} to ${maximum}`;
  return z.int(error).check(z.minimum(minimum, error), z.maximum(maximum, error));
};

export const amount = z
  .int(`expected an integer from 1 to ${maxAmount}, in the currency's minor unit`)
  .check(
    z.minimum(1, `expected an integer from 1 to ${maxAmount}, in the currency's minor unit`),
    z.maximum(maxAmount, `expected an integer from 1 to ${maxAmount}, in the currency's minor unit`),
  );

export const currency = z.enum(currencies as [string, ...string[]], 'expected a lowercase ISO 4217 code');

export const country = z.enum(
  countries as [string, ...string[]],
  'expected an uppercase ISO 3166-1 alpha-2 code',
);

/** An id of ours: prefix and 26 characters of Crockford base32. */
export const id = (prefix: 'cs' | 'ch' | 're', what: string) =>
  z
    .string(`expected the id of a ${what}`)
    .check(z.regex(idPattern(prefix), `expected the id of a ${what} (${prefix}_…)`));

const idPattern = (prefix: 'cs' | 'ch' | 're'): RegExp => new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`);

/** At most 50 entries, keys to 40 and values to 500 characters, and `bytes` in all as JSON. */
export const metadata = (bytes: number) =>
  z
    .record(
      z.string().check(z.regex(/^[^\n\r]{1,40}$/, 'expected keys of 1 to 40 characters')),
      z.string('expected a string').check(z.maxLength(500, 'expected a string of at most 500 characters')),
      'expected an object of strings',
    )
    .check(
      z.refine((value) => Object.keys(value).length <= 50, 'expected at most 50 entries'),
      z.refine(
        (value) => Buffer.byteLength(JSON.stringify(value)) <= bytes,
        `expected at most ${bytes} bytes in all`,
      ),
    );

export const email = z
  .string('expected an e-mail address')
  .check(
    z.maxLength(254, 'expected at most 254 characters'),
    z.regex(/^[^\s@]+@[^\s@]+$/, 'expected an e-mail address'),
  );

/** https without credentials; http too for this machine, in test mode. At most 2048 characters. */
export const returnUrl = (livemode: boolean) => {
  const expected = `expected an https URL of at most 2048 characters, without credentials${livemode ? '' : ' (http only for localhost)'}`;
  return z.string(expected).check(
    z.maxLength(2048, expected),
    z.refine((url) => isReturnUrl(url, livemode), expected),
  );
};

const isReturnUrl = (value: string, livemode: boolean): boolean => {
  const url = URL.parse(value);
  if (url === null) return false;
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  return !livemode && url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
};
