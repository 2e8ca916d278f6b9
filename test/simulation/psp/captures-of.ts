import type { Profile } from './draw-profile.ts';
import type { LedgerOperation, LedgerPayment } from './ledger.ts';

/** One capture in a PSP's books, and what can still be refunded of it. ISO 4217 minor units. */
type BookedCapture = { readonly of: string; readonly amount: number; readonly left: number };

/** The captures of a payment; of one that was captured by itself there is one. `beside`: a refund that does not count. */
const capturesOf = (
  { id, captured, operations }: LedgerPayment,
  beside?: string,
): readonly BookedCapture[] => {
  const made = operations.filter(({ kind, status }) => kind === 'capture' && status === 'succeeded');
  const captures = made.length > 0 || captured === 0 ? made : [{ id: `${id}-whole`, amount: captured }];
  return captures.map((capture) => ({
    of: capture.id,
    amount: capture.amount,
    left: capture.amount - refundedOf(operations, capture.id, beside),
  }));
};

const refundedOf = (
  operations: readonly LedgerOperation[],
  capture: string,
  beside: string | undefined,
): number =>
  operations
    .filter(({ kind, status, of }) => kind === 'refund' && status !== 'failed' && of === capture)
    .reduce((sum, { ours, amount }) => (ours !== undefined && ours === beside ? sum : sum + amount), 0);

/** The capture that a refund is made of at a PSP that refunds one at a time: where it was made before, else the first that covers it, else the one with most left. */
export const captureFor = (
  payment: LedgerPayment,
  { id, amount }: { readonly id?: string; readonly amount: number },
): BookedCapture | undefined => {
  const captures = capturesOf(payment, id);
  const before = payment.operations.find(
    ({ kind, ours }) => kind === 'refund' && id !== undefined && ours === id,
  );
  return (
    captures.find(({ of }) => of === before?.of) ??
    captures.find(({ left }) => left >= amount) ??
    captures.toSorted((a, b) => b.left - a.left)[0]
  );
};

/** The capture of a refund that names none: the first that is large enough, whatever is left of it. */
export const firstFor = (payment: LedgerPayment, asked: number): string | undefined => {
  const captures = capturesOf(payment);
  return (captures.find(({ amount }) => amount >= asked) ?? captures[0])?.of;
};

/** Whether a refund of this amount can be made of this capture; of any, at a PSP that does not care. */
export const isCovered = (
  { account }: Profile,
  payment: LedgerPayment,
  of: string | undefined,
  amount: number,
): boolean => {
  if (!account.capabilities.refund.per_capture) return true;
  const capture = capturesOf(payment).find((one) => one.of === of);
  return capture !== undefined && capture.left >= amount;
};

/** What a refund made elsewhere names. */
export const captureOf = (
  { account }: Profile,
  payment: LedgerPayment,
  amount: number,
): { readonly of?: string | undefined } =>
  account.capabilities.refund.per_capture ? { of: captureFor(payment, { amount })?.of } : {};
