import { ApiError } from '../types/api-error.ts';
import type { Charge, ChargeOperation } from '../types/charge.ts';
import { isUnderWay } from '../types/charge-state.ts';
import { defined } from '../types/defined.ts';
import { settlesFormer } from '../types/outcome.ts';
import type { OperationResult } from '../types/psp.ts';
import type { Remembered } from '../types/records.ts';
import type { Idempotency, Result } from '../types/result.ts';
import { keyInUse, knownUnder } from '../types/seen-before.ts';
import { accountGone } from './account-gone.ts';
import { changeBy, hasFailedSince } from './apply.ts';
import { referenceOf } from './attempt.ts';
import { type Change, type Changed, changeCharge, type Records } from './change-charge.ts';
import { lookAtPayment } from './look.ts';
import { operationResult, withOperationResponses } from './operation-result.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { readRecords } from './read-records.ts';
import { runOperation } from './run-operation.ts';
import { takenOf } from './transitions/captured-total.ts';

export type OperateCommand = {
  readonly charge: string;
  /** Capture only; the whole authorised amount if undefined. ISO 4217 minor units. */
  readonly amount?: number;
  /** The API key's id. */
  readonly by?: string;
  readonly idempotency?: Idempotency;
};

type Kind = 'capture' | 'cancel';

/** Captures or cancels an authorised charge at the PSP account that holds it: records it, calls the PSP, settles charge and session. */
export const operateCharge = async (
  ports: PaymentPorts,
  kind: Kind,
  command: OperateCommand,
): Promise<Result> => {
  const now = ports.clock.now();
  const operation: ChargeOperation = {
    // A new id each time: under the id of a failed operation the PSP would return that failure again.
    id: ports.newId('ch').replace('ch_', kind === 'capture' ? 'cp_' : 'cn_'),
    amount: command.amount ?? 0,
    status: 'open',
    started: now,
    sent: now,
    ...defined({ by: command.by }),
    ...(command.idempotency ? { remembered: command.idempotency } : {}),
  };
  const { outcome, records } = await changeCharge(
    ports,
    await readRecords(ports, command.charge),
    (current) => claim(ports, kind, command, operation, current),
  );
  if (outcome) return outcome;
  const claimed = records.charge[kind];
  if (!claimed) throw new ApiError('internal', `The ${kind} of charge ${command.charge} was not recorded.`);
  const answer = await runOperation(ports, kind, records.charge, {
    ...claimed,
    ...referenceOf(records.charge),
  });
  const looked = isStateRefusal(answer) ? await lookAround(ports, kind, records) : records;
  return settleOperation(ports, kind, looked, claimed, answer);
};

const claim = (
  ports: PaymentPorts,
  kind: Kind,
  { amount, idempotency }: OperateCommand,
  operation: ChargeOperation,
  records: Records,
): Change<Result | undefined> => {
  const { charge } = records;
  const known = knownUnder([charge[kind]?.remembered, ...(charge.answered ?? [])], idempotency);
  if (known) return { outcome: answerUnder(known, charge, kind) };
  const asked = { operation: { ...operation, amount: amount ?? charge.amount } };
  const change =
    kind === 'capture'
      ? changeBy(ports, records, 'capture_asked', asked)
      : changeBy(ports, records, 'cancel_asked', asked);
  if (amount !== undefined && amount > charge.amount)
    throw new ApiError(
      'capture_amount_too_large',
      `amount: expected at most ${charge.amount}, which was authorised, received ${amount}.`,
      { param: 'amount' },
    );
  if (amount !== undefined && amount < charge.amount) refusePart(ports, charge);
  if (!ports.psps.connect(charge.psp))
    throw accountGone(
      kind === 'capture' ? 'charge_not_capturable' : 'charge_not_cancelable',
      charge,
      'charge',
    );
  return { ...change, outcome: undefined };
};

/** A key has no response while its operation is under way, or if the response was too long to keep: then it returns the charge as it is now. */
const answerUnder = (known: Remembered, charge: Charge, kind: Kind): Result => {
  if (known.answer) return { replay: known.answer, first: false };
  if (known === charge[kind]?.remembered && isUnderWay(charge[kind])) throw keyInUse();
  return { charge };
};

/** A PSP that captures only the whole amount is not asked for a part. */
const refusePart = ({ psps }: PaymentPorts, { id, psp }: Charge): void => {
  if (psps.accounts.find((account) => account.id === psp)?.capabilities.capture.partial !== false) return;
  throw new ApiError(
    'charge_operation_refused',
    `amount: ${psp}, which holds charge ${id}, captures only the whole amount.`,
    { param: 'amount', decline_code: 'not_supported' },
  );
};

/** The PSP refuses because of the payment's state, so the payment was changed elsewhere. */
export const isStateRefusal = (answer: OperationResult): boolean =>
  answer.outcome === 'failed' && answer.reason === 'invalid_request';

