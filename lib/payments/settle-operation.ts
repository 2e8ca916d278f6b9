import { ApiError } from '../types/api-error.ts';
import { settlesFormer } from '../types/outcome.ts';
import type { OperationAnswer } from '../types/psp.ts';
import type { Charge, ChargeOperation, Remembered, Session } from '../types/records.ts';
import { Replay } from '../types/replay.ts';
import { declineMessage } from './decline-message.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { unmarked } from './recovery-mark.ts';
import { noCharge } from './refund-charge.ts';
import { keyInUse } from './remember.ts';
import { revise } from './revise.ts';

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
    const sound = soundFor(claimed, charge, answer);
    const moved = chargeAfter(ports, kind, charge, claimed[kind], sound);
    if (!moved) return answerOf(rememberedOf(charge, kind, claimed), charge, sound);
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
    if (written.ok) return answerOf(moved[kind]?.remembered, moved, sound);
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
  claimed: ChargeOperation | undefined,
  answer: OperationAnswer,
): Charge | undefined => {
  const operation = charge[kind];
  if (charge.status !== (kind === 'capture' ? 'capturing' : 'canceling')) return undefined;
  if (!operation || operation.id !== claimed?.id) return undefined;
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

/** What is remembered of the operation that was claimed, though another one may stand in its place by now. */
const rememberedOf = (charge: Charge, kind: 'capture' | 'cancel', claimed: Charge): Remembered | undefined =>
  charge[kind]?.id === claimed[kind]?.id
    ? charge[kind]?.remembered
    : charge.answered?.find(({ key }) => key === claimed[kind]?.remembered?.key);

const answerOf = (remembered: Remembered | undefined, charge: Charge, answer: OperationAnswer): Charge => {
  if (remembered?.answer) throw new Replay(remembered.answer, { first: true });
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
