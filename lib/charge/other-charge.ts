import type { Charge } from '../types/charge.ts';
import { recordFormat } from '../types/records.ts';

/** A payment as named by the first event about it. `amount` in the currency of the charge whose reference it has. */
export type NamedPayment = {
  readonly id: string;
  readonly psp_reference: string;
  readonly amount: number;
};

/** The charge for another payment under this charge's reference, before anything else is recorded about it. `now` in Unix milliseconds. Pure. */
export const otherCharge = (
  { id: other_payment_of, session, psp, currency, capture_method, livemode }: Charge,
  payment: NamedPayment,
  now: number,
): Charge => ({
  ...payment,
  other_payment_of,
  v: recordFormat,
  rev: 0,
  write: '',
  session,
  psp,
  currency,
  capture_method,
  livemode,
  status: 'pending',
  outcome: null,
  amount_captured: 0,
  amount_refundable: 0,
  amount_refundable_disputed: 0,
  refunds: {},
  disputes: {},
  external: true,
  created: Math.floor(now / 1000),
  started: now,
});
