import * as z from 'zod/mini';
import { address } from './address.ts';
import { email } from './email.ts';
import { onceGiven } from './once-given.ts';
import { anyText, text } from './text.ts';

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

/** The merchant's own. */
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
