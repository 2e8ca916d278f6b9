import * as z from 'zod/mini';
import { ruleName } from '../../routing/rule-schema.ts';
import { amount } from './fields/amount.ts';
import { country } from './fields/country.ts';
import { currency } from './fields/currency.ts';
import { email } from './fields/email.ts';
import { integer } from './fields/integer.ts';
import { metadata } from './fields/metadata.ts';
import { returnUrl } from './fields/return-url.ts';
import { text } from './fields/text.ts';

export const createSessionBody = (livemode: boolean) =>
  z
    .strictObject(
      {
        amount,
        currency,
        success_url: returnUrl(livemode),
        cancel_url: z.exactOptional(returnUrl(livemode)),
        routing_rule: z._default(ruleName, 'default'),
        capture_method: z._default(
          z.enum(['automatic', 'manual'], 'expected "automatic" or "manual"'),
          'automatic',
        ),
        reference: z.exactOptional(text(100)),
        pay_once: z.exactOptional(z.boolean('expected true or false')),
        country: z.exactOptional(country),
        customer_email: z.exactOptional(email),
        expires_in: z._default(integer(1800, 86_400), 86_400),
        metadata: z._default(metadata(8 * 1024), {}),
      },
      'expected an object',
    )
    .check(
      z.refine(({ pay_once, reference }) => !pay_once || reference !== undefined, {
        error: 'expected the id of the order that is to be paid once',
        path: ['reference'],
      }),
    );
