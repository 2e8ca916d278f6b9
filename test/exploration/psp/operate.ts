import type { Decline } from '../../../lib/types/outcome.ts';
import type { Operation } from '../../../lib/types/psp.ts';
import type { Profile } from '../../simulation/psp/draw-profile.ts';
import type { LedgerOperation } from '../../simulation/psp/ledger.ts';
import {
  capturable,
  executionsAfter,
  isPossible,
  isStillPossible,
  isSynchronous,
} from '../../simulation/psp/operation-rules.ts';
import { settled } from '../../simulation/psp/payment-changes.ts';
import { operationResult, refused } from '../../simulation/psp/report-operation.ts';
import { type BookPayment, type Books, withPayment } from './books.ts';
import type { PspCall } from './call.ts';
import { type Effect, underKey } from './keyed.ts';
import { reportOperation } from './report.ts';

export type Fate = {
  /** Unix milliseconds. */
  readonly now: number;
  /** When the request was sent. */
  readonly sent: number;
  /** The issuer or the PSP says no. */
  readonly declined: boolean;
  /** What an issuer says then. */
  readonly decline: Decline;
  /** A look-up shows what was longest ago. */
  readonly behind: boolean;
  /** The issuer asks for the customer. */
  readonly customer: boolean;
};

type Kind = LedgerOperation['kind'];

/** A capture, cancel or refund that has arrived at the PSP. */
export const operate = (profile: Profile, books: Books, call: PspCall, fate: Fate): Effect => {
  const { kind, operation, attempt } = call as PspCall & { readonly kind: Kind };
  const payment = books.payments[attempt.reference];
  if (!operation) throw new Error(`${kind} without an operation`);
  const known = (): LedgerOperation | undefined =>
    payment?.operations.find((other) => other.kind === kind && other.ours === operation.id);
  return underKey(profile, books, {
    key: `${kind}/${operation.id}`,
    now: fate.now,
    execute: () => execute(profile, books, payment, { kind, operation, before: known() }, fate),
    current: () => {
      const before = known();
      return before && operationResult(before);
    },
  });
};

const execute = (
  profile: Profile,
  books: Books,
  payment: BookPayment | undefined,
  {
    kind,
    operation: { id, amount },
    before,
  }: { readonly kind: Kind; readonly operation: Operation; readonly before: LedgerOperation | undefined },
  fate: Fate,
): Effect => {
  if (!payment || !isPossible(profile, payment, kind, amount)) {
    if (before && before.status !== 'failed') return { books, answer: operationResult(before), items: [] };
    const asked = payment && kind === 'refund' ? askedFor(payment) + amount : 0;
    return {
      books,
      answer: refused,
      items: [],
      ...(payment && asked > payment.captured
        ? { broken: `refunds of ${asked} were asked of ${payment.reference}, ${payment.captured} captured` }
        : {}),
    };
  }
  const operation: LedgerOperation = {
    id: `op_${id.slice(3)}`,
    ours: id,
    kind,
    amount,
    status: 'pending',
    executions: executionsAfter(kind, before),
    shown: [],
  };
  const accepted: BookPayment = {
    ...payment,
    operations: [...payment.operations.filter((other) => other !== before), operation],
    refunded: payment.refunded + (kind === 'refund' ? amount : 0),
  };
  const twice =
    operation.executions > 1 ? { broken: `${kind} ${id} was executed ${operation.executions} times` } : {};
  if (isSynchronous(profile, kind)) return { ...settle(profile, books, accepted, operation, fate), ...twice };
  const item = {
    type: 'finish',
    psp: profile.account.id,
    reference: payment.reference,
    operation: operation.id,
  } as const;
  const changed = withPayment(books, accepted, lagOf(profile, fate));
  return { books: changed, answer: operationResult(operation), items: [item], ...twice };
};

/** What somebody does in the PSP's dashboard: done or refused at once. Nothing if the payment does not allow it. */
export const operateElsewhere = (
  profile: Profile,
  books: Books,
  { reference, kind, amount }: { readonly reference: string; readonly kind: Kind; readonly amount: number },
  fate: Fate,
): Effect => {
  const payment = books.payments[reference];
  if (!payment || !isPossible(profile, payment, kind, amount))
    return { books, answer: { outcome: 'unknown' }, items: [] };
  const operation: LedgerOperation = {
    id: `op_0else${payment.operations.length}x`,
    ours: undefined,
    kind,
    amount: kind === 'cancel' ? payment.authorized : amount,
    status: 'pending',
    executions: 1,
    shown: [],
  };
  const accepted: BookPayment = {
    ...payment,
    operations: [...payment.operations, operation],
    refunded: payment.refunded + (kind === 'refund' ? amount : 0),
  };
  return settle(profile, books, accepted, operation, fate);
};

const askedFor = ({ operations }: BookPayment): number =>
  operations.reduce(
    (sum, { kind, ours, status, amount }) =>
      kind === 'refund' && ours !== undefined && status !== 'failed' ? sum + amount : sum,
    0,
  );

export const lagOf = ({ account }: Profile, { now }: Pick<Fate, 'now'>) => ({
  now,
  lag_ms: account.capabilities.look_up?.lag_ms ?? 0,
});

/** How an operation that was accepted ends. */
export const finish = (
  profile: Profile,
  books: Books,
  { reference, operation }: { readonly reference: string; readonly operation: string },
  fate: Fate,
): Effect => {
  const payment = books.payments[reference];
  const accepted = payment?.operations.find(({ id }) => id === operation);
  if (!payment || !accepted) throw new Error(`${operation} of ${reference} is in no books`);
  return settle(profile, books, payment, accepted, fate);
};

const settle = (
  profile: Profile,
  books: Books,
  payment: BookPayment,
  accepted: LedgerOperation,
  fate: Fate,
): Effect => {
  const { kind, amount } = accepted;
  const works = isStillPossible(profile, payment, accepted) && !fate.declined;
  const operation: LedgerOperation = {
    ...accepted,
    status: works ? 'succeeded' : 'failed',
    amount: works && kind === 'capture' ? Math.min(amount, capturable(payment)) : amount,
  };
  const after: BookPayment = {
    ...payment,
    ...settled(payment, operation),
    operations: payment.operations.map((other) => (other === accepted ? operation : other)),
  };
  const changed = withPayment(books, after, lagOf(profile, fate));
  return {
    books: changed,
    answer: operationResult(operation),
    items: reportOperation(profile, after, operation),
  };
};
