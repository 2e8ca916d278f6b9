import { isStateRefusal } from '../../charge/definite-result.ts';
import { ApiError } from '../../types/api-error.ts';
import type { Charge, ChargeOperation } from '../../types/charge.ts';
import { isUnderWay } from '../../types/charge-state.ts';
import { defined } from '../../types/defined.ts';
import type { Remembered } from '../../types/records.ts';
import type { Idempotency, Result } from '../../types/result.ts';
import { keyInUse, knownUnder } from '../../types/seen-before.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { accountGone } from '../records/account-gone.ts';
import { type Change, changeCharge, type Records } from '../records/change-charge.ts';
import { accountOf } from '../records/look-up-of.ts';
import { readRecords } from '../records/read-records.ts';
import { changeBy } from '../reports/apply.ts';
import { applyLookUp } from '../reports/apply-look-up.ts';
import { type OperationName, settleOperation } from '../reports/settle-operation.ts';
import { runOperation } from './run-operation.ts';

export type OperateCommand = {
  readonly charge: string;
  /** Capture only; the whole authorised amount if undefined. ISO 4217 minor units. */
  readonly amount?: number;
  /** The API key's id. */
  readonly by?: string;
  readonly idempotency?: Idempotency;
};

/**
 * Captures or cancels an authorised charge at the PSP account that holds it: records it, calls the PSP, settles charge and session. If the PSP refuses
 * because of the payment's state, changes made elsewhere are applied first. Throws the reason if it cannot be requested now.
 */
export const operateCharge = async (
  ports: PaymentPorts,
  kind: OperationName,
  command: OperateCommand,
): Promise<Result> => {
  const now = ports.clock.now();
  const operation = {
    // A new id each time: under the id of a failed operation the PSP would return that failure again.
    id: ports.newId(kind === 'capture' ? 'cp' : 'cn'),
    status: 'open' as const,
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
  const result = await runOperation(ports, kind, records.charge, claimed);
  const current = isStateRefusal(result) ? await applyChangesElsewhere(ports, kind, records) : records;
  return settleOperation(ports, kind, current, claimed, result);
};

/** Records the operation, unless its key is known. Throws the reason to refuse it: the charge's state comes first, then the amount. */
const claim = (
  ports: PaymentPorts,
  kind: OperationName,
  { amount, idempotency }: OperateCommand,
  operation: Omit<ChargeOperation, 'amount'>,
  records: Records,
): Change<Result | undefined> => {
  const { charge } = records;
  const known = knownUnder([charge[kind]?.remembered, ...(charge.answered ?? [])], idempotency);
  if (known) return { outcome: resultUnder(known, charge, kind) };
  const what = { operation: { ...operation, amount: amount ?? charge.amount } };
  const change =
    kind === 'capture'
      ? changeBy(ports, records, 'capture_asked', what)
      : changeBy(ports, records, 'cancel_asked', what);
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
const resultUnder = (known: Remembered, charge: Charge, kind: OperationName): Result => {
  if (known.answer) return { replay: known.answer, first: false };
  if (known === charge[kind]?.remembered && isUnderWay(charge[kind])) throw keyInUse();
  return { charge };
};

/** A PSP that captures only the whole amount is not asked for a part. */
const refusePart = (ports: PaymentPorts, { id, psp }: Charge): void => {
  if (accountOf(ports, psp)?.capabilities.capture.partial !== false) return;
  throw new ApiError(
    'charge_operation_refused',
    `amount: ${psp}, which holds charge ${id}, captures only the whole amount.`,
    { param: 'amount', decline_code: 'not_supported' },
  );
};

const applyChangesElsewhere = async (
  ports: PaymentPorts,
  kind: OperationName,
  records: Records,
): Promise<Records> => {
  const psp = ports.psps.connect(records.charge.psp);
  if (!psp) return records;
  return (await applyLookUp(ports, psp, records, { capture_refused: kind === 'capture' })).records;
};
