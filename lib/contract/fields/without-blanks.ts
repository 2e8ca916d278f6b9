import type * as z from 'zod/mini';

/**
 * Fields that describe a payment: `null` counts as absent in these and in all their parts. In any other field, `null` may be an amount that was
 * computed wrongly.
 */
const described = [
  'customer',
  'customer_email',
  'billing_details',
  'shipping',
  'description',
  'reference',
  'cancel_url',
];

/** The schema of a body in which blanks count as absent: `null` in a describing field, and also `""` in a name or a part of an address. */
export const withoutBlanks = <Schema extends z.core.$ZodType>(schema: Schema): Schema => {
  const { run } = schema._zod;
  schema._zod.run = (payload, context) => {
    payload.value = readBody(payload.value);
    return run(payload, context);
  };
  return schema;
};

const readBody = (body: unknown): unknown =>
  mapFields(body, (name, value) => {
    if (described.includes(name)) return readDescription(name, value);
    return name === 'payment_method' ? mapFields(value, readMethod) : value;
  });

const readMethod = (name: string, value: unknown): unknown => {
  if (name === 'card')
    return mapFields(value, (part, given) => (part === 'name' ? readDescription(part, given) : given));
  return name === 'billing_details' ? readDescription(name, value) : value;
};

const readDescription = (name: string, value: unknown, ofAddress = false): unknown => {
  if (value === null) return undefined;
  if (value === '') return name === 'name' || ofAddress ? undefined : value;
  return mapFields(value, (part, given) => readDescription(part, given, name === 'address'));
};

/** An object with its fields replaced, without those that become undefined. Any other value is returned unchanged. */
const mapFields = (value: unknown, read: (name: string, value: unknown) => unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value).flatMap(([name, given]) => {
          const kept = given === undefined ? undefined : read(name, given);
          return kept === undefined ? [] : [[name, kept]];
        }),
      );
