import type { Dispute } from '../framework/dispute.ts';
import type { Collection } from '../framework/journal.ts';
import type { Payment, Refund } from '../framework/payment.ts';
import { randomId } from '../framework/random-id.ts';
import type { SimulatorContext } from '../framework/simulated-psp.ts';
import type { PayPalCard } from './paypal-card.ts';

/** An order with its one purchase unit and its one payment; `id` is the order's. Its amounts are integers with PayPal's own number of digits. */
export type PayPalOrder = Payment & {
  readonly intent: 'CAPTURE' | 'AUTHORIZE';
  readonly invoice_id: string | null;
  readonly card: PayPalCard | null;
  readonly return_url: string | null;
  readonly cancel_url: string | null;
  /** The result of 3-D Secure; null if not requested or not over. */
  readonly authenticated: boolean | null;
  readonly challenge_url: string | null;
  /** Once there is one. */
  readonly authorization: string | null;
  /** Of an authorisation there may be several; one that is declined has taken nothing. */
  readonly captures: readonly PayPalCapture[];
  /** The processor's answer, once asked. */
  readonly response_code: string | null;
  readonly paid_at: number | null;
  /** When the authorisation last changed, and when its time is up. Unix milliseconds. */
  readonly updated: number;
  readonly expires: number;
};

/** `invoice_id`: its own, if it has one. */
export type PayPalCapture = {
  readonly id: string;
  readonly amount: number;
  readonly invoice_id: string | null;
  readonly final: boolean;
};

/** `capture`: the one that it is taken from. */
export type PayPalRefund = Refund & { readonly invoice_id: string | null; readonly capture: string };

export type PayPalBooks = {
  readonly context: SimulatorContext;
  readonly orders: Collection<PayPalOrder>;
  /** Orders by the id of their authorisation or capture. */
  readonly payments: Collection<{ readonly order: string }>;
  /** By order. */
  readonly refunds: Collection<PayPalRefund>;
  /** By order. */
  readonly disputes: Collection<Dispute>;
  /** Orders that were paid, by invoice id. */
  readonly invoices: Collection<{ readonly order: string }>;
  /** Access tokens with their expiry. They die with the process, as PayPal's may at any time. */
  readonly tokens: Map<string, number>;
};

export const openPayPalBooks = (context: SimulatorContext): PayPalBooks => ({
  context,
  orders: context.journal.collection<PayPalOrder>('orders'),
  payments: context.journal.collection<{ readonly order: string }>('payments'),
  refunds: context.journal.collection<PayPalRefund>('refunds', ({ payment }) => payment),
  disputes: context.journal.collection<Dispute>('disputes', ({ payment }) => payment),
  invoices: context.journal.collection<{ readonly order: string }>('invoices'),
  tokens: new Map(),
});

/** Seventeen capitals and digits, like PayPal's ids. */
export const payPalId = (): string => randomId(17, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');

export const captureIn = ({ captures }: PayPalOrder, id: string | undefined): PayPalCapture | undefined =>
  captures.find((capture) => capture.id === id);

/** What has been refunded of a capture, or is on its way. */
export const refundedOf = (books: PayPalBooks, order: PayPalOrder, { id }: PayPalCapture): number =>
  books.refunds
    .by(order.id)
    .reduce(
      (sum, { capture, amount, status }) => (capture === id && status !== 'failed' ? sum + amount : sum),
      0,
    );

export const orderOf = (books: PayPalBooks, payment: string): PayPalOrder | undefined =>
  books.orders.get(books.payments.get(payment)?.order ?? '');
