import type * as z from 'zod';
import { readBody } from '../framework/read-body.ts';
import type { PspRequest, PspResponse } from '../framework/simulated-psp.ts';
import { adyenError, bodyError } from './adyen-errors.ts';
import { merchantAccount } from './merchant-account.ts';

type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly answer: PspResponse };

/** The JSON body, checked, or Adyen's refusal. */
export const readJson = <T>(shape: z.ZodType<T>, request: PspRequest): Read<T> => {
  const type = request.headers['content-type'];
  if (!type?.startsWith('application/json')) return refuse(415, 'Unsupported media type', '000');
  let input: unknown;
  try {
    input = JSON.parse(request.body);
  } catch {
    return refuse(400, 'Unexpected input: the body is not JSON', '702');
  }
  const read = readBody(shape, input);
  if (!read.ok) return { ok: false, answer: bodyError(read.problem) };
  const { merchantAccount: account } = read.value as { readonly merchantAccount?: string };
  if (account === undefined || account === merchantAccount) return read;
  const response = adyenError(403, { code: '901', message: 'Invalid Merchant Account', type: 'security' });
  return { ok: false, answer: response };
};

const refuse = (
  status: number,
  message: string,
  code: string,
): { readonly ok: false; readonly answer: PspResponse } => ({
  ok: false,
  answer: adyenError(status, { code, message, type: 'validation' }),
});
