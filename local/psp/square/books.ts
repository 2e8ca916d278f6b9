import type { Dispute } from '../framework/dispute.ts';
import type { Collection } from '../framework/journal.ts';
import type { Payment, Refund } from '../framework/payment.ts';
import { alphanumeric, randomId } from '../framework/random-id.ts';
import type { SimulatorContext } from '../framework/simulated-psp.ts';

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
  /** Used payment tokens; those of the sandbox can be reused. */
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

/** The one location of the simulated seller, and the currency of its country. */
export const squareLocation = 'L88917AVBK2S5';

/** A card as a payment shows it. */
export type SquareCard = {
  readonly card_brand: string;
  readonly last_4: string;
  /** The sandbox's error for it; null if it pays. */
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

/** The card of a token: one of the sandbox's, or any other of the form, which pays once. Undefined if there is none. */
export const cardOf = (
  source_id: string,
): { readonly card: SquareCard; readonly once: boolean } | undefined => {
  const standing = Object.hasOwn(tokens, source_id) ? tokens[source_id] : undefined;
  if (standing !== undefined) return { card: standing, once: false };
  if (source_id === cardOnFile) return { card: visa(null), once: false };
  return /^cnon:[\w-]{10,}$/.test(source_id) ? { card: visa(null), once: true } : undefined;
};
