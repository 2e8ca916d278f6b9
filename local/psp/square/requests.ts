import * as z from 'zod';
import { defined } from '../../../lib/types/defined.ts';
import { type BodyProblem, readBody } from '../framework/read-body.ts';
import type { PspRequest, PspResponse } from '../framework/simulated-psp.ts';

type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly answer: PspResponse };

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

/** Bodies of the simulated calls, by Square's API document. Fields that do not concern a card payment are accepted and ignored. */
const ignored = z.unknown().optional();

const money = z.strictObject({ amount: z.int().min(1), currency: z.string().regex(/^[A-Z]{3}$/) });
const key = z.string().min(1).max(45);

export const createShape = z.strictObject({
  source_id: z.string().min(1),
  idempotency_key: key,
  amount_money: money,
  tip_money: ignored,
  app_fee_money: ignored,
  delay_duration: z.string().optional(),
  delay_action: z.enum(['CANCEL', 'COMPLETE']).optional(),
  autocomplete: z.boolean().optional(),
  order_id: z.string().optional(),
  customer_id: z.string().optional(),
  location_id: z.string().optional(),
  team_member_id: ignored,
  reference_id: z.string().max(40).optional(),
  verification_token: z.string().optional(),
  accept_partial_authorization: z.literal(false).optional(),
  buyer_email_address: z.string().max(255).optional(),
  buyer_phone_number: z.string().optional(),
  billing_address: ignored,
  shipping_address: ignored,
  note: z.string().max(500).optional(),
  statement_description_identifier: z.string().max(20).optional(),
  customer_details: z
    .strictObject({ customer_initiated: z.boolean().optional(), seller_keyed_in: z.boolean().optional() })
    .optional(),
});

export const completeShape = z.strictObject({ version_token: z.string().nullish() });

export const cancelByKeyShape = z.strictObject({ idempotency_key: key });

export const refundShape = z.strictObject({
  idempotency_key: key,
  amount_money: money,
  payment_id: z.string().min(1),
  app_fee_money: ignored,
  reason: z.string().max(192).optional(),
  payment_version_token: ignored,
  team_member_id: ignored,
});

type Options = { readonly executed?: boolean; readonly payment?: string; readonly field?: string };

const categories: Readonly<Record<number, string>> = {
  401: 'AUTHENTICATION_ERROR',
  402: 'PAYMENT_METHOD_ERROR',
  403: 'AUTHENTICATION_ERROR',
  429: 'RATE_LIMIT_ERROR',
  500: 'API_ERROR',
};

/** `{errors: [{category, code, field?}]}`, the body of every refusal. */
export const squareError = (
  status: number,
  code: string,
  { executed = false, payment, field }: Options = {},
): PspResponse => ({
  status,
  body: { errors: [errorOf(code, categories[status] ?? 'INVALID_REQUEST_ERROR', field)] },
  executed,
  ...defined({ payment }),
});

export const errorOf = (code: string, category = 'PAYMENT_METHOD_ERROR', field?: string): object => ({
  category,
  code,
  ...defined({ field }),
});

const bodyError = ({ kind, path }: BodyProblem): PspResponse => {
  const field = path.join('.');
  switch (kind) {
    case 'missing':
      return squareError(400, 'MISSING_REQUIRED_PARAMETER', { field });
    case 'unknown':
      return squareError(400, 'UNKNOWN_BODY_PARAMETER', { field });
    case 'invalid':
      return squareError(400, 'INVALID_VALUE', { field });
    default:
      return kind satisfies never;
  }
};
