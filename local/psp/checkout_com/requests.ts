import * as z from 'zod';
import { readBody } from '../framework/read-body.ts';
import type { PspRequest, PspResponse } from '../framework/simulated-psp.ts';
import { bodyError, checkoutError } from './checkout-errors.ts';

type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly answer: PspResponse };

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

const malformed = (): { readonly ok: false; readonly answer: PspResponse } => ({
  ok: false,
  answer: checkoutError(422, 'request_body_malformed', []),
});

/** Bodies of the simulated calls, by Checkout.com's API document. Fields that do not concern a card payment are accepted and ignored. */
const ignored = z.unknown().optional();

const address = z
  .strictObject({
    address_line1: z.string().max(200).optional(),
    address_line2: z.string().max(200).optional(),
    city: z.string().max(50).optional(),
    state: z.string().max(50).optional(),
    zip: z.string().max(50).optional(),
    country: z.string().length(2).optional(),
  })
  .optional();

const phone = z
  .strictObject({ country_code: z.string().max(7).optional(), number: z.string().max(25).optional() })
  .optional();

const month = z.int().min(1).max(12);
const year = z.int().min(1000).max(9999);
const cvv = z
  .string()
  .regex(/^\d{3,4}$/)
  .optional();

const cardSource = z.strictObject({
  type: z.literal('card'),
  number: z.string(),
  expiry_month: month,
  expiry_year: year,
  name: z.string().optional(),
  cvv,
  stored: z.boolean().optional(),
  store_for_future_use: z.boolean().optional(),
  billing_address: address,
  phone,
});

const tokenSource = z.strictObject({
  type: z.literal('token'),
  token: z.string().regex(/^tok_\w{26}$/),
  billing_address: address,
  phone,
  store_for_future_use: z.boolean().optional(),
});

const idSource = z.strictObject({ type: z.literal('id'), id: z.string().regex(/^src_\w{26}$/), cvv });

const metadata = z.record(z.string(), z.unknown()).optional();
const reference = z.string().max(50).optional();

export const paymentShape = z.strictObject({
  source: z.discriminatedUnion('type', [cardSource, tokenSource, idSource]),
  amount: z.int().min(0).max(999_999_999).optional(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  payment_type: z.enum(['Regular', 'Recurring', 'MOTO', 'Installment', 'Unscheduled']).optional(),
  merchant_initiated: z.boolean().optional(),
  reference,
  description: z.string().max(100).optional(),
  authorization_type: z.enum(['Final', 'Estimated']).optional(),
  capture: z.boolean().optional(),
  capture_on: ignored,
  customer: z
    .strictObject({
      id: z
        .string()
        .regex(/^cus_\w{26}$/)
        .optional(),
      email: z.string().max(255).optional(),
      name: z.string().max(255).optional(),
    })
    .optional(),
  billing_descriptor: ignored,
  shipping: ignored,
  '3ds': z
    .strictObject({
      enabled: z.boolean().optional(),
      attempt_n3d: z.boolean().optional(),
      eci: z.string().max(2).optional(),
      cryptogram: z.string().max(50).optional(),
      xid: z.string().max(100).optional(),
      version: z.string().max(10).optional(),
      exemption: z.string().optional(),
      challenge_indicator: z
        .enum([
          'no_preference',
          'no_challenge_requested',
          'challenge_requested',
          'challenge_requested_mandate',
        ])
        .optional(),
    })
    .optional(),
  processing_channel_id: z
    .string()
    .regex(/^pc_\w{26}$/)
    .optional(),
  previous_payment_id: z.string().max(100).optional(),
  risk: z.strictObject({ enabled: z.boolean() }).optional(),
  success_url: z.url().max(1024).optional(),
  failure_url: z.url().max(1024).optional(),
  payment_ip: z.union([z.ipv4(), z.ipv6()]).optional(),
  sender: ignored,
  recipient: ignored,
  marketplace: ignored,
  processing: ignored,
  items: ignored,
  metadata,
});

export const captureShape = z.strictObject({
  amount: z.int().min(1).optional(),
  capture_type: z.enum(['NonFinal', 'Final']).optional(),
  reference,
  metadata,
});

export const refundShape = z.strictObject({ amount: z.int().min(1).optional(), reference, metadata });

export const voidShape = z.strictObject({ reference, metadata });

/** Of Apple Pay's and Google Pay's tokens, only the card is checked. */
export const tokenShape = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['applepay', 'googlepay']), token_data: z.looseObject({}) }),
  z.strictObject({
    type: z.literal('card'),
    number: z.string(),
    expiry_month: month,
    expiry_year: year,
    name: z.string().optional(),
    cvv,
    billing_address: address,
    phone,
  }),
]);
