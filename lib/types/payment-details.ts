import type { Address } from './given-method.ts';

/** The customer, as the merchant knows them. `id` is the merchant's own. */
export type Customer = { readonly id?: string; readonly email?: string; readonly phone?: string };

export type Shipping = { readonly name?: string; readonly phone?: string; readonly address: Address };

/** The details of a payment besides its amount. Fixed when the session is created, so that a repeated call sends the same bytes. */
export type PaymentDetails = {
  /** The merchant's own order id. */
  readonly order?: string;
  readonly description?: string;
  readonly statement_descriptor?: string;
  readonly customer?: Customer;
  readonly shipping?: Shipping;
  readonly metadata?: Readonly<Record<string, string>>;
};
