import type * as z from 'zod';
import { readBody } from '../framework/read-body.ts';
import type { PspRequest, PspResponse } from '../framework/simulated-psp.ts';
import { bodyError, payPalError } from './paypal-errors.ts';

type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly answer: PspResponse };

/** The JSON body, checked, or PayPal's refusal. Most calls may come without one, but none without its media type. */
export const readJson = <T>(shape: z.ZodType<T>, { body, headers }: PspRequest): Read<T> => {
  if (!headers['content-type']?.startsWith('application/json'))
    return { ok: false, answer: payPalError(415, undefined) };
  let input: unknown = {};
  if (body !== '') {
    try {
      input = JSON.parse(body);
    } catch {
      return { ok: false, answer: payPalError(400, 'MALFORMED_REQUEST_JSON') };
    }
  }
  const read = readBody(shape, input);
  return read.ok ? read : { ok: false, answer: bodyError(read.problem) };
};
