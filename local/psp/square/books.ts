import { randomUUID } from 'node:crypto';
import type { Dispute } from '../framework/dispute.ts';
import type { Collection } from '../framework/journal.ts';
import type { Payment, Refund } from '../framework/payment.ts';
import { alphanumeric, randomId } from '../framework/random-id.ts';
import type { SimulatorContext } from '../framework/simulated-psp.ts';
import { errorOf } from './requests.ts';

export type SquarePayment = Payment & {
  readonly card: SquareCard;
  readonly location_id: string;
  readonly updated: number;
  readonly version: number;
  /** When Square cancels a hold by itself. Unix milliseconds. */
  readonly delayed_until: number;
  readonly buyer_email_address: string | null;
  readonly note: string | null;
  /** The error with which it failed. */
  readonly error: string | null;
};

/** A refund; its `reference` is the merchant's reason. */
export type SquareRefund = Refund & { readonly updated: number; readonly rejected: boolean };

export type SquareBooks = {
  readonly context: SimulatorContext;
  readonly payments: Collection<SquarePayment>;
  /** Payments by their idempotency key. */
  readonly keys: Collection<{ readonly payment: string }>;
  /** By payment. */
  readonly refunds: Collection<SquareRefund>;
  /** By payment. */
  readonly disputes: Collection<Dispute>;
  /** Used payment tokens; the sandbox's own can be reused. */
  readonly used: Collection<{ readonly payment: string }>;
};

export const openSquareBooks = (context: SimulatorContext): SquareBooks => ({
  context,
  payments: context.journal.collection<SquarePayment>('payments'),
  keys: context.journal.collection<{ readonly payment: string }>('keys'),
  refunds: context.journal.collection<SquareRefund>('refunds', ({ payment }) => payment),
  disputes: context.journal.collection<Dispute>('disputes', ({ payment }) => payment),
  used: context.journal.collection<{ readonly payment: string }>('used'),
});

export const squareId = (): string => `${randomId(26, alphanumeric)}ZY`;

/** The simulated seller's one location, and the currency of its country. */
export const squareLocation = 'L88917AVBK2S5';

/** A card as a payment shows it. */
export type SquareCard = {
  readonly card_brand: string;
  readonly last_4: string;
  /** The sandbox's error for it; null if it can pay. */
  readonly error: string | null;
};

const visa = (error: string | null): SquareCard => ({ card_brand: 'VISA', last_4: '1111', error });

/** The payment tokens of Square's sandbox (its documentation, "Sandbox payments"), which can be reused. */
const tokens: Readonly<Record<string, SquareCard>> = {
  'cnon:card-nonce-ok': visa(null),
  'cnon:card-nonce-declined': visa('GENERIC_DECLINE'),
  'cnon:card-nonce-rejected-cvv': visa('CVV_FAILURE'),
  'cnon:card-nonce-rejected-postalcode': visa('ADDRESS_VERIFICATION_FAILURE'),
  'cnon:card-nonce-rejected-expiration': visa('INVALID_EXPIRATION'),
  'cnon:card-nonce-already-used': visa('CARD_TOKEN_USED'),
  'cnon:gift-card-nonce-insufficient-funds': {
    card_brand: 'SQUARE_GIFT_CARD',
    last_4: '0000',
    error: 'INSUFFICIENT_FUNDS',
  },
};

/** A card on file, which pays for its own customer only. */
const cardOnFile = 'ccof:customer-card-id-ok';

export const isCardOnFile = (source_id: string): boolean => source_id.startsWith('ccof:');

/** The card of a token: one of the sandbox's, or any other well-formed one, which pays once. Undefined if there is none. */
export const cardOf = (
  source_id: string,
): { readonly card: SquareCard; readonly once: boolean } | undefined => {
  const standing = Object.hasOwn(tokens, source_id) ? tokens[source_id] : undefined;
  if (standing !== undefined) return { card: standing, once: false };
  if (source_id === cardOnFile) return { card: visa(null), once: false };
  return /^cnon:[\w-]{10,}$/.test(source_id) ? { card: visa(null), once: true } : undefined;
};

