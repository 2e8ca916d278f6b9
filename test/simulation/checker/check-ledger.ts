import { isLive, type LedgerOperation, type LedgerPayment } from '../psp/ledger.ts';
import { add, type Facts, paymentsOf, sum } from './facts.ts';

/** The PSP's own books after each change: never more than was agreed, never twice. */
export const checkPayment = (facts: Facts, payment: LedgerPayment): void => {
  const { reference, captured, authorized, asked, refunded, psp } = payment;
  facts.peaks.set(reference, Math.max(captured, facts.peaks.get(reference) ?? 0));
  if (captured > authorized || authorized > asked)
    facts.violate(1, `payment ${reference}: asked ${asked}, authorised ${authorized}, captured ${captured}`);
  if (refunded > captured)
    facts.violate(3, `payment ${reference}: captured ${captured}, refunded ${refunded}`);
  const session = facts.sessions.get(payment.session);
  if (session && (asked !== session.amount || payment.currency !== session.currency))
    facts.violate(
      1,
      `payment ${reference} asks ${asked} ${payment.currency}, its session ${session.amount} ${session.currency}`,
    );
  const same = paymentsOf(facts, { psp, id: reference });
  if (same.length > 1 && same.filter(isLive).length > 1)
    facts.violate(1, `payment ${reference} was taken twice`);
};

export const checkOperation = (facts: Facts, payment: LedgerPayment, operation: LedgerOperation): void => {
  const name = `${operation.kind}/${operation.ours ?? operation.id}`;
  if (operation.status === 'succeeded') facts.succeeded.add(name);
  if (operation.executions > 1)
    facts.violate(operation.kind === 'refund' ? 3 : 6, `${name} was executed ${operation.executions} times`);
  checkPayment(facts, payment);
};

/** A refund that the PSP has not enough left for: only what was given back elsewhere, or after its own no, may be why. */
export const checkRefundRefused = (facts: Facts, payment: LedgerPayment, amount: number): void => {
  const counts = ({ kind, ours, status, after_all }: LedgerOperation): boolean =>
    kind === 'refund' && ours !== undefined && status !== 'failed' && !after_all;
  const asked = sum(payment.operations.filter(counts), ({ amount }) => amount);
  const peak = facts.peaks.get(payment.reference) ?? 0;
  if (asked + amount > peak)
    facts.violate(
      3,
      `payment ${payment.reference}: refunds of ${asked + amount} were asked, ${peak} captured`,
    );
};

export const noteTakenBack = (facts: Facts, payment: LedgerPayment, { amount }: LedgerOperation): void =>
  add(facts.takenBack, payment.reference, amount);
