import { seconds } from './seconds.ts';
import type { StripeMethod } from './stripe-books.ts';

export const renderMethod = (method: StripeMethod): object => ({
  id: method.id,
  object: 'payment_method',
  billing_details: {
    address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
    email: null,
    name: null,
    phone: null,
    ...method.billing_details,
  },
  card: {
    brand: method.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
    country: 'US',
    exp_month: method.exp_month,
    exp_year: method.exp_year,
    fingerprint: method.fingerprint,
    funding: 'credit',
    generated_from: null,
    last4: method.last4,
    networks: { available: [method.brand], preferred: null },
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: seconds(method.created),
  customer: method.customer ?? null,
  livemode: false,
  metadata: method.metadata,
  type: 'card',
});
