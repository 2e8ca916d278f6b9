import { ApiError } from '../types/api-error.ts';
import type { Charge, ChargeOperation } from '../types/records.ts';
import type { Idempotency } from '../types/result.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { firstLook, recoveryMark } from './recovery-mark.ts';
import { noCharge } from './refund-charge.ts';
import { replayIfSeen } from './remember.ts';
import { revise } from './revise.ts';
import { runOperation } from './run-operation.ts';
import { settleOperation } from './settle-operation.ts';

export type OperateCommand = {
  readonly charge: string;
  /** Capture only; all that was authorised where absent. ISO 4217 minor units. */
  readonly amount?: number;
  readonly idempotency?: Idempotency;
};

/**
 * Captures or cancels an authorised charge at the PSP account that holds it: claims it, calls, settles charge and session. A charge that is
 * already there is answered as it is, so that a repeat without a key does no harm.
 */
export const operateCharge = async (
  ports: PaymentPorts,
  kind: 'capture' | 'cancel',
  command: OperateCommand,
): Promise<Charge> => {
  const claimed = await claim(ports, kind, command);
  const operation = claimed[kind];
  if (!operation) throw new ApiError('internal', `The ${kind} of charge ${claimed.id} was not recorded.`);
  const answer = await runOperation(ports, kind, claimed, { ...operation, ...known(claimed) });
  return settleOperation(ports, kind, claimed, answer);
};

const known = ({ psp_reference }: Charge) => (psp_reference === undefined ? {} : { psp_reference });

const claim = async (
  ports: PaymentPorts,
  kind: 'capture' | 'cancel',
  command: OperateCommand,
): Promise<Charge> => {
  for (let round = 0; round < 5; round++) {
    const charge = await ports.store.charge(command.charge);
    if (!charge) throw noCharge(command.charge);
    const amount = refuse(charge, kind, command);
    if (amount < charge.amount) refusePart(ports, charge);
    ports.psps.connect(charge.psp);
    const now = ports.clock.now();
    const operation: ChargeOperation = {
      // A new id each time: under the id of one that failed the PSP would give that failure again.
      id: ports.newId('ch').replace('ch_', kind === 'capture' ? 'cp_' : 'cn_'),
      amount,
      started: now,
      ...(command.idempotency ? { remembered: command.idempotency } : {}),
    };
    const claimed = revise<Charge>(
      charge,
      {
        status: kind === 'capture' ? 'capturing' : 'canceling',
        [kind]: operation,
        ...answeredBefore(charge, kind),
        ...recoveryMark(charge.id, firstLook(now, ports.recovery), ports.recovery),
      },
      ports.invocation,
    );
    if ((await ports.store.commit([{ table: 'charges', item: claimed, expects: charge.rev }])).ok)
      return claimed;
  }
  throw new ApiError(
    'charge_operation_in_progress',
    'The charge is being changed by others at this moment. Try again.',
    { retry_after: 1 },
  );
};

/** A PSP that captures only as a whole is not asked for a part: it would have to take all of it or none. */
const refusePart = ({ psps }: PaymentPorts, { id, psp }: Charge): void => {
  if (psps.accounts.find((account) => account.id === psp)?.capabilities.capture.partial !== false) return;
  throw new ApiError(
    'charge_operation_refused',
    `amount: ${psp}, which holds charge ${id}, captures only the whole amount.`,
    { param: 'amount', decline_code: 'not_supported' },
  );
};

/** Keys remembered per charge beside those of its last capture and cancel. */
const maxAnswered = 20;

/** A capture or cancel that failed makes room for the next one; what was answered under its key stays. */
const answeredBefore = (
  { answered = [], ...charge }: Charge,
  kind: 'capture' | 'cancel',
): Partial<Charge> => {
  const before = charge[kind]?.remembered;
  return before ? { answered: [...answered, before].slice(-maxAnswered) } : {};
};

/** Throws why the charge cannot be captured or canceled now; returns the amount otherwise. */
const refuse = (
  charge: Charge,
  kind: 'capture' | 'cancel',
  { amount, idempotency }: OperateCommand,
): number => {
  replayIfSeen([charge[kind]?.remembered ?? [], charge.answered ?? []].flat(), idempotency);
  if (charge.status === 'capturing' || charge.status === 'canceling')
    throw new ApiError(
      'charge_operation_in_progress',
      `Charge ${charge.id} is ${charge.status}; the result is not known yet.`,
      {
        param: 'charge',
        retry_after: 5,
      },
    );
  if (charge.status !== 'authorized')
    throw new ApiError(
      kind === 'capture' ? 'charge_not_capturable' : 'charge_not_cancelable',
      `Charge ${charge.id} is ${charge.status}. Only an authorized charge can be ${kind === 'capture' ? 'captured' : 'canceled'}.`,
      { param: 'charge' },
    );
  if (amount !== undefined && amount > charge.amount)
    throw new ApiError(
      'capture_amount_too_large',
      `amount: expected at most ${charge.amount}, which was authorised, received ${amount}.`,
      {
        param: 'amount',
      },
    );
  return amount ?? charge.amount;
};
