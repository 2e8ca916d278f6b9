import { ApiError } from '../types/api-error.ts';
import { settlesFormer } from '../types/outcome.ts';
import type { OperationAnswer } from '../types/psp.ts';
import type { Charge, ChargeOperation, Session } from '../types/records.ts';
import { Replay } from '../types/replay.ts';
import type { Idempotency } from '../types/result.ts';
import { declineMessage } from './decline-message.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { firstLook, recoveryMark, unmarked } from './recovery-mark.ts';
import { noCharge } from './refund-charge.ts';
import { keyInUse, replayIfSeen } from './remember.ts';
import { revise } from './revise.ts';
import { runOperation } from './run-operation.ts';

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

/** Writes down what the PSP said about a capture or cancel under way, on the charge and its session, whoever learns it. */
export const settleOperation = async (
  ports: PaymentPorts,
  kind: 'capture' | 'cancel',
  claimed: Charge,
  answer: OperationAnswer,
): Promise<Charge> => {
  for (let round = 0; round < 5; round++) {
    const charge = await ports.store.charge(claimed.id);
    const session = charge && (await ports.store.session(charge.session));
    if (!charge || !session) throw noCharge(claimed.id);
    const moved = chargeAfter(ports, kind, charge, soundFor(claimed, charge, answer));
    const operation = moved?.[kind] ?? claimed[kind];
    if (!moved) return answerOf(rememberedOf(charge, kind, claimed), charge, answer);
    const payment_status =
      moved.status === 'captured'
        ? 'paid'
        : moved.status === 'canceled'
          ? 'canceled'
          : session.payment_status;
    const written = await ports.store.commit([
      { table: 'charges', item: moved, expects: charge.rev },
      ...(payment_status === session.payment_status
        ? []
        : [
            {
              table: 'sessions' as const,
              item: revise<Session>(session, { payment_status }, ports.invocation),
              expects: session.rev,
            },
          ]),
    ]);
    if (written.ok) return answerOf(operation, moved, answer);
  }
  throw keyInUse();
};

/** That this request came to nothing is a failure only where no other can have been sent: whoever sends one has written first. */
const soundFor = (claimed: Charge, charge: Charge, answer: OperationAnswer): OperationAnswer =>
  answer.outcome === 'failed' && !settlesFormer(answer.reason) && charge.rev !== claimed.rev
    ? { outcome: 'unknown', doubt: 'in_flight' }
    : answer;

/** The charge's next revision after the answer, its own answer remembered; undefined where it was settled before. Pure. */
const chargeAfter = (
  ports: PaymentPorts,
  kind: 'capture' | 'cancel',
  charge: Charge,
  answer: OperationAnswer,
): Charge | undefined => {
  const operation = charge[kind];
  if (charge.status !== (kind === 'capture' ? 'capturing' : 'canceling') || !operation) return undefined;
  const remember = (next: Charge, accepted: boolean): Charge => ({
    ...next,
    [kind]: {
      ...operation,
      ...(accepted ? { accepted } : {}),
      ...(operation.remembered && !operation.remembered.answer
        ? {
            remembered: {
              ...operation.remembered,
              answer: ports.render(resultOf(next, answer), operation.remembered.view),
            },
          }
        : {}),
    },
  });
  switch (answer.outcome) {
    case 'succeeded':
      return remember(
        revise<Charge>(
          unmarked(charge),
          kind === 'capture'
            ? { status: 'captured', amount_captured: operation.amount, amount_refundable: operation.amount }
            : { status: 'canceled' },
          ports.invocation,
        ),
        true,
      );
    case 'pending':
    case 'unknown':
      // The next look is the claim's to set: a new one here would start recovery's schedule over each time it looks.
      return remember(
        revise<Charge>(charge, {}, ports.invocation),
        answer.outcome === 'pending' || operation.accepted === true,
      );
    case 'failed':
      return remember(revise<Charge>(unmarked(charge), { status: 'authorized' }, ports.invocation), false);
    default:
      return answer satisfies never;
  }
};

const answerOf = (
  operation: ChargeOperation | undefined,
  charge: Charge,
  answer: OperationAnswer,
): Charge => {
  if (operation?.remembered?.answer) throw new Replay(operation.remembered.answer, { first: true });
  const result = resultOf(charge, answer);
  if ('error' in result) throw result.error;
  return charge;
};

const resultOf = (
  charge: Charge,
  answer: OperationAnswer,
): { readonly charge: Charge } | { readonly error: ApiError } => {
  if (answer.outcome !== 'failed') return { charge };
  switch (answer.reason) {
    case 'not_sent':
    case 'psp_unavailable':
    case 'rate_limited':
      return {
        error: new ApiError('psp_unavailable', declineMessage(answer.reason), {
          decline_code: answer.reason,
        }),
      };
    default:
      return {
        error: new ApiError(
          'charge_operation_refused',
          `The payment provider refused (${answer.code ?? answer.reason}). The charge stays authorized.`,
          {
            param: 'charge',
            decline_code: answer.reason,
          },
        ),
      };
  }
};
