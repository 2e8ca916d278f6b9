import type * as z from 'zod/mini';
import { type Path, problemOf, valueAt } from '../routing/rule-problem.ts';
import { ApiError } from '../types/api-error.ts';
import type { Middleware } from './middleware.ts';
import { readJson } from './read-body.ts';
import { withoutDigits } from './without-digits.ts';

export type BodySchema<Body> = z.ZodMiniType<Body>;

/** Reads and checks the body. Throws the first problem with the name of the field, and never with a payment method's value. */
export const parseBody = <Body>(schema: BodySchema<Body> | undefined): Middleware => ({
  before: (call, event) => {
    if (!schema) return;
    const input = readJson({
      body: event.body,
      isBase64Encoded: event.isBase64Encoded,
      contentType: event.headers['content-type'],
    });
    const parsed = schema.safeParse(input);
    if (!parsed.success) {
      const { code, param, message } = problemOf(parsed.error, input, isSecretIn(input));
      if (param === '') throw new ApiError('body_invalid', `The body: ${message}.`);
      throw new ApiError(code, `${message}.`, { param });
    }
    call.body = parsed.data;
  },
});

const secretFields: readonly unknown[] = ['payment_method', 'card', 'cvc'];

/**
 * True for a card number, a security code or a token, for a body that is not an object and may be one, and for anything that looks like a card
 * number.
 */
const isSecretIn =
  (input: unknown) =>
  (path: Path): boolean => {
    const [field] = path;
    if (field === undefined || secretFields.includes(field)) return true;
    const received = JSON.stringify(valueAt(input, path)) ?? '';
    return withoutDigits(received) !== received;
  };
