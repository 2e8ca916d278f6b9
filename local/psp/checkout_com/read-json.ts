import type * as z from 'zod';
import { readBody } from '../framework/read-body.ts';
import type { PspAnswer, PspRequest } from '../framework/simulated-psp.ts';
import { bodyError, checkoutError } from './checkout-errors.ts';

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly answer: PspAnswer };

/** The JSON body, checked, or Checkout.com's refusal. Captures, voids and refunds may come without one. */
export const readJson = <T>(shape: z.ZodType<T>, { body, headers }: PspRequest): Read<T> => {
  let input: unknown = {};
  if (body !== '') {
    if (!headers['content-type']?.startsWith('application/json')) return malformed();
    try {
      input = JSON.parse(body);
    } catch {
      return malformed();
    }
  }
  const read = readBody(shape, input);
  return read.ok ? read : { ok: false, answer: bodyError(read.problem) };
};

const malformed = (): { readonly ok: false; readonly answer: PspAnswer } => ({
  ok: false,
  answer: checkoutError(422, 'request_body_malformed', []),
});
