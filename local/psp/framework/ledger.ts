import { exponentOf } from '../../../lib/types/currency.ts';
import type { Payment, Refund } from './payment.ts';

/** What a PSP really charged and refunded. Amounts in ISO 4217 minor units, currencies lowercase, times Unix milliseconds. */
export type Ledger = {
  readonly payments: readonly LedgerPayment[];
  readonly refunds: readonly Refund[];
  /** Requests received since the process started, by purpose; replays and faults included. */
  readonly calls: Readonly<Record<string, number>>;
};

export type LedgerPayment = {
  readonly id: string;
  readonly reference: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly status: Payment['status'];
  readonly amount_authorized: number;
  readonly amount_captured: number;
  /** Refunds that succeeded; pending ones are in `refunds`. */
  readonly amount_refunded: number;
  readonly created: number;
  /** Requests answered about this payment since the process started, replays included. */
  readonly requests: number;
  readonly card_last4: string | null;
};

/** Builds the ledger from a PSP's books. `exponents`: digits after the decimal point that this PSP writes, if they differ from ISO 4217. */
export const readLedger = (
  payments: Iterable<Payment>,
  refunds: Iterable<Refund>,
  exponents: Exponents,
): Omit<Ledger, 'calls'> => {
  const currencies = new Map<string, string>();
  const rows = [...payments].map((payment): LedgerPayment => {
    currencies.set(payment.id, payment.currency);
    const iso = (value: number) => isoAmount(value, payment.currency, exponents);
    return {
      id: payment.id,
      reference: payment.reference,
      amount: iso(payment.amount),
      currency: payment.currency,
      status: payment.status,
      amount_authorized: iso(payment.authorized),
      amount_captured: iso(payment.captured),
      amount_refunded: iso(payment.refunded),
      created: payment.created,
      requests: 0,
      card_last4: payment.card_last4,
    };
  });
  return {
    payments: rows,
    refunds: [...refunds].map(({ id, reference, payment, amount, status, created }) => ({
      id,
      reference,
      payment,
      amount: isoAmount(amount, currencies.get(payment) ?? '', exponents),
      status,
      created,
    })),
  };
};

type Exponents = Readonly<Record<string, number>>;

/** A value on the PSP's wire in ISO 4217 minor units. */
export const isoAmount = (value: number, currency: string, exponents: Exponents): number => {
  const shift = shiftOf(currency, exponents);
  return shift >= 0 ? value / 10 ** shift : value * 10 ** -shift;
};

/** ISO 4217 minor units as a value on the PSP's wire. */
export const wireAmount = (amount: number, currency: string, exponents: Exponents): number => {
  const shift = shiftOf(currency, exponents);
  return shift >= 0 ? amount * 10 ** shift : amount / 10 ** -shift;
};

const shiftOf = (currency: string, exponents: Exponents): number => {
  const iso = exponentOf(currency) ?? 2;
  return (exponents[currency] ?? iso) - iso;
};
