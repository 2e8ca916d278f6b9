import { defined } from '../../../lib/types/defined.ts';
import type { World } from '../world.ts';
import type { LedgerOperation, LedgerPayment } from './ledger.ts';
import { mayRecapture } from './may-recapture.ts';
import { executionsAfter } from './operation-rules.ts';
import { settled } from './payment-changes.ts';
import type { PspServer } from './psp-server.ts';
import { isReportedAsPayment, operationEvent } from './report-operation.ts';

export type NewOperation = {
  readonly kind: LedgerOperation['kind'];
  /** Our id, if this service asked for it. */
  readonly ours?: string;
  readonly of?: string | undefined;
  readonly amount: number;
  /** What went by the same id before. */
  readonly before?: LedgerOperation | undefined;
};

/** Enters an operation into the books, accepted and not done. */
export const newOperation = (
  server: PspServer,
  payment: LedgerPayment,
  { kind, ours, of, amount, before }: NewOperation,
): LedgerOperation => {
  const id = server.newId(kind);
  const operation: LedgerOperation = {
    id,
    ours,
    kind,
    ...defined({ of }),
    amount,
    status: 'pending',
    executions: executionsAfter(kind, before),
    shown: [{ from: server.shownFrom(), state: 'pending' }],
  };
  server.ledger.operations.set(`${kind}/${ours ?? id}`, operation);
  payment.operations.push(operation);
  if (kind === 'refund') payment.refunded += amount;
  server.changed(payment);
  return operation;
};

const setStatus = (server: PspServer, operation: LedgerOperation, status: 'succeeded' | 'failed'): void => {
  operation.status = status;
  operation.shown.push({ from: server.shownFrom(), state: status });
};

/** How an operation ends: in the books, and told by webhook. */
export const settleOperation = (
  world: World,
  server: PspServer,
  payment: LedgerPayment,
  operation: LedgerOperation,
  works: boolean,
): void => {
  setStatus(server, operation, works ? 'succeeded' : 'failed');
  Object.assign(payment, settled(payment, operation));
  server.changed(payment);
  world.checker.ledgerOperation(payment, operation);
  reportOperation(world, server, payment, operation);
};

/** The event of an operation as it stands. One that was made elsewhere carries no id of ours, and ours does not always. */
export const reportOperation = (
  { faults }: World,
  server: PspServer,
  payment: LedgerPayment,
  operation: LedgerOperation,
  copies = 1,
): void => {
  const { kind, status } = operation;
  if (isReportedAsPayment(server.profile, operation)) {
    if (status === 'succeeded' && !isWithheld(faults, operation)) server.reportPayment(payment, copies);
    return;
  }
  if (isWithheld(faults, operation)) return;
  // How it ended may never be told; what became of it afterwards is, for nobody would look.
  const first = operation.shown.length === 2;
  if (kind === 'refund' && operation.ours !== undefined && first && faults.hits('refund_never_told')) return;
  // Another program gives what it makes a reference of its own. Where nobody can be asked, a capture of an unknown payment would look like none.
  const other = operation.ours === undefined && (kind === 'refund' || canBeAsked(server));
  const foreign = other && faults.hits('foreign_reference');
  const unnamed = status === 'failed' && faults.hits('event_unnamed');
  const { reference, ...rest } = operationEvent(server.profile, payment, operation, unnamed);
  const reported = { ...(!foreign && { reference }), ...rest };
  server.emit(reported, copies);
  // Told once more, by another part of the PSP's software that knows no names: of one made elsewhere only where its look-up tells which.
  const askable = operation.ours !== undefined || canBeAsked(server);
  if (!unnamed || kind !== 'capture' || !askable) return;
  const { operation_reference, ...nameless } = reported;
  server.emit(nameless);
};

/** How a capture or cancel of this service ended is not told, until a person has decided and somebody looks into it. */
const isWithheld = (faults: World['faults'], operation: LedgerOperation): boolean => {
  const { kind, ours, shown } = operation;
  if (kind === 'refund' || ours === undefined || shown.length !== 2 || !faults.hits('event_withheld'))
    return false;
  operation.withheld = true;
  return true;
};

export const canBeAsked = ({ profile }: PspServer): boolean => profile.account.capabilities.look_up !== null;

/** The scheme or the bank undoes what was called done. A capture with refunds on it stays. */
export const takeBack = (
  world: World,
  server: PspServer,
  payment: LedgerPayment,
  operation: LedgerOperation,
): void => {
  if (operation.status !== 'succeeded' || payment.status !== 'captured') return;
  if (operation.kind === 'capture') {
    if (payment.refunded > 0 || payment.disputed > 0) return;
    payment.captured -= operation.amount;
    if (payment.captured === 0) payment.status = payment.hold === undefined ? 'authorized' : 'canceled';
    world.checker.captureTakenBack(payment, operation);
  } else payment.refunded -= operation.amount;
  setStatus(server, operation, 'failed');
  server.changed(payment);
  world.checker.ledgerOperation(payment, operation);
  reportOperation(world, server, payment, operation);
  if (payment.status === 'canceled') server.reportPayment(payment);
};

/** A capture that was done is undone minutes later, and perhaps repeated. */
export const captureFailsLater = (
  world: World,
  server: PspServer,
  payment: LedgerPayment,
  operation: LedgerOperation,
): void =>
  world.time.after(world.random.between(60, 900) * 1000, () => {
    takeBack(world, server, payment, operation);
    mayRecapture(world, server, payment, operation);
  });

/** A refund that was done may be undone minutes later. */
export const mayFailLate = (
  world: World,
  server: PspServer,
  payment: LedgerPayment,
  operation: LedgerOperation,
): void => {
  const { faults, random, time } = world;
  if (operation.status === 'succeeded' && faults.hits('refund_fails_late'))
    time.after(random.between(60, 900) * 1000, () => takeBack(world, server, payment, operation));
};
