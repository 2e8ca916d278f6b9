import type { AuthorizationAnswer, LookUpAnswer } from '../../types/psp.ts';
import { at, integerAt, textAt, urlAt } from '../json.ts';
import { declineOf } from './verdict.ts';

/** What this adapter reads of a PaymentIntent. Amounts as Stripe writes them, `created` in Unix seconds. */
export type PaymentIntent = {
  readonly id: string;
  readonly status: Status;
  readonly amount: number;
  readonly amount_capturable?: number;
  readonly amount_received?: number;
  readonly currency: string;
  readonly capture_method?: string;
  readonly created?: number;
  /** Our charge id and the id of our capture, as we wrote them. */
  readonly charge?: string;
  readonly capture?: string;
  readonly redirect_url?: string;
  readonly last_payment_error?: unknown;
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

/** The intent in a document of Stripe's, or undefined where it is not a whole one. */
export const readPaymentIntent = (value: unknown): PaymentIntent | undefined => {
  const id = textAt(value, 'id');
  const status = statuses.find((known) => known === at(value, 'status'));
  const amount = integerAt(value, 'amount');
  const currency = textAt(value, 'currency');
  if (at(value, 'object') !== 'payment_intent') return undefined;
  if (id === undefined || status === undefined || amount === undefined || currency === undefined)
    return undefined;
  return {
    id,
    status,
    amount,
    currency,
    ...defined({
      amount_capturable: integerAt(value, 'amount_capturable'),
      amount_received: integerAt(value, 'amount_received'),
      created: integerAt(value, 'created'),
    }),
    ...defined({
      capture_method: textAt(value, 'capture_method'),
      charge: textAt(value, 'metadata', 'charge'),
      capture: textAt(value, 'metadata', 'capture'),
      redirect_url: redirectUrl(at(value, 'next_action')),
    }),
    ...defined({ last_payment_error: at(value, 'last_payment_error') ?? undefined }),
  };
};

/**
 * What the state of an intent says about its authorisation, its amounts aside. One that was never confirmed is not `absent`: the confirm may
 * still be on its way, and only a cancel ends that.
 */
export const describe = (intent: PaymentIntent): Exclude<LookUpAnswer, { outcome: 'absent' }> => {
  const { id: psp_reference } = intent;
  switch (intent.status) {
    case 'succeeded':
      return { outcome: 'captured', psp_reference };
    case 'requires_capture':
      return { outcome: 'approved', psp_reference };
    case 'canceled':
      return { outcome: 'canceled', psp_reference };
    case 'requires_action':
      // Without an address to send the customer to there is nothing to act on: it stays open until it is fenced.
      return intent.redirect_url === undefined
        ? pending(psp_reference)
        : { outcome: 'requires_action', psp_reference, redirect_url: intent.redirect_url };
    case 'requires_payment_method':
      return intent.last_payment_error === undefined
        ? pending(psp_reference)
        : { ...declineOf(intent.last_payment_error), psp_reference };
    case 'requires_confirmation':
    case 'processing':
      return pending(psp_reference);
    default: {
      const never: never = intent.status;
      return never;
    }
  }
};

const pending = (psp_reference: string): AuthorizationAnswer => ({
  outcome: 'unknown',
  doubt: 'pending',
  psp_reference,
});

const redirectUrl = (action: unknown): string | undefined =>
  at(action, 'type') === 'redirect_to_url' ? urlAt(action, 'redirect_to_url', 'url') : undefined;

const defined = <T>(fields: Readonly<Record<string, T | undefined>>): Record<string, T> => {
  const kept: Record<string, T> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value;
  return kept;
};
