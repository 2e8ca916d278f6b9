import type * as z from 'zod';
import { readBody } from '../framework/read-body.ts';
import type { PspAnswer, PspRequest } from '../framework/simulated-psp.ts';
import { bodyError, squareError } from './square-errors.ts';

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly answer: PspAnswer };

/** The JSON body, checked, or Square's refusal. */
export const readJson = <T>(shape: z.ZodType<T>, { body, headers }: PspRequest): Read<T> => {
  if (!headers['content-type']?.startsWith('application/json'))
    return { ok: false, answer: squareError(400, 'INVALID_CONTENT_TYPE') };
  let input: unknown;
  try {
    input = JSON.parse(body);
  } catch {
    return { ok: false, answer: squareError(400, 'EXPECTED_JSON_BODY') };
  }
  const read = readBody(shape, input);
  return read.ok ? read : { ok: false, answer: bodyError(read.problem) };
};
