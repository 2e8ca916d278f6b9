import { defined } from '../../../lib/types/defined.ts';
import type { Operation, OperationResult } from '../../../lib/types/psp.ts';
import type { World } from '../world.ts';
import { firstFor, isCovered } from './captures-of.ts';
import { mayBeDoneAfterAll } from './done-after-all.ts';
import { meetOperation } from './elsewhere.ts';
import type { Fate } from './keyed.ts';
import type { LedgerOperation, LedgerPayment } from './ledger.ts';
import { capturable, isPossible, isStillPossible, isSynchronous } from './operation-rules.ts';
import { captureFailsLater, mayFailLate, newOperation, settleOperation } from './operations.ts';
import type { PspServer } from './psp-server.ts';
import { operationResult, refused } from './report-operation.ts';

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
): OperationResult => {
  const name = `${kind}/${operation.id}`;
  const of = kind === 'refund' ? captureNamed(server, reference, operation) : undefined;
  return server.keyed.answer<OperationResult>({
    // A request that names another capture is another one.
    key: of === undefined ? name : `${name}/${of}`,
    fate,
    began,
    execute: () => execute(world, server, kind, reference, { ...operation, ...defined({ of }) }),
    current: () => {
      const known = server.ledger.operations.get(name);
      return known && operationResult(known);
    },
    isSuccess: ({ outcome }) => outcome === 'succeeded' || outcome === 'pending',
    error: { outcome: 'unknown', doubt: 'ambiguous_error' },
    unreadable: { outcome: 'unknown', doubt: 'unreadable_answer' },
    in_flight: { outcome: 'unknown', doubt: 'in_flight' },
  });
};

const captureNamed = (
  { profile, paymentOf }: PspServer,
  reference: string,
  { amount, of }: Operation,
): string | undefined => {
  const payment = paymentOf(reference);
  if (!payment || !profile.account.capabilities.refund.per_capture) return undefined;
  return of ?? firstFor(payment, amount);
};

const execute = (
  world: World,
  server: PspServer,
  kind: Kind,
  reference: string,
  { id, amount, of }: Operation,
): OperationResult => {
  const { time, random, faults } = world;
  const payment = server.paymentOf(reference);
  const before = server.ledger.operations.get(`${kind}/${id}`);
  const covered = kind !== 'refund' || (payment && isCovered(server.profile, payment, of, amount));
  if (!payment || !covered || !isPossible(server.profile, payment, kind, amount)) {
    if (before && before.status !== 'failed') return operationResult(before);
    if (payment && kind === 'refund' && id.startsWith('re_')) world.checker.refundRefused(payment, amount);
    return refused;
  }
  const operation = newOperation(server, payment, { kind, ours: id, of, amount, before });
  world.checker.ledgerOperation(payment, operation);
  meetOperation(world, server, payment);
  if (isSynchronous(server.profile, kind)) {
    finish(world, server, payment, operation);
    return operationResult(operation);
  }
  // Accepted, and never heard of again: the PSP's own software has lost it.
  if (kind !== 'refund' || !faults.hits('refund_stuck'))
    time.after(random.between(1, 90) * 1000, () => finish(world, server, payment, operation));
  return operationResult(operation);
};

const finish = (
  world: World,
  server: PspServer,
  payment: LedgerPayment,
  operation: LedgerOperation,
): void => {
  const { faults } = world;
  const works = isStillPossible(server.profile, payment, operation) && !faults.hits('operation_refused');
  if (works && operation.kind === 'capture')
    operation.amount = Math.min(operation.amount, capturable(payment));
  settleOperation(world, server, payment, operation, works);
  if (!works) mayBeDoneAfterAll(world, server, payment, operation);
  if (operation.kind === 'refund') mayFailLate(world, server, payment, operation);
  else if (works && operation.kind === 'capture' && faults.hits('capture_fails_late'))
    captureFailsLater(world, server, payment, operation);
};
