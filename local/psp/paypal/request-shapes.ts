import * as z from 'zod';

/** Bodies of the simulated calls, by PayPal's API documents. Fields that do not concern a card payment are accepted and ignored. */
const ignored = z.unknown().optional();

const money = z.strictObject({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .regex(/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/),
});

const id127 = z.string().min(1).max(127).optional();

export const orderShape = z.strictObject({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  payer: ignored,
  purchase_units: z
    .array(
      z.strictObject({
        reference_id: z.string().min(1).max(256).optional(),
        amount: z.strictObject({ ...money.shape, breakdown: ignored }),
        payee: ignored,
        payment_instruction: ignored,
        description: id127,
        custom_id: id127,
        invoice_id: id127,
        soft_descriptor: z.string().min(1).max(22).optional(),
        items: ignored,
        shipping: ignored,
        supplementary_data: ignored,
      }),
    )
    .length(1),
  // A router pays an order with a separate call.
  payment_source: z.undefined().optional(),
  application_context: ignored,
});

const address = z
  .strictObject({
    address_line_1: z.string().max(300).optional(),
    address_line_2: z.string().max(300).optional(),
    admin_area_1: z.string().max(300).optional(),
    admin_area_2: z.string().max(120).optional(),
    postal_code: z.string().max(60).optional(),
    country_code: z.string().regex(/^([A-Z]{2}|C2)$/),
  })
  .optional();

const card = z.strictObject({
  number: z
    .string()
    .regex(/^[0-9]{13,19}$/)
    .optional(),
  expiry: z
    .string()
    .regex(/^[0-9]{4}-(0[1-9]|1[0-2])$/)
    .optional(),
  security_code: z
    .string()
    .regex(/^[0-9]{3,4}$/)
    .optional(),
  name: z.string().min(1).max(300).optional(),
  billing_address: address,
  attributes: ignored,
  vault_id: z
    .string()
    .regex(/^[0-9a-zA-Z_-]{1,255}$/)
    .optional(),
  stored_credential: z
    .strictObject({
      payment_initiator: z.enum(['CUSTOMER', 'MERCHANT']),
      payment_type: z.enum(['ONE_TIME', 'RECURRING', 'UNSCHEDULED']),
      usage: z.enum(['FIRST', 'SUBSEQUENT', 'DERIVED']).optional(),
      previous_network_transaction_reference: z
        .strictObject({
          id: z.string().regex(/^[a-zA-Z0-9\-_@.:&+=*^'~#!$%()]{9,36}$/),
          date: z
            .string()
            .regex(/^[0-9]{4}$/)
            .optional(),
          network: z.string().optional(),
          acquirer_reference_number: z.string().optional(),
        })
        .optional(),
    })
    .optional(),
  experience_context: z
    .strictObject({ return_url: z.url().optional(), cancel_url: z.url().optional() })
    .optional(),
});

export const payShape = z.strictObject({ payment_source: z.strictObject({ card }).optional() });

export const captureShape = z.strictObject({
  amount: money.optional(),
  invoice_id: id127,
  final_capture: z.boolean().optional(),
  payment_instruction: ignored,
  note_to_payer: z.string().max(255).optional(),
  soft_descriptor: z.string().max(22).optional(),
});

export const voidShape = z.strictObject({});

export const refundShape = z.strictObject({
  amount: money.optional(),
  custom_id: id127,
  invoice_id: id127,
  note_to_payer: z.string().min(1).max(255).optional(),
  payment_instruction: ignored,
});

export const verifyShape = z.strictObject({
  auth_algo: z
    .string()
    .max(100)
    .regex(/^[a-zA-Z0-9]+$/),
  cert_url: z.url().max(500),
  transmission_id: z.string().max(50),
  transmission_sig: z.string().max(500),
  transmission_time: z.string().max(100),
  webhook_id: z
    .string()
    .max(50)
    .regex(/^[a-zA-Z0-9]+$/),
  webhook_event: z.record(z.string(), z.unknown()),
});