const lookAround = async (ports: PaymentPorts, kind: Kind, records: Records): Promise<Records> => {
  const psp = ports.psps.connect(records.charge.psp);
  if (!psp) return records;
  return (await lookAtPayment(ports, psp, records, { capture_refused: kind === 'capture' })).records;
};

/** Records a result of a capture or cancel under way, and returns the response for its caller. Also used by recovery and events. */
export const settleOperation = async (
  ports: PaymentPorts,
  kind: Kind,
  from: Records,
  claimed: ChargeOperation,
  answer: OperationResult,
): Promise<Result> => {
  const { records, written } = await storeResponse(ports, kind, from, claimed, answer);
  const { charge } = records;
  const remembered = [charge[kind]?.remembered, ...(charge.answered ?? [])].find(
    (seen) => seen !== undefined && seen.key === claimed.remembered?.key,
  );
  if (remembered?.answer) return { replay: remembered.answer, first: true };
  if (claimed.remembered && !written) throw keyInUse();
  return charge[kind]?.id === claimed.id ? operationResult(charge, kind) : { charge };
};

/** Records a result of a capture or cancel under way, from the PSP or, `by_person`, as a person decided. */
export const storeResponse = (
  ports: PaymentPorts,
  kind: Kind,
  from: Records,
  claimed: ChargeOperation,
  answer: OperationResult,
  by: { readonly by_person?: boolean } = {},
): Promise<Changed<Records, unknown>> =>
  changeCharge(ports, from, (current) =>
    operationChange(ports, kind, current, answer, { ...by, asked: from.charge, claimed }),
  );

/** The change that this makes to the current records. `asked`: the charge when its source was asked. Pure except for rendering responses. */
export const operationChange = (
  ports: PaymentPorts,
  kind: Kind,
  current: Records,
  answer: OperationResult,
  {
    asked,
    claimed,
    by_person = false,
  }: { readonly asked: Charge; readonly claimed: ChargeOperation; readonly by_person?: boolean },
): Change<unknown> => {
  const operation = current.charge[kind];
  // A look-up may take captures made elsewhere for ours: only the capture's own response says how much it took.
  const looked = answer.outcome === 'succeeded' && answer.total !== undefined;
  const isOwn = answer.outcome === 'succeeded' && !looked && !by_person;
  const counts = operation?.status === 'done' && isOwn;
  if (operation?.id !== claimed.id || !(isUnderWay(operation) || counts)) return { outcome: undefined };
  if (looked && hasFailedSince(asked, current.charge)) return { outcome: undefined };
  const change = changeFor(ports, kind, current, soundFor(claimed, operation, answer));
  const after = change.charge ?? current.charge;
  const decided: Charge = by_person && after[kind]?.status === 'done' ? { ...after, presumed: true } : after;
  const remembered = withOperationResponses(ports, decided, { open: true });
  return { ...change, ...(remembered === current.charge ? {} : { charge: remembered }), outcome: undefined };
};

/** A failed request means failure only if no other can have been sent: each is recorded before it is sent. */
const soundFor = (
  claimed: ChargeOperation,
  current: ChargeOperation,
  answer: OperationResult,
): OperationResult =>
  answer.outcome === 'failed' && !settlesFormer(answer.reason) && current.sent !== claimed.sent
    ? { outcome: 'unknown', doubt: 'in_flight' }
    : answer;

const changeFor = (
  ports: PaymentPorts,
  kind: Kind,
  records: Records,
  answer: OperationResult,
): Change<unknown> => {
  switch (answer.outcome) {
    case 'succeeded': {
      if (kind === 'cancel') return changeBy(ports, records, 'cancel_succeeded', {});
      const { total, psp_reference } = answer;
      const { capture } = records.charge;
      // Only the PSP can say how much was captured. The amount in a look-up may have turned out to be captured elsewhere.
      const amount = total === undefined ? answer.amount : capture && takenOf(total, capture, records.charge);
      return amount === undefined
        ? changeBy(ports, records, 'operation_unknown', {})
        : changeBy(ports, records, 'capture_succeeded', {
            amount,
            ...defined({ psp_reference }),
          });
    }
    case 'pending': {
      const accepted = defined({ psp_reference: answer.psp_reference });
      return changeBy(ports, records, kind === 'capture' ? 'capture_accepted' : 'cancel_accepted', accepted);
    }
    case 'failed': {
      const { reason, code } = answer;
      const failure = { reason, ...defined({ code }) };
      return changeBy(ports, records, kind === 'capture' ? 'capture_failed' : 'cancel_failed', { failure });
    }
    case 'unknown':
      return changeBy(ports, records, 'operation_unknown', {});
    default:
      return answer satisfies never;
  }
};
