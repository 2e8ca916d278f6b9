import * as z from 'zod/mini';
import { maxLength } from '../../../routing/length-checks.ts';
import { country } from './country.ts';
import { onceGiven } from './once-given.ts';
import { anyText, noCardNumber, noSlot, text } from './text.ts';

const line100 = () => z.exactOptional(text(100));
const line200 = () => z.exactOptional(text(200));

export const address = onceGiven(() =>
  z.strictObject(
    {
      line1: line200(),
      line2: line200(),
      city: line100(),
      state: line100(),
      postal_code: z.exactOptional(text(20)),
      country: z.exactOptional(country()),
    },
    'expected an object',
  ),
);

export const email = z
  .string('expected an email address')
  .check(
    maxLength(254, 'expected at most 254 characters'),
    z.regex(/^[^\s@]+@[^\s@]+$/, 'expected an email address'),
    noCardNumber,
    noSlot,
  );

const person = () => ({ name: z.exactOptional(text(100)), email: z.exactOptional(email) });
const phone = () => z.exactOptional(text(30));

/** As a confirm gives them: never stored. */
export const billingDetails = onceGiven(() =>
  z.strictObject(
    { ...person(), phone: z.exactOptional(anyText(30)), address: z.exactOptional(address) },
    'expected an object',
  ),
);

/** As a session keeps them. */
export const storedBillingDetails = onceGiven(() =>
  z.strictObject({ ...person(), phone: phone(), address: z.exactOptional(address) }, 'expected an object'),
);

/** The merchant's own id. */
export const customerId = text(100);

export const customer = onceGiven(() =>
  z.strictObject(
    { id: z.exactOptional(customerId), email: z.exactOptional(email), phone: phone() },
    'expected an object',
  ),
);

export const shipping = onceGiven(() =>
  z.strictObject({ name: z.exactOptional(text(100)), phone: phone(), address }, 'expected an object'),
);
