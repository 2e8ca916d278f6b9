import { defined } from '../../../lib/types/defined.ts';
import type { OperationResult, PspEvent } from '../../../lib/types/psp.ts';
import type { World } from '../world.ts';
import type { LedgerOperation, LedgerPayment } from './ledger.ts';
import type { PspServer } from './psp-server.ts';

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
  // What the PSP refused and keeps no refusals, it tries anew.
  const earlier = kind !== 'refund' && before?.status === 'failed' ? 0 : (before?.executions ?? 0);
  const operation: LedgerOperation = {
    id,
    ours,
    kind,
    ...defined({ of }),
    amount,
    status: 'pending',
    executions: earlier + 1,
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
  switch (operation.kind) {
    case 'refund':
      if (!works) payment.refunded -= operation.amount;
      break;
    case 'capture':
      if (works) {
        payment.captured += operation.amount;
        payment.status = 'captured';
      }
      break;
    case 'cancel':
      if (works) {
        payment.hold = 'voided';
        payment.status = 'canceled';
      }
      break;
    default:
      operation.kind satisfies never;
  }
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
  if (kind === 'cancel' && (operation.ours === undefined || server.profile.reports_voids_as_state)) {
    if (status === 'succeeded' && !isWithheld(faults, operation)) server.reportPayment(payment, copies);
    return;
  }
  if (isWithheld(faults, operation)) return;
  // How it ended may never be told; that it was undone afterwards is, for nobody would look.
  const first = !operation.shown.slice(0, -1).some(({ state }) => state === 'succeeded');
  if (kind === 'refund' && operation.ours !== undefined && first && faults.hits('refund_never_told')) return;
  // Another program gives what it makes a reference of its own. Where nobody can be asked, a capture of an unknown payment would look like none.
  const other = operation.ours === undefined && (kind === 'refund' || canBeAsked(server));
  const foreign = other && faults.hits('foreign_reference');
  const reported = {
    ...(!foreign && { reference: payment.reference }),
    psp_reference: payment.id,
    money: { amount: operation.amount, currency: payment.currency },
    claim: { about: kind, result: resultOf(operation) },
  };
  const unnamed = status === 'failed' && faults.hits('event_unnamed');
  server.emit({ ...reported, ...namesOf(server, operation, unnamed) }, copies);
  // Told once more, by another part of the PSP's software that knows no names: of one made elsewhere only where its look-up tells which.
  const askable = operation.ours !== undefined || canBeAsked(server);
  if (unnamed && kind === 'capture' && askable) server.emit(reported);
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

const namesOf = (
  { profile }: PspServer,
  { id, ours, kind }: LedgerOperation,
  unnamed: boolean,
): Pick<PspEvent, 'operation' | 'operation_reference'> => {
  const its_own = { operation_reference: id };
  if (kind === 'refund' && !unnamed) return ours === undefined ? its_own : { operation: ours, ...its_own };
  if (profile.names === 'neither') return {};
  return ours === undefined || profile.names === 'its_own' || unnamed
    ? its_own
    : { operation: ours, ...its_own };
};

const resultOf = ({ kind, id, amount, status }: LedgerOperation): OperationResult => {
  if (status === 'failed') return { outcome: 'failed', reason: 'processor_error', code: 'refused' };
  if (status === 'pending' || kind === 'cancel') return { outcome: status, psp_reference: id };
  return { outcome: 'succeeded', psp_reference: id, amount };
};

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
