import type { Particulars } from '../../types/particulars.ts';
import type { Call, Unknown } from '../../types/psp.ts';
import { booleanAt, integerAt, textAt, urlAt } from '../json.ts';
import { toUnknown } from '../refusal-reader.ts';
import type { CheckoutComClient } from './client.ts';
import { readParticulars } from './read-particulars.ts';
import { readRefusal } from './read-refusal.ts';

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
export const parsePayment = (json: unknown): Payment | undefined => {
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
  if (reply.kind !== 'answered' || reply.status !== 200) return { unknown: toUnknown(readRefusal(reply)) };
  const payment = parsePayment(reply.json);
  return payment === undefined
    ? { unknown: { outcome: 'unknown', doubt: 'unreadable_answer' } }
    : { payment };
};
