import type { Dispute } from '../framework/dispute.ts';
import type { Collection } from '../framework/journal.ts';
import type { Payment, Refund } from '../framework/payment.ts';
import { randomId } from '../framework/random-id.ts';
import type { SimulatorContext } from '../framework/simulated-psp.ts';

export type CheckoutPayment = Payment & {
  readonly session: string;
  readonly capture: boolean;
  readonly payment_type?: string | undefined;
  readonly cvv_absent?: true;
  /** Checkout.com was told not to store the card. */
  readonly not_stored?: true;
  readonly voided: number;
  /** Its hold lapsed. */
  readonly expired?: true;
  readonly card: CheckoutCard;
  readonly three_d_secure: { readonly downgraded: boolean; readonly enrolled: 'Y' | 'N' } | null;
  readonly success_url: string | null;
  readonly failure_url: string | null;
  readonly description: string | null;
  readonly customer: { readonly email?: string | undefined; readonly name?: string | undefined } | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The response code of the authorisation, once the bank has been asked. */
  readonly response_code: string | null;
  readonly auth_code: string | null;
};

/** An entry of `/payments/{id}/actions`. Captures, voids and refunds are accepted first and processed later. */
export type CheckoutAction = {
  readonly id: string;
  readonly payment: string;
  readonly type: 'Authorization' | 'Capture' | 'Void' | 'Refund';
  readonly amount: number;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly final: boolean;
  readonly processed_on: number | null;
  readonly response_code: string | null;
  readonly auth_code: string | null;
};

export type CheckoutToken = {
  readonly id: string;
  readonly card: CheckoutCard;
  readonly expires: number;
  readonly used: boolean;
};

export type CheckoutBooks = {
  readonly context: SimulatorContext;
  /** By reference. */
  readonly payments: Collection<CheckoutPayment>;
  /** By payment. */
  readonly actions: Collection<CheckoutAction>;
  readonly refunds: Collection<Refund>;
  /** By payment. */
  readonly disputes: Collection<Dispute>;
  readonly tokens: Collection<CheckoutToken>;
  /** Stored cards, by source id. */
  readonly sources: Collection<CheckoutCard>;
  /** Payment ids by 3-D Secure session id. */
  readonly sessions: Collection<{ readonly payment: string }>;
};

export const openCheckoutBooks = (context: SimulatorContext): CheckoutBooks => ({
  context,
  payments: context.journal.collection<CheckoutPayment>(
    'payments',
    ({ reference }) => reference ?? undefined,
  ),
  actions: context.journal.collection<CheckoutAction>('actions', ({ payment }) => payment),
  refunds: context.journal.collection<Refund>('refunds', ({ payment }) => payment),
  disputes: context.journal.collection<Dispute>('disputes', ({ payment }) => payment),
  tokens: context.journal.collection<CheckoutToken>('tokens'),
  sources: context.journal.collection<CheckoutCard>('sources'),
  sessions: context.journal.collection<{ readonly payment: string }>('sessions'),
});

/** Digits that Checkout.com writes after the decimal point, if they differ from ISO 4217. */
export const exponents: Readonly<Record<string, number>> = { clp: 2 };

/** `pay_`, `act_`, `sid_`, `tok_`, `evt_`, `dsp_` and 26 characters of lowercase base32. */
export const checkoutId = (prefix: string): string =>
  `${prefix}_${randomId(26, 'abcdefghijklmnopqrstuvwxyz234567')}`;

/** A card as stored in the books: with its number only if it is a published test card. */
export type CheckoutCard = {
  readonly scheme: string;
  readonly last4: string;
  readonly bin: string;
  readonly expiry_month: number;
  readonly expiry_year: number;
  readonly fingerprint: string;
  /** Whether its issuer supports 3-D Secure. */
  readonly enrolled: boolean;
  /** The number of a documented test card, which decides the response; null for any other. */
  readonly test_number: string | null;
};
