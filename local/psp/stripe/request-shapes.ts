import * as z from 'zod';

/** The parameters of the simulated calls, by Stripe's OpenAPI document. Parameters that only other payment methods use are accepted and ignored. */
const text = z.string().max(5000);
const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, 'expected an integer')
  .transform(Number);
const flag = z.enum(['true', 'false'], 'expected true or false').transform((value) => value === 'true');
const list = z.array(text).max(100);
const metadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((entries) => Object.keys(entries).length <= 50, 'at most 50 keys');
const ignored = z.unknown().optional();

const captureMethod = z.enum(['automatic', 'automatic_async', 'manual']);

const confirmation = {
  capture_method: captureMethod.optional(),
  error_on_requires_action: flag.optional(),
  expand: list.optional(),
  mandate: ignored,
  mandate_data: ignored,
  off_session: z.union([flag, z.enum(['one_off', 'recurring'])]).optional(),
  payment_method: text.optional(),
  payment_method_options: z.strictObject({ card: ignored, link: ignored }).optional(),
  payment_method_types: list.optional(),
  radar_options: ignored,
  receipt_email: text.optional(),
  return_url: z.url('expected a URL').max(5000).optional(),
  setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
  shipping: ignored,
  use_stripe_sdk: flag.optional(),
};

export const confirmShape = z.strictObject({ ...confirmation, client_secret: text.optional() });

export const createIntentShape = z.strictObject({
  ...confirmation,
  amount: integer,
  currency: z.string().min(3).max(3),
  application_fee_amount: ignored,
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  confirm: flag.optional(),
  confirmation_method: z.enum(['automatic', 'manual']).optional(),
  customer: text.optional(),
  description: z.string().max(1000).optional(),
  metadata: metadata.optional(),
  on_behalf_of: ignored,
  statement_descriptor: z.string().max(22).optional(),
  statement_descriptor_suffix: z.string().max(22).optional(),
  transfer_data: ignored,
  transfer_group: ignored,
});

export const captureShape = z.strictObject({
  amount_to_capture: integer.optional(),
  application_fee_amount: ignored,
  expand: list.optional(),
  final_capture: flag.optional(),
  metadata: metadata.optional(),
  statement_descriptor: z.string().max(22).optional(),
  statement_descriptor_suffix: z.string().max(22).optional(),
  transfer_data: ignored,
});

export const cancelShape = z.strictObject({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  expand: list.optional(),
});

const address = z.strictObject({
  city: text.optional(),
  country: text.optional(),
  line1: text.optional(),
  line2: text.optional(),
  postal_code: text.optional(),
  state: text.optional(),
});

export const createMethodShape = z.strictObject({
  type: z.literal('card', 'only card payment methods are simulated'),
  card: z.strictObject({
    number: text,
    exp_month: integer,
    exp_year: integer,
    cvc: text.optional(),
  }),
  billing_details: z
    .strictObject({
      address: address.optional(),
      email: text.optional(),
      name: text.optional(),
      phone: text.optional(),
    })
    .optional(),
  expand: list.optional(),
  metadata: metadata.optional(),
  radar_options: ignored,
});

export const createCustomerShape = z.strictObject({
  email: text.optional(),
  name: text.optional(),
  metadata: metadata.optional(),
});

export const attachShape = z.strictObject({ customer: text, expand: list.optional() });

export const createRefundShape = z.strictObject({
  amount: integer.optional(),
  charge: text.optional(),
  expand: list.optional(),
  metadata: metadata.optional(),
  payment_intent: text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  refund_application_fee: ignored,
  reverse_transfer: ignored,
});

const page = {
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, 'expected an integer')
    .transform(Number)
    .optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
  expand: list.optional(),
};

export const listRefundsShape = z.strictObject({
  ...page,
  charge: text.optional(),
  payment_intent: text.optional(),
});

export const listIntentsShape = z.strictObject({ ...page, customer: text.optional() });

export const searchShape = z.strictObject({
  query: text,
  limit: page.limit,
  page: text.optional(),
  expand: list.optional(),
});

export const retrieveShape = z.strictObject({ expand: list.optional(), client_secret: text.optional() });
