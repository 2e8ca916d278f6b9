import { ApiError } from '../types/api-error.ts';
import type { Money } from '../types/money.ts';
import type { LookUpAnswer, OperationAnswer, Psp, PspEvent } from '../types/psp.ts';
import type { Charge, Refund, Session } from '../types/records.ts';
import { Replay } from '../types/replay.ts';
import { attemptOf } from './attempt-of.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { settleReversal } from './recovery/reverse-late-effect.ts';
import { settleRefund } from './refund-charge.ts';
import { revise } from './revise.ts';
import { timeFor } from './run-attempt.ts';
import type { OperationKind } from './run-operation.ts';
import { settleOperation } from './settle-operation.ts';

const timeout_ms = 8_000;

/**
 * Applies a PSP's result of a capture, cancel or refund to the charge, asking the PSP first where it has a look-up. A result that is already
 * written, or would move a record back, changes nothing. A refund may fail after it succeeded, and a capture after it was reported.
 */
export const applyOperationEvent = async (
  ports: PaymentPorts,
  psp: Psp,
  charge: Charge,
  about: OperationKind,
  claimed: OperationAnswer,
  event: PspEvent,
): Promise<void> => {
  if (claimed.outcome === 'unknown' || claimed.outcome === 'pending') return;
  const waits = waiting(charge, about, event, claimed);
  if (!waits) {
    ports.report({
      event: 'webhook_without_effect',
      psp: psp.id,
      charge: charge.id,
      about,
      status: charge.status,
    });
    return;
  }
  const operation = { id: event.operation ?? '', amount: amountOf(charge, about, event) };
  const asked = { amount: operation.amount, currency: charge.currency };
  if (movesMoney(about, claimed) && isUnverifiable(psp, about) && !isSame(event.money ?? asked, asked)) {
    ports.report({ event: 'webhook_amount_mismatch', psp: psp.id, charge: charge.id, webhook: event.id });
    return;
  }
  const answer = await verified(ports, psp, charge, about, operation, claimed);
  switch (waits) {
    case 'reversal':
      return settleReversal(ports, charge.id, operation.id, answer, { by_event: true });
    case 'refund':
      return refundResult(ports, charge, event, answer);
    case 'operation':
      await unheard(settleOperation(ports, about === 'capture' ? 'capture' : 'cancel', charge, answer));
      // The success that this failure takes back may have been written since the charge was read.
      if (about === 'capture' && answer.outcome === 'failed')
        await reopen(ports, charge.id, charge.capture?.id);
      return;
    case 'reopening':
      return reopen(ports, charge.id, charge.capture?.id);
    default:
      return waits satisfies never;
  }
};

/** What is answered under a key, or of a failure, is for whoever asked for the operation: the PSP has only told of it. */
const unheard = async (settling: Promise<unknown>): Promise<void> => {
  try {
    await settling;
  } catch (error) {
    const answered =
      error instanceof Replay || (error instanceof ApiError && error.details.decline_code !== undefined);
    if (!answered) throw error;
  }
};

/** What on this charge the result is for; undefined where nothing waits for it (made elsewhere, or written before). */
const waiting = (
  charge: Charge,
  about: OperationKind,
  { operation }: PspEvent,
  { outcome }: OperationAnswer,
): 'reversal' | 'refund' | 'operation' | 'reopening' | undefined => {
  if (charge.reversal && charge.reversal.id === operation) return 'reversal';
  if (about === 'refund') return operation !== undefined && charge.refunds[operation] ? 'refund' : undefined;
  if (charge.status === (about === 'capture' ? 'capturing' : 'canceling'))
    return operation === undefined || operation === charge[about]?.id ? 'operation' : undefined;
  const ofThis = operation === undefined || charge.capture === undefined || charge.capture.id === operation;
  return about === 'capture' && outcome === 'failed' && charge.status === 'captured' && ofThis
    ? 'reopening'
    : undefined;
};

