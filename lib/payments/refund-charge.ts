import { ApiError } from '../types/api-error.ts';
import { settlesFormer } from '../types/outcome.ts';
import type { OperationAnswer } from '../types/psp.ts';
import type { Charge, Refund } from '../types/records.ts';
import { Replay } from '../types/replay.ts';
import type { Idempotency } from '../types/result.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { firstLook, recoveryMark } from './recovery-mark.ts';
import { keyInUse, replayIfSeen } from './remember.ts';
import { revise } from './revise.ts';
import { runOperation } from './run-operation.ts';

export type RefundCommand = {
  /** The refund's id: derived from the idempotency key where there is one, random otherwise. */
  readonly id: string;
  readonly charge: string;
  /** ISO 4217 minor units; all that is left where absent. */
  readonly amount?: number;
  readonly reason?: NonNullable<Refund['reason']>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly idempotency?: Idempotency;
};

export type Refunded = { readonly refund: Refund; readonly charge: Charge };

const maxRefunds = 100;

/**
 * Returns money of a captured charge through the PSP account that holds it. The amount is reserved in one conditional write before the PSP is
 * called, and given back only on a definite failure.
 */
export const refundCharge = async (ports: PaymentPorts, command: RefundCommand): Promise<Refunded> => {
  const reserved = await reserve(ports, command);
  const { refund, charge } = reserved;
  const answer = await runOperation(ports, 'refund', charge, {
    id: refund.id,
    amount: refund.amount,
    started: ports.clock.now(),
    ...(charge.psp_reference === undefined ? {} : { psp_reference: charge.psp_reference }),
  });
  return settleRefund(ports, reserved, answer);
};

const reserve = async (ports: PaymentPorts, command: RefundCommand): Promise<Refunded> => {
  const exact = command.amount === undefined;
  let current = exact ? await ports.store.charge(command.charge) : undefined;
  if (exact) refuse(current, command);
  for (let round = 0; round < 5; round++) {
    const amount = command.amount ?? current?.amount_refundable ?? 0;
    const now = ports.clock.now();
    const refund: Refund = {
      id: command.id,
      rev: 1,
      write: `${ports.invocation}.1`,
      amount,
      status: 'pending',
      metadata: command.metadata,
      created: Math.floor(now / 1000),
      ...(command.reason === undefined ? {} : { reason: command.reason }),
      ...(command.idempotency ? { remembered: command.idempotency } : {}),
    };
    const mark = recoveryMark(command.charge, firstLook(now, ports.recovery), ports.recovery);
    const reserved = await ports.store.reserveRefund(command.charge, refund, { exact, ...mark });
    if (reserved.ok) return { refund, charge: reserved.charge };
    current = reserved.charge;
    refuse(current, command);
  }
  throw new ApiError(
    'storage_unavailable',
    'The charge is being refunded by others at this moment. Try again.',
    { retry_after: 1 },
  );
};

/** Throws why the charge as it stands cannot be refunded like this; returns where only a concurrent refund was in the way. */
const refuse = (charge: Charge | undefined, { id, amount, idempotency, ...command }: RefundCommand): void => {
  if (!charge) throw noCharge(command.charge);
  const before = charge.refunds[id];
  if (before?.remembered) replayIfSeen([before.remembered], idempotency);
  if (charge.status !== 'captured')
    throw new ApiError(
      'charge_not_refundable',
      `Charge ${charge.id} is ${charge.status}. Only captured charges can be refunded.`,
      {
        param: 'charge',
      },
    );
  if (charge.amount_refundable === 0)
    throw new ApiError('charge_already_refunded', `Charge ${charge.id} has been refunded in full.`, {
      param: 'charge',
    });
  if (amount !== undefined && amount > charge.amount_refundable)
    throw new ApiError(
      'refund_amount_too_large',
      `amount: expected at most ${charge.amount_refundable}, which is left of charge ${charge.id}, received ${amount}.`,
      { param: 'amount' },
    );
  if (Object.keys(charge.refunds).length >= maxRefunds)
    throw new ApiError(
      'too_many_refunds',
      `Charge ${charge.id} has ${maxRefunds} refunds, the most a charge can have.`,
      { param: 'charge' },
    );
};

/** `param`: where the caller named the charge. */
export const noCharge = (id: string, param: 'charge' | 'id' = 'charge'): ApiError =>
  new ApiError('resource_missing', `No charge ${id.slice(0, 64)}.`, { param });

/**
 * Writes down what the PSP said about a refund and answers it. Whoever settled it first (a webhook, recovery) has decided the answer.
 */
export const settleRefund = async (
  ports: PaymentPorts,
  { refund: reserved, charge: known }: Refunded,
  answer: OperationAnswer,
): Promise<Refunded> => {
  let [refund, charge] = [reserved, known];
  for (let round = 0; round < 5; round++) {
    const settled = rememberRefund(
      ports,
      refundAfter(refund, soundFor(reserved, refund, answer), ports.invocation),
      charge,
    );
    const release = settled.status === 'failed';
    const written = await ports.store.settleRefund(charge.id, settled, { release });
    const stands = written.ok ? settled : written.charge?.refunds[refund.id];
    if (!stands) throw new ApiError('internal', `Refund ${refund.id} of charge ${charge.id} is missing.`);
    charge = written.charge ?? charge;
    if (written.ok || stands.status !== 'pending') return told(stands, charge);
    refund = stands;
  }
  throw keyInUse();
};

const told = (refund: Refund, charge: Charge): Refunded => {
  if (refund.remembered?.answer) throw new Replay(refund.remembered.answer, { first: true });
  return { refund, charge };
};

/** That this request came to nothing is a failure only where no other can have been sent: whoever sends one has written first. */
const soundFor = (reserved: Refund, refund: Refund, answer: OperationAnswer): OperationAnswer =>
  answer.outcome === 'failed' && !settlesFormer(answer.reason) && refund.rev !== reserved.rev
    ? { outcome: 'unknown', doubt: 'in_flight' }
    : answer;

/** The refund's next revision after what the PSP said. Pure. An unknown outcome leaves it pending, its amount reserved. */
const refundAfter = (refund: Refund, answer: OperationAnswer, invocation: string): Refund => {
  const write = `${invocation}.${refund.id}`;
  switch (answer.outcome) {
    case 'succeeded':
    case 'pending':
      return revise<Refund>(
        refund,
        {
          status: answer.outcome,
          accepted: true,
          ...(answer.psp_reference === undefined ? {} : { psp_reference: answer.psp_reference }),
        },
        write,
      );
    case 'failed':
      return revise<Refund>(refund, { status: 'failed', failure_reason: answer.reason }, write);
    case 'unknown':
      return revise<Refund>(refund, { status: 'pending' }, write);
    default:
      return answer satisfies never;
  }
};

/** The refund with its answer stored, where it was asked for with an idempotency key and has none yet. */
const rememberRefund = (ports: Pick<PaymentPorts, 'render'>, refund: Refund, charge: Charge): Refund =>
  refund.remembered && !refund.remembered.answer
    ? {
        ...refund,
        remembered: {
          ...refund.remembered,
          answer: ports.render({ refund, charge }, refund.remembered.view),
        },
      }
    : refund;
