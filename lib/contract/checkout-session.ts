import * as z from 'zod/mini';
import { collectables } from '../types/collect.ts';
import { setups } from '../types/credential.ts';
import { wallets } from '../types/given-method.ts';
import { paymentStatuses } from '../types/session.ts';
import { sessionStatuses } from '../types/session-status.ts';
import { exemptions } from '../types/three-d-secure.ts';
import { amount } from './fields/amount.ts';
import { country } from './fields/country.ts';
import { currency } from './fields/currency.ts';
import { id } from './fields/id.ts';
import { nextAction } from './next-action.ts';
import type { ObjectOf } from './object-of.ts';
import { declineCode } from './outcome.ts';
import { routingDecision } from './routing-decision.ts';
import { customer, shipping, storedBillingDetails } from './session-customer.ts';
import { sessionVault } from './session-vault.ts';

export const lastPaymentError = z.strictObject({ decline_code: declineCode, message: z.string() });

export const sessionWallets = z.strictObject({ psp: z.string(), types: z.array(z.enum(wallets)) });

export const sessionWarning = z.strictObject({
  code: z.literal('reference_in_use'),
  message: z.string(),
  param: z.literal('reference'),
});

const shown = {
  id: id('cs', 'checkout session'),
  object: z.literal('checkout.session'),
  amount,
  currency,
  status: z.enum(sessionStatuses),
  client_secret: z.nullable(z.string()),
  url: z.nullable(z.string()),
  created: z.int(),
  payment_status: z.enum(paymentStatuses),
  capture_method: z.enum(['automatic', 'manual']),
  routing_rule: z.string(),
  success_url: z.string(),
  cancel_url: z.nullable(z.string()),
  description: z.nullable(z.string()),
  country: z.nullable(country()),
  collect: z.array(z.enum(collectables)),
  wallets: z.nullable(sessionWallets),
  expires_at: z.int(),
  livemode: z.boolean(),
  charge: z.nullable(id('ch', 'charge')),
  next_action: z.nullable(nextAction),
  last_payment_error: z.nullable(lastPaymentError),
};

/** As a session token sees it. */
export const redactedCheckoutSession = z.strictObject({ ...shown, vault: z.nullable(sessionVault) });

export type RedactedCheckoutSessionObject = ObjectOf<typeof redactedCheckoutSession>;

/** As an API key sees it. */
export const checkoutSession = z.strictObject({
  ...shown,
  reference: z.nullable(z.string()),
  pay_once: z.boolean(),
  payment_link: z.nullable(id('pl', 'payment link')),
  customer_email: z.nullable(z.string()),
  customer: z.nullable(customer),
  billing_details: z.nullable(storedBillingDetails),
  shipping: z.nullable(shipping),
  statement_descriptor: z.nullable(z.string()),
  exemption: z.nullable(z.enum(exemptions)),
  saved_cards: z.boolean(),
  setup: z.nullable(z.enum(setups)),
  metadata: z.record(z.string(), z.string()),
  routing: routingDecision,
  warnings: z.exactOptional(z.array(sessionWarning)),
});

export type CheckoutSessionObject = ObjectOf<typeof checkoutSession>;