/** What this service asked for; its own record, for the event may say anything. ISO 4217 minor units. */
const amountOf = (charge: Charge, about: OperationKind, { operation = '' }: PspEvent): number => {
  if (about === 'refund') return charge.refunds[operation]?.amount ?? charge.amount;
  return about === 'capture' ? (charge.capture?.amount ?? charge.amount) : charge.amount;
};

const movesMoney = (about: OperationKind, { outcome }: OperationAnswer): boolean =>
  about !== 'cancel' && outcome === 'succeeded';

/** Nothing but the event tells how it ended. */
const isUnverifiable = (psp: Psp, about: OperationKind): boolean =>
  about === 'refund' ? !psp.lookUpRefund : !psp.lookUp;

const isSame = (told: Money, asked: Money): boolean =>
  told.amount === asked.amount && told.currency === asked.currency;

const verified = async (
  ports: PaymentPorts,
  psp: Psp,
  charge: Charge,
  about: OperationKind,
  operation: { readonly id: string; readonly amount: number },
  claimed: OperationAnswer,
): Promise<OperationAnswer> => {
  const call = timeFor(ports, timeout_ms);
  if (isUnverifiable(psp, about)) return claimed;
  if (!call) throw notVerified(psp);
  if (about === 'refund') {
    const found = await psp.lookUpRefund?.(attemptOf(charge), operation, call);
    if (found?.outcome === 'succeeded' || found?.outcome === 'failed') return found;
    throw notVerified(psp);
  }
  const found = await psp.lookUp?.(attemptOf(charge), call);
  if (found && agrees(about, claimed.outcome === 'succeeded', found.outcome)) return claimed;
  throw notVerified(psp);
};

/** Whether the state of the payment is the one the operation's result leaves. What is not known agrees with nothing. */
const agrees = (about: 'capture' | 'cancel', succeeded: boolean, state: LookUpAnswer['outcome']): boolean => {
  const [done, other] =
    about === 'capture' ? (['captured', 'canceled'] as const) : (['canceled', 'captured'] as const);
  return succeeded ? state === done : state === 'approved' || state === other;
};

/** The PSP delivers the event again: by then it may be able to say so itself. */
export const notVerified = (psp: Psp): ApiError =>
  new ApiError('event_not_verified', `${psp.id} does not confirm this event yet. Deliver it again.`, {
    retry_after: 30,
  });

/** Until the refund is where the event says, or beyond: another event of the same refund may be written at the same moment. */
const refundResult = async (
  ports: PaymentPorts,
  read: Charge,
  event: PspEvent,
  answer: OperationAnswer,
): Promise<void> => {
  let charge: Charge | undefined = read;
  for (let round = 0; round < 5; round++) {
    const refund: Refund | undefined = charge?.refunds[event.operation ?? ''];
    if (!charge || !refund || refund.status === 'failed' || refund.status === answer.outcome) return;
    if (refund.status === 'succeeded')
      ports.report({ event: 'refund_failed_late', charge: charge.id, refund: refund.id, psp: charge.psp });
    await unheard(settleRefund(ports, { charge, refund }, answer));
    charge = await ports.store.charge(read.id);
  }
};

/** A capture that the PSP reported and then took back: the hold stands, nothing was paid. With refunds on it, a person decides. */
const reopen = async (ports: PaymentPorts, id: string, operation: string | undefined): Promise<void> => {
  for (let round = 0; round < 5; round++) {
    const charge = await ports.store.charge(id);
    const session = charge && (await ports.store.session(charge.session));
    if (charge?.status !== 'captured' || charge.capture?.id !== operation || !session) return;
    ports.report({ event: 'capture_failed', charge: id, session: session.id, psp: charge.psp });
    if (Object.values(charge.refunds).some(({ status }) => status !== 'failed')) return;
    const item = revise<Charge>(
      charge,
      { status: 'authorized', amount_captured: 0, amount_refundable: 0 },
      ports.invocation,
    );
    const written = await ports.store.commit([
      { table: 'charges', item, expects: charge.rev },
      {
        table: 'sessions',
        item: revise<Session>(session, { payment_status: 'authorized' }, ports.invocation),
        expects: session.rev,
      },
    ]);
    if (written.ok) return;
  }
};
