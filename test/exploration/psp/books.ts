import type { LedgerOperation, LedgerPayment } from '../../simulation/psp/ledger.ts';

/** A payment in a PSP's books: a value that is replaced and never changed. */
export type BookPayment = Omit<LedgerPayment, 'operations'> & {
  readonly operations: readonly LedgerOperation[];
  /** What a look-up that runs behind may still show, oldest first, and until when; null before there was a payment. */
  readonly earlier: readonly Earlier[];
};

type Earlier = { readonly until: number; readonly payment: BookPayment | null };

/** What a PSP keeps under a key. `answer` is left out if it tells the payment as it is now. */
export type Kept = { readonly key: string; readonly at: number; readonly answer?: unknown };

/** All that one PSP account knows, as plain data: two worlds with the same books are the same to every later call. */
export type Books = {
  readonly payments: Readonly<Record<string, BookPayment>>;
  readonly kept: Readonly<Record<string, Kept>>;
  /** References that can never take money any more. */
  readonly fenced: readonly string[];
  /** References whose delayed cancel was asked for. */
  readonly canceling: readonly string[];
};

export const emptyBooks: Books = { payments: {}, kept: {}, fenced: [], canceling: [] };

/** The books with this payment in them; what it was before may be shown until the look-up's lag has passed. */
export const withPayment = (
  books: Books,
  payment: BookPayment,
  { now, lag_ms }: { readonly now: number; readonly lag_ms: number },
): Books => {
  const before = books.payments[payment.reference];
  const still = (before?.earlier ?? []).filter(({ until }) => until > now);
  const replaced: readonly Earlier[] =
    lag_ms > 0 ? [{ until: now + lag_ms, payment: before ? { ...before, earlier: [] } : null }] : [];
  return {
    ...books,
    payments: { ...books.payments, [payment.reference]: { ...payment, earlier: [...still, ...replaced] } },
  };
};

/** The payment as a look-up shows it: as it is, or, one that runs behind, as it was longest ago within the lag. */
export const shown = (
  books: Books,
  reference: string,
  { behind, now }: { readonly behind: boolean; readonly now: number },
): BookPayment | undefined => {
  const payment = books.payments[reference];
  const oldest = behind ? payment?.earlier.find(({ until }) => until > now) : undefined;
  return oldest ? (oldest.payment ?? undefined) : payment;
};

/** The simulator's functions that tell of a payment read it and never change it. */
export const asLedger = (payment: BookPayment): LedgerPayment => ({
  ...payment,
  operations: [...payment.operations],
});
