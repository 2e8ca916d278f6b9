import type { Dispute } from '../framework/dispute.ts';
import type { Collection } from '../framework/journal.ts';
import type { Payment, Refund } from '../framework/payment.ts';
import { alphanumeric, randomId } from '../framework/random-id.ts';
import type { SimulatorContext } from '../framework/simulated-psp.ts';
import type { SquareCard } from './square-cards.ts';

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
