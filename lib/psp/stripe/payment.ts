import { at, integerAt, textAt, urlAt } from '../json.ts';
import { storedToken } from './psp-token.ts';

/** The fields of a PaymentIntent that this adapter reads. Amounts are in Stripe's units, `created` in Unix seconds. */
export type PaymentIntent = {
  readonly id: string;
  readonly status: Status;
  readonly amount: number;
  readonly amount_capturable?: number;
  readonly amount_received?: number;
  /** From the charge, if it is expanded. */
  readonly amount_refunded?: number;
  readonly currency: string;
  readonly created: number;
  readonly capture_method?: string;
  readonly cancellation_reason?: string;
  /** Stripe's id of the charge that captures take from; there is at most one. */
  readonly latest_charge?: string;
  /** Our charge id and the id of our capture, as we sent them. */
  readonly charge?: string;
  readonly capture?: string;
  readonly redirect_url?: string;
  readonly last_payment_error?: unknown;
  /** The token for later payments with the customer's payment method, if this payment set that up. */
  readonly mandate?: string;
  /** Stripe's charge, if it is expanded. */
  readonly charge_in_full?: unknown;
};

const statuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'canceled',
  'succeeded',
] as const;
type Status = (typeof statuses)[number];

/** The intent in Stripe's JSON, or undefined if it is incomplete. */
export const parseIntent = (value: unknown): PaymentIntent | undefined => {
  const id = textAt(value, 'id');
  const status = statuses.find((known) => known === at(value, 'status'));
  const amount = integerAt(value, 'amount');
  const currency = textAt(value, 'currency');
  const created = integerAt(value, 'created');
  if (at(value, 'object') !== 'payment_intent' || id === undefined || status === undefined) return undefined;
  if (amount === undefined || currency === undefined || created === undefined) return undefined;
  return {
    id,
    status,
    amount,
    currency,
    created,
    ...defined({
      amount_capturable: integerAt(value, 'amount_capturable'),
      amount_received: integerAt(value, 'amount_received'),
      amount_refunded: integerAt(value, 'latest_charge', 'amount_refunded'),
    }),
    ...defined({
      capture_method: textAt(value, 'capture_method'),
      cancellation_reason: textAt(value, 'cancellation_reason'),
      latest_charge: textAt(value, 'latest_charge') ?? textAt(value, 'latest_charge', 'id'),
      charge: textAt(value, 'metadata', 'charge'),
      capture: textAt(value, 'metadata', 'capture'),
      redirect_url: redirectUrl(at(value, 'next_action')),
      mandate: mandateOf(value),
    }),
    ...defined({
      last_payment_error: at(value, 'last_payment_error') ?? undefined,
      charge_in_full: at(value, 'latest_charge', 'id') === undefined ? undefined : at(value, 'latest_charge'),
    }),
  };
};

/** Without `setup_future_usage`, a payment uses up a payment method that was not attached before. */
const mandateOf = (value: unknown): string | undefined =>
  textAt(value, 'setup_future_usage') === undefined
    ? undefined
    : storedToken({
        payment_method: textAt(value, 'payment_method') ?? textAt(value, 'payment_method', 'id'),
        customer: textAt(value, 'customer') ?? textAt(value, 'customer', 'id'),
      });

const redirectUrl = (action: unknown): string | undefined =>
  at(action, 'type') === 'redirect_to_url' ? urlAt(action, 'redirect_to_url', 'url') : undefined;

const defined = <T>(fields: Readonly<Record<string, T | undefined>>): Record<string, T> => {
  const kept: Record<string, T> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value;
  return kept;
};
