import type * as z from 'zod';
import { readBody } from '../framework/read-body.ts';
import type { PspRequest, PspResponse } from '../framework/simulated-psp.ts';
import { decodeForm } from './decode-form.ts';
import { parameterError, stripeError } from './stripe-errors.ts';

type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly answer: PspResponse };

/** The parameters of a POST (its form body) or a GET (its query), checked; or Stripe's refusal. */
export const readForm = <T>(
  shape: z.ZodType<T>,
  request: PspRequest,
  from: 'body' | 'query' = 'body',
): Read<T> => {
  const type = request.headers['content-type'];
  if (from === 'body' && request.body !== '' && !type?.startsWith('application/x-www-form-urlencoded'))
    return refuse(400, `POST bodies are application/x-www-form-urlencoded, not ${type ?? 'untyped'}.`);
  const form = decodeForm(from === 'body' ? request.body : request.query.toString());
  if (form === undefined) return refuse(400, 'The parameters are malformed.');
  const read = readBody(shape, form);
  if (!read.ok) return { ok: false, answer: parameterError(read.problem) };
  const { expand } = read.value as { readonly expand?: readonly string[] };
  const unknown = expand?.find((field) => !expandable.has(field));
  if (unknown !== undefined) return refuse(400, `This property cannot be expanded (${unknown}).`);
  return read;
};

const expandable = new Set(['latest_charge', 'payment_method', 'charge', 'payment_intent']);

const refuse = (status: number, message: string): { readonly ok: false; readonly answer: PspResponse } => ({
  ok: false,
  answer: stripeError(status, { message }),
});
