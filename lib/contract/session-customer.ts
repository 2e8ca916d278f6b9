import * as z from 'zod/mini';
import { country } from './fields/country.ts';
import type { ObjectOf } from './object-of.ts';

const text = z.nullable(z.string());

export const postalAddress = z.strictObject({
  line1: text,
  line2: text,
  city: text,
  state: text,
  postal_code: text,
  country: z.nullable(country()),
});

export type PostalAddressObject = ObjectOf<typeof postalAddress>;

export const customer = z.strictObject({ id: text, email: text, phone: text });

export const storedBillingDetails = z.strictObject({
  name: text,
  email: text,
  phone: text,
  address: postalAddress,
});

export const shipping = z.strictObject({ name: text, phone: text, address: postalAddress });
