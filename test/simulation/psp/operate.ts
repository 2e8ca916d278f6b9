import type { Operation, OperationAnswer, OperationLookUp } from '../../../lib/types/psp.ts';
import type { World } from '../world.ts';
import type { PspServer } from './create-server.ts';
import type { Fate } from './keyed.ts';
import type { LedgerOperation, LedgerPayment } from './ledger.ts';

type Kind = LedgerOperation['kind'];

/** What the PSP does with a capture, cancel or refund that has arrived. */
export const operate = (
  world: World,
  server: PspServer,
  kind: Kind,
  reference: string,
  operation: Operation,
  fate: Fate,
  began: boolean,
): OperationAnswer => {
  const name = `${kind}/${operation.id}`;
  return server.keyed.answer<OperationAnswer>({
    key: name,
    fate,
    began,
    execute: () => execute(world, server, kind, reference, operation),
    current: () => {
      const known = server.ledger.operations.get(name);
      return known && answerOf(known);
    },
    isSuccess: ({ outcome }) => outcome === 'succeeded' || outcome === 'pending',
    error: { outcome: 'unknown', doubt: 'ambiguous_error' },
    unreadable: { outcome: 'unknown', doubt: 'unreadable_answer' },
    in_flight: { outcome: 'unknown', doubt: 'in_flight' },
  });
};

/** What the PSP shows of a refund, as late as its look-up is. */
export const lookUpRefund = (world: World, server: PspServer, id: string): OperationLookUp => {
  const known = server.ledger.operations.get(`refund/${id}`);
  return known && known.shown_from <= world.time.now() ? answerOf(known) : { outcome: 'absent' };
};

const refused = { outcome: 'failed', reason: 'invalid_request', code: 'state' } as const;

const answerOf = ({ kind, id, status }: LedgerOperation): OperationAnswer => {
  if (status === 'failed') return { outcome: 'failed', reason: 'processor_error', code: 'refused' };
  return { outcome: status, psp_reference: `${kind}-${id}` };
};

const execute = (
  world: World,
  server: PspServer,
  kind: Kind,
  reference: string,
  { id, amount }: Operation,
): OperationAnswer => {
  const payment = server.paymentOf(reference);
  const name = `${kind}/${id}`;
  const before = server.ledger.operations.get(name);
  if (!payment || !isPossible(payment, kind))
    return before && before.status !== 'failed' ? answerOf(before) : refused;
  const lag_ms = server.profile.account.capabilities.look_up?.lag_ms ?? 0;
  const operation: LedgerOperation = {
    id,
    kind,
    amount,
    status: 'pending',
    // What the PSP refused and keeps no refusals, it tries anew.
    executions: (kind !== 'refund' && before?.status === 'failed' ? 0 : (before?.executions ?? 0)) + 1,
    shown_from: world.time.now() + world.random.below(lag_ms + 1),
  };
  server.ledger.operations.set(name, operation);
  if (kind === 'refund') payment.refunded += amount;
  world.checker.ledgerOperation(payment, operation);
  if (isSynchronous(server, kind)) {
    finish(world, server, payment, operation);
    return answerOf(operation);
  }
  world.time.after(world.random.between(1, 90) * 1000, () => finish(world, server, payment, operation));
  return answerOf(operation);
};

const isSynchronous = ({ profile }: PspServer, kind: Kind): boolean =>
  kind === 'refund'
    ? profile.account.capabilities.refund.result === 'synchronous'
    : profile.operations === 'synchronous';

/** A refund is taken whatever was refunded before: that no more is asked for than was captured is not the PSP's to see to here. */
const isPossible = (payment: LedgerPayment, kind: Kind): boolean =>
  payment.status === (kind === 'refund' ? 'captured' : 'authorized');

const finish = (
  world: World,
  server: PspServer,
  payment: LedgerPayment,
  operation: LedgerOperation,
): void => {
  const { faults, random, time } = world;
  const works = isPossible(payment, operation.kind) && !faults.hits('operation_refused');
  settle(world, server, payment, operation, works);
  const late = operation.kind === 'refund' ? 'refund_fails_late' : 'capture_fails_late';
  if (works && operation.kind !== 'cancel' && faults.hits(late))
    time.after(random.between(60, 900) * 1000, () => takeBack(world, server, payment, operation));
};

const settle = (
  world: World,
  server: PspServer,
  payment: LedgerPayment,
  operation: LedgerOperation,
  works: boolean,
): void => {
  operation.status = works ? 'succeeded' : 'failed';
  switch (operation.kind) {
    case 'refund':
      if (!works) payment.refunded -= operation.amount;
      break;
    case 'capture':
      if (works) {
        payment.captured = operation.amount;
        server.move(payment, 'captured');
      }
      break;
    case 'cancel':
      if (works) server.move(payment, 'canceled');
      break;
    default:
      operation.kind satisfies never;
  }
  world.checker.ledgerOperation(payment, operation);
  tell(server, payment, operation);
};

/** The scheme or the bank undoes what was called done. A capture with refunds on it stays. */
const takeBack = (
  world: World,
  server: PspServer,
  payment: LedgerPayment,
  operation: LedgerOperation,
): void => {
  if (operation.status !== 'succeeded' || payment.status !== 'captured') return;
  if (operation.kind === 'capture') {
    if (payment.refunded > 0 || payment.captured === 0) return;
    payment.captured = 0;
    server.move(payment, 'authorized');
  } else payment.refunded -= operation.amount;
  operation.status = 'failed';
  world.checker.ledgerOperation(payment, operation);
  tell(server, payment, operation);
};

const tell = (server: PspServer, payment: LedgerPayment, operation: LedgerOperation): void => {
  const known = { reference: payment.reference, psp_reference: payment.id };
  // A PSP that shows a canceled intent says so of the payment and names no operation.
  if (operation.kind === 'cancel' && server.profile.account.psp === 'stripe') {
    if (operation.status === 'succeeded')
      server.emit({
        ...known,
        claim: { about: 'authorization', answer: { outcome: 'canceled', psp_reference: payment.id } },
      });
    return;
  }
  server.emit({
    ...known,
    operation: operation.id,
    money: { amount: operation.amount, currency: payment.currency },
    claim: { about: operation.kind, answer: answerOf(operation) },
  });
};
