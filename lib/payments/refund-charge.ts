import { ApiError } from '../types/api-error.ts';
import type { Charge, Refund } from '../types/charge.ts';
import type { Idempotency, Result } from '../types/result.ts';
import { keyInUse, seenBefore } from '../types/seen-before.ts';
import { noCharge } from './apply.ts';
import { lookAtPayment } from './look.ts';
import { isStateRefusal } from './operate-charge.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { runOperation } from './run-operation.ts';
import { checkStored, refundHeard, settleRefund } from './settle-refund.ts';
import { happen } from './transitions/charge-table.ts';
import { firstLook, recoveryMark } from './transitions/schedule.ts';

export type RefundCommand = {
  /** Derived from the idempotency key if there is one, random otherwise. */
  readonly id: string;
  readonly charge: string;
  /** ISO 4217 minor units; everything left if undefined. */
  readonly amount?: number;
  readonly reason?: NonNullable<Refund['reason']>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly idempotency?: Idempotency;
};

const maxRefunds = 100;

/**
 * Refunds a captured charge through the PSP account that holds it. One conditional write reserves the amount before the PSP is called; only a
 * definite failure releases it. If the PSP refuses because less is left there, refunds made elsewhere are applied first.
 */
export const refundCharge = async (ports: PaymentPorts, command: RefundCommand): Promise<Result> => {
  const reserved = await reserve(ports, command);
  if ('replay' in reserved) return reserved;
  const { refund } = reserved;
  const answer = await runOperation(ports, 'refund', reserved.charge, {
    id: refund.id,
    amount: refund.amount,
    started: refund.sent ?? 0,
    sent: refund.sent ?? 0,
    ...(reserved.charge.psp_reference === undefined ? {} : { psp_reference: reserved.charge.psp_reference }),
  });
  const charge = isStateRefusal(answer) ? await lookAround(ports, reserved.charge) : reserved.charge;
  const settled = await settleRefund(ports, charge, refund.id, refundHeard(ports, charge, refund, answer), {
    ...(refund.sent === undefined ? {} : { sent: refund.sent }),
    result: resultOf,
  });
  if (settled.refund.remembered?.answer) return { replay: settled.refund.remembered.answer, first: true };
  if (command.idempotency) throw keyInUse();
  return resultOf(settled.refund, charge);
};

const lookAround = async (ports: PaymentPorts, charge: Charge): Promise<Charge> => {
  const psp = ports.psps.connect(charge.psp);
  if (!psp) return charge;
  return (await lookAtPayment(ports, psp, { charge, session: undefined })).records.charge;
};

/** `charge`: before a failed refund released its amount. A refund that failed because less is left is answered with what is left. */
const resultOf = (refund: Refund, charge: Charge): Result => {
  const left = charge.amount_refundable + refund.amount;
  if (refund.status !== 'failed' || !charge.external || left >= refund.amount) return { refund, charge };
  return { error: left <= 0 ? alreadyRefunded(charge) : tooLarge(charge, left, refund.amount) };
};

type Reserved =
  | { readonly refund: Refund; readonly charge: Charge }
  | Extract<Result, { readonly replay: unknown }>;

const reserve = async (ports: PaymentPorts, command: RefundCommand): Promise<Reserved> => {
  const exact = command.amount === undefined;
  let current = exact ? await ports.store.charge(command.charge) : undefined;
  const seen = exact ? refuse(current, command) : undefined;
  if (seen) return seen;
  for (let round = 0; round < 8; round++) {
    if (round > 1) await ports.clock.sleep(10 * 2 ** round);
    const amount = command.amount ?? current?.amount_refundable ?? 0;
    const now = ports.clock.now();
    const refund: Refund = {
      id: command.id,
      rev: 1,
      write: ports.newWrite(),
      amount,
      status: 'pending',
      metadata: command.metadata,
      created: Math.floor(now / 1000),
      sent: now,
      ...(command.reason === undefined ? {} : { reason: command.reason }),
      ...(command.idempotency ? { remembered: command.idempotency } : {}),
    };
    const mark = recoveryMark(command.charge, firstLook(now, ports.recovery), ports.recovery);
    const reserved = await ports.store.reserveRefund(command.charge, refund, { exact, ...mark });
    if (reserved.ok) {
      checkStored(ports, reserved.charge);
      return { refund, charge: reserved.charge };
    }
    current = reserved.charge;
    const replay = refuse(current, command);
    if (replay) return replay;
  }
  throw new ApiError(
    'storage_unavailable',
    'The charge is being refunded by others at this moment. Try again.',
    { retry_after: 1 },
  );
};

/** Throws why the charge cannot be refunded like this now; returns the first answer under the key, or nothing after a mere race of refunds. */
const refuse = (
  charge: Charge | undefined,
  { id, amount, idempotency, ...command }: RefundCommand,
): Extract<Result, { readonly replay: unknown }> | undefined => {
  if (!charge) throw noCharge(command.charge);
  const replay = seenBefore([charge.refunds[id]?.remembered], idempotency);
  if (replay) return replay;
  happen(charge, 'refund_asked', {}, { now: 0, nothing_may_be_sent: false });
  const left = charge.amount_refundable;
  if (left <= 0) throw alreadyRefunded(charge);
  if (amount !== undefined && amount > left) throw tooLarge(charge, left, amount);
  if (Object.keys(charge.refunds).length >= maxRefunds)
    throw new ApiError(
      'too_many_refunds',
      `Charge ${charge.id} has ${maxRefunds} refunds, the most a charge can have.`,
      { param: 'charge' },
    );
  return undefined;
};

const alreadyRefunded = ({ id }: Charge): ApiError =>
  new ApiError('charge_already_refunded', `Charge ${id} has been refunded in full.`, { param: 'charge' });

const tooLarge = ({ id }: Charge, left: number, amount: number): ApiError =>
  new ApiError(
    'refund_amount_too_large',
    `amount: expected at most ${left}, which is left of charge ${id}, received ${amount}.`,
    { param: 'amount' },
  );
