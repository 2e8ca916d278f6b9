import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { maxLength } from '../../routing/length-checks.ts';
import { country } from './country.ts';
import { onceGiven } from './once-given.ts';
import { anyText, noCardNumber, noSlot, text } from './text.ts';

const line100 = () => z.exactOptional(text(100));
const line200 = () => z.exactOptional(text(200));

export const address = onceGiven(() =>
  strictObject({
    line1: line200(),
    line2: line200(),
    city: line100(),
    state: line100(),
    postal_code: z.exactOptional(text(20)),
    country: z.exactOptional(country()),
  }),
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
/** Phone numbers and ids often look like card numbers. */
const phone = () => z.exactOptional(anyText(30));

/** As a confirm sends them: never stored. */
export const billingDetails = onceGiven(() =>
  strictObject({ ...person(), phone: phone(), address: z.exactOptional(address) }),
);

/** As stored with a session. */
export const storedBillingDetails = onceGiven(() =>
  strictObject({ ...person(), phone: phone(), address: z.exactOptional(address) }),
);

/** The merchant's own id. */
export const customerId = anyText(100);

export const customer = onceGiven(() =>
  strictObject({ id: z.exactOptional(customerId), email: z.exactOptional(email), phone: phone() }),
);

export const shipping = onceGiven(() =>
  strictObject({ name: z.exactOptional(text(100)), phone: phone(), address }),
);
