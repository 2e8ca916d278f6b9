import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { maxLength, minLength } from '../../routing/length-checks.ts';
import { collectables } from '../../types/collect.ts';
import { setups } from '../../types/credential.ts';
import { exemptions } from '../../types/three-d-secure.ts';
import { amount } from '../fields/amount.ts';
import { country } from '../fields/country.ts';
import { currency } from '../fields/currency.ts';
import { integer } from '../fields/integer.ts';
import { orderFields } from '../fields/order.ts';
import { customer, email, shipping, storedBillingDetails } from '../fields/people.ts';
import { noCardNumber, noSlot, text } from '../fields/text.ts';
import { withoutBlanks } from '../fields/without-blanks.ts';

/** 5 to 25 characters, as the networks allow; each PSP has narrower limits. */
const statementDescriptor = text(25).check(
  z.regex(/^[\x20-\x7e]{5,}$/, 'expected at least 5 ASCII characters'),
);

const collectError = `expected a list of ${collectables.join(', ')}, each at most once`;

const collect = z
  .array(z.enum(collectables, `expected one of ${collectables.join(', ')}`), collectError)
  .check(
    minLength(1, collectError),
    z.refine((names) => new Set(names).size === names.length, collectError),
  );

export const createSessionBody = (livemode: boolean) =>
  withoutBlanks(
    strictObject(sessionFields(livemode)).check(
      z.refine(({ pay_once, reference }) => !pay_once || reference !== undefined, {
        error: 'expected the id of the order that must be paid only once',
        path: ['reference'],
      }),
      z.refine(({ setup, customer }) => setup === undefined || customer?.id !== undefined, {
        error: 'expected the id of the customer whose card is stored',
        path: ['customer', 'id'],
      }),
      z.refine(({ saved_cards, customer }) => !saved_cards || customer?.id !== undefined, {
        error: 'expected the id of the customer whose saved cards are offered',
        path: ['customer', 'id'],
      }),
      z.refine(
        ({ customer_email, customer }) => customer_email === undefined || customer?.email === undefined,
        {
          error: 'expected the email address once, here or in customer.email',
          path: ['customer_email'],
        },
      ),
    ),
  );

const sessionFields = (livemode: boolean) => ({
  amount,
  currency,
  success_url: returnUrl(livemode),
  cancel_url: z.exactOptional(returnUrl(livemode)),
  routing_rule: orderFields.routing_rule,
  capture_method: z._default(
    z.enum(['automatic', 'manual'], 'expected "automatic" or "manual"'),
    'automatic',
  ),
  reference: orderFields.reference,
  pay_once: orderFields.pay_once,
  country: z.exactOptional(country()),
  customer_email: z.exactOptional(email),
  customer: z.exactOptional(customer),
  billing_details: z.exactOptional(storedBillingDetails),
  shipping: z.exactOptional(shipping),
  description: orderFields.description,
  statement_descriptor: z.exactOptional(statementDescriptor),
  collect: z.exactOptional(collect),
  exemption: z.exactOptional(z.enum(exemptions, `expected one of ${exemptions.join(', ')}`)),
  saved_cards: z.exactOptional(z.boolean('expected true or false')),
  setup: z.exactOptional(z.enum(setups, `expected one of ${setups.join(', ')}`)),
  expires_in: z._default(integer(1800, 86_400), 86_400),
  metadata: orderFields.metadata,
});

/** https without credentials; in test mode, also http to this machine. At most 2048 characters. */
const returnUrl = (livemode: boolean) => {
  const expected = `expected an https URL of at most 2048 characters, without credentials${livemode ? '' : ' (http only for localhost)'}`;
  return z.string(expected).check(
    maxLength(2048, expected),
    z.refine((url) => isReturnUrl(url, livemode), expected),
    noCardNumber,
    noSlot,
  );
};

const isReturnUrl = (value: string, livemode: boolean): boolean => {
  // A parser would repair blanks, control characters, backslashes and missing slashes: the address would differ from the one that the session shows.
  if (!/^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(value)) return false;
  const url = URL.parse(value);
  if (url === null) return false;
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  return !livemode && url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
};
