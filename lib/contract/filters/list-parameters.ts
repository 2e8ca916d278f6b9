import * as z from 'zod/mini';
import { maxLength, minLength } from '../../routing/length-checks.ts';
import { maxAmount } from '../../types/money.ts';
import { integer } from '../fields/integer.ts';
import { anyText } from '../fields/text.ts';

/** An integer in a query parameter, as digits. */
const queryInteger = (minimum: number, maximum: number) =>
  z.pipe(
    z.transform((text: string): unknown => (/^\d{1,16}$/.test(text) ? Number(text) : text)),
    integer(minimum, maximum),
  );

export const queryTrue = z.pipe(
  z.transform((text: string): unknown => text === 'true' || text),
  z.literal(true, 'expected true'),
);

/** Unix seconds. */
export const seconds = queryInteger(0, 9_999_999_999);

export const pageParameters = {
  limit: z._default(queryInteger(1, 100), 20),
  starting_after: z.exactOptional(anyText(2048)),
  ending_before: z.exactOptional(anyText(2048)),
};

/** `created` in Unix seconds. */
export const listParameters = {
  ...pageParameters,
  'created[gte]': z.exactOptional(seconds),
  'created[lte]': z.exactOptional(seconds),
};

const prefix = (maximum: number) => {
  const error = `expected 3 to ${maximum} characters that the value begins with`;
  return z.string(error).check(minLength(3, error), maxLength(maximum, error));
};

/** Prefixes of what identifies a session, in any case. */
export const prefixParameters = {
  'reference[prefix]': z.exactOptional(prefix(100)),
  'customer_email[prefix]': z.exactOptional(prefix(254)),
};

export const amountParameters = {
  'amount[gte]': z.exactOptional(queryInteger(0, maxAmount)),
  'amount[lte]': z.exactOptional(queryInteger(0, maxAmount)),
};
