import type { CardBrand } from '../../types/card.ts';
import type { CheckResult, Particulars } from '../../types/particulars.ts';
import type { Call, Unknown } from '../../types/psp.ts';
import { addressResults } from '../address-results.ts';
import { at, booleanAt, integerAt, lookedUp, textAt, urlAt } from '../json.ts';
import { particulars } from '../particulars.ts';
import { undecided } from '../refusal-reader.ts';
import type { CheckoutComClient } from './client.ts';
import { readRefusal } from './refusals.ts';
import { tokenKind } from './tokens.ts';

/** The fields of a payment that this adapter reads. Amounts are in Checkout.com's units; balances may be missing. `json`: all of it, for `readDeclined`. */
export type Payment = {
  readonly id: string;
  readonly status: Status;
  readonly reference: string | undefined;
  readonly amount: number | undefined;
  readonly currency: string | undefined;
  readonly approved: boolean | undefined;
  readonly response_code: string | undefined;
  /** A person has to capture or void it. */
  readonly flagged: boolean;
  readonly authorized: number | undefined;
  readonly captured: number | undefined;
  readonly refunded: number | undefined;
  readonly available_to_refund: number | undefined;
  readonly redirect_url: string | undefined;
  readonly particulars: { readonly particulars?: Particulars };
  readonly json: unknown;
};

const statuses = [
  'Pending',
  'Authorized',
  'Card Verified',
  'Voided',
  'Partially Captured',
  'Captured',
  'Partially Refunded',
  'Refunded',
  'Declined',
  'Canceled',
  'Expired',
  'Paid',
  'Retry Scheduled',
] as const;
type Status = (typeof statuses)[number];

/**
 * The payment in a response, or undefined if it has no id or an unknown status. Sources: PaymentResponse and PaymentDetails, and for `Retry
 * Scheduled` the publisher's newer reference.
 */
export const readPayment = (json: unknown): Payment | undefined => {
  const id = textAt(json, 'id');
  const status = statuses.find((known) => known === textAt(json, 'status'));
  if (id === undefined || status === undefined) return undefined;
  return {
    id,
    status,
    reference: textAt(json, 'reference'),
    amount: integerAt(json, 'amount'),
    currency: textAt(json, 'currency'),
    approved: booleanAt(json, 'approved'),
    response_code: textAt(json, 'response_code'),
    flagged: booleanAt(json, 'risk', 'flagged') === true,
    authorized: integerAt(json, 'balances', 'total_authorized'),
    captured: integerAt(json, 'balances', 'total_captured'),
    refunded: integerAt(json, 'balances', 'total_refunded'),
    available_to_refund: integerAt(json, 'balances', 'available_to_refund'),
    redirect_url: urlAt(json, '_links', 'redirect', 'href'),
    particulars: readParticulars(json),
    json,
  };
};

/** `GET /payments/{id}`. */
export const getPayment = async (
  client: CheckoutComClient,
  id: string,
  call: Call,
): Promise<{ readonly payment: Payment } | { readonly unknown: Unknown }> => {
  const reply = await client.get(`/payments/${encodeURIComponent(id)}`, call);
  if (reply.kind !== 'answered' || reply.status !== 200) return { unknown: undecided(readRefusal(reply)) };
  const payment = readPayment(reply.json);
  return payment === undefined
    ? { unknown: { outcome: 'unknown', doubt: 'unreadable_answer' } }
    : { payment };
};

/** A payment's card and authentication. Sources: PaymentResponse and PaymentDetails. */
export const readParticulars = (payment: unknown) => {
  const source = at(payment, 'source');
  const secure = at(payment, '3ds');
  return particulars({
    card: {
      brand: lookedUp(brands, textAt(source, 'scheme')?.toUpperCase()),
      // Events spell this field and the ECI differently.
      last4: textAt(source, 'last4') ?? textAt(source, 'last_4'),
      exp_month: integerAt(source, 'expiry_month'),
      exp_year: integerAt(source, 'expiry_year'),
      funding: fundingOf(textAt(source, 'card_type')),
      country: textAt(source, 'issuer_country'),
    },
    checks: {
      ...addressResults(textAt(source, 'avs_check')),
      cvc: lookedUp(cvvResults, textAt(source, 'cvv_check')),
    },
    network_transaction_id: textAt(payment, 'scheme_id'),
    authorization_code: textAt(payment, 'auth_code'),
    authentication:
      secure === undefined
        ? {}
        : {
            liability_shift: shifts(secure),
            eci: textAt(payment, 'eci') ?? textAt(secure, 'eci'),
            version: textAt(secure, 'version'),
          },
    mandate: sourceId(textAt(source, 'id')),
  });
};

/** A stored source, as a `psp_token`. */
const sourceId = (id: string | undefined): string | undefined =>
  id !== undefined && tokenKind(id) === 'stored' ? id : undefined;

/** The result of an authentication that was only attempted is not reported. A payment that continued without 3-D Secure shifted no liability. */
const shifts = (secure: unknown): boolean | undefined => {
  if (booleanAt(secure, 'downgraded') === true) return false;
  return lookedUp(authenticated, textAt(secure, 'authentication_response'));
};

const authenticated: Readonly<Record<string, boolean>> = { Y: true, A: true, N: false, U: false, R: false };

const fundingOf = (type: string | undefined): string | undefined =>
  type?.toLowerCase() === 'deferred debit' ? 'debit' : type;

const brands: Readonly<Record<string, CardBrand>> = {
  VISA: 'visa',
  MASTERCARD: 'mastercard',
  'AMERICAN EXPRESS': 'amex',
  AMEX: 'amex',
  DISCOVER: 'discover',
  'DINERS CLUB INTERNATIONAL': 'diners',
  DINERS: 'diners',
  JCB: 'jcb',
  MAESTRO: 'maestro',
};

const cvvResults: Readonly<Record<string, CheckResult>> = {
  Y: 'pass',
  D: 'fail',
  N: 'unchecked',
  P: 'unchecked',
  U: 'unavailable',
  X: 'unavailable',
};