/** A Payment as every call shows it. */
export const renderPayment = (books: SquareBooks, payment: SquarePayment): object => {
  const approved = moneyOf(payment.amount, payment.currency);
  // A payment completed in part was first changed to that amount.
  const amount_money = payment.status === 'captured' ? moneyOf(payment.captured, payment.currency) : approved;
  const refund_ids = books.refunds.by(payment.id).map(({ id }) => id);
  return {
    id: payment.id,
    created_at: time(payment.created),
    updated_at: time(payment.updated),
    amount_money,
    total_money: amount_money,
    ...(payment.status !== 'declined' && { approved_money: approved }),
    ...(payment.refunded > 0 && { refunded_money: moneyOf(payment.refunded, payment.currency) }),
    status: statusOf(payment),
    delay_action: 'CANCEL',
    delay_duration: 'PT168H',
    delayed_until: time(payment.delayed_until),
    source_type: 'CARD',
    card_details: {
      status: cardStatusOf(payment),
      card: {
        card_brand: payment.card.card_brand,
        last_4: payment.card.last_4,
        exp_month: 11,
        exp_year: 2030,
        card_type: 'CREDIT',
      },
      cvv_status: payment.error === 'CVV_FAILURE' ? 'CVV_REJECTED' : 'CVV_ACCEPTED',
      avs_status: payment.error === 'ADDRESS_VERIFICATION_FAILURE' ? 'AVS_REJECTED' : 'AVS_ACCEPTED',
      ...(payment.status !== 'declined' && { auth_result_code: payment.id.slice(0, 6) }),
      entry_method: 'KEYED',
      ...(payment.status === 'canceled' && { card_payment_timeline: { voided_at: time(payment.updated) } }),
      ...(payment.error !== null && { errors: [errorOf(payment.error)] }),
    },
    location_id: payment.location_id,
    ...(payment.reference !== null && { reference_id: payment.reference }),
    ...(refund_ids.length > 0 && { refund_ids }),
    ...(payment.buyer_email_address !== null && { buyer_email_address: payment.buyer_email_address }),
    ...(payment.note !== null && { note: payment.note }),
    version_token: `${payment.id}-${payment.version}`,
  };
};

export const renderRefund = (payment: SquarePayment, refund: SquareRefund): object => ({
  id: refund.id,
  status: refundStatusOf(refund),
  location_id: payment.location_id,
  destination_type: 'CARD',
  amount_money: moneyOf(refund.amount, payment.currency),
  payment_id: payment.id,
  ...(refund.reference !== null && { reason: refund.reference }),
  created_at: time(refund.created),
  updated_at: time(refund.updated),
});

/** Square writes the currency's smallest unit, which is ISO 4217's. */
export const moneyOf = (amount: number, currency: string) => ({ amount, currency: currency.toUpperCase() });

const time = (ms: number): string => new Date(ms).toISOString();

const statusOf = ({ status }: SquarePayment): string => {
  switch (status) {
    case 'captured':
      return 'COMPLETED';
    case 'authorized':
      return 'APPROVED';
    case 'canceled':
      return 'CANCELED';
    case 'declined':
      return 'FAILED';
    default:
      return 'PENDING';
  }
};

const cardStatusOf = ({ status }: SquarePayment): string => {
  switch (status) {
    case 'captured':
      return 'CAPTURED';
    case 'canceled':
      return 'VOIDED';
    case 'declined':
      return 'FAILED';
    default:
      return 'AUTHORIZED';
  }
};

const refundStatusOf = ({ status, rejected }: SquareRefund): string => {
  if (status === 'succeeded') return 'COMPLETED';
  if (status === 'pending') return 'PENDING';
  return rejected ? 'REJECTED' : 'FAILED';
};

const responseMs = 14 * 24 * 3_600_000;
const disputeStates = { open: 'EVIDENCE_REQUIRED', won: 'WON', lost: 'LOST' };

export const renderDispute = (
  { context }: SquareBooks,
  payment: SquarePayment,
  { id, amount, status, created }: Dispute,
): object => ({
  id,
  amount_money: moneyOf(amount, payment.currency),
  brand_dispute_id: id,
  card_brand: payment.card.card_brand,
  created_at: time(created),
  disputed_payment: { payment_id: payment.id },
  due_at: time(created + responseMs),
  location_id: payment.location_id,
  reason: 'NO_KNOWLEDGE',
  reported_at: time(created),
  state: disputeStates[status],
  updated_at: time(context.now()),
  version: status === 'open' ? 1 : 2,
});

/** Puts a webhook event into the outbox; it is signed when sent. */
export const emitPayment = (
  books: SquareBooks,
  type: 'payment.created' | 'payment.updated',
  payment: SquarePayment,
): void => {
  // Events show a number that rises with every change; answers show a token instead.
  emit(books, type, 'payment', payment.id, { ...renderPayment(books, payment), version: payment.version });
};

export const emitRefund = (
  books: SquareBooks,
  type: 'refund.created' | 'refund.updated',
  payment: SquarePayment,
  refund: SquareRefund,
): void => emit(books, type, 'refund', refund.id, renderRefund(payment, refund));

export const emitDispute = (
  books: SquareBooks,
  type: 'dispute.created' | 'dispute.state.updated',
  id: string,
  dispute: object,
): void => emit(books, type, 'dispute', id, dispute);

const emit = (books: SquareBooks, type: string, kind: string, id: string, object: object): void =>
  books.context.emit({
    merchant_id: '6SSW7HV8K2ST5',
    type,
    event_id: randomUUID(),
    created_at: new Date(books.context.now()).toISOString(),
    data: { type: kind, id, object: { [kind]: object } },
  });

/** Books a payment's new state, and reports it. */
export const changePayment = (books: SquareBooks, payment: SquarePayment): SquarePayment => {
  const now = { ...payment, updated: books.context.now(), version: payment.version + 1 };
  books.payments.put(now.id, now);
  emitPayment(books, 'payment.updated', now);
  return now;
};
