import { isStateRefusal } from '../../charge/definite-result.ts';
import { withSpaceFor } from '../../charge/failed-refunds.ts';
import { firstCheck, recoveryMark } from '../../charge/schedule.ts';
import { timedOutAt } from '../../charge/timed-out.ts';
import { makeTransition } from '../../charge/transitions/charge-table.ts';
import { ApiError, isStorageDown } from '../../types/api-error.ts';
import type { Charge, Refund } from '../../types/charge.ts';
import { maxRefunds } from '../../types/charge-space.ts';
import { defined } from '../../types/defined.ts';
import type { RefundReason } from '../../types/psp.ts';
import type { Idempotency, Result } from '../../types/result.ts';
import { keyInUse, knownUnder, seenBefore } from '../../types/seen-before.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { accountGone } from '../records/account-gone.ts';
import { changeCharge } from '../records/change-charge.ts';
import { noCharge } from '../records/read-records.ts';
import { applyLookUp } from '../reports/apply-look-up.ts';
import { checkStored, readRefundReport, settleRefund } from '../reports/settle-refund.ts';
import { sendRefund } from './send-refund.ts';

export type RefundCommand = {
  /** Derived from the idempotency key if there is one, random otherwise. */
  readonly id: string;
  readonly charge: string;
  /** ISO 4217 minor units; everything left if undefined. */
  readonly amount?: number;
  /** Also refund an amount under an open dispute: if the dispute is lost, the customer gets that money twice. */
  readonly allow_disputed?: boolean;
  readonly reason?: RefundReason;
  readonly metadata: Readonly<Record<string, string>>;
  /** The API key's id. */
  readonly by?: string;
  readonly idempotency?: Idempotency;
};

/**
 * Refunds a captured charge through the PSP account that holds it. One conditional write reserves the amount before the PSP is called; only a
 * definite failure releases it. If the PSP refuses because of the payment's state, refunds made elsewhere are applied first, so that the response
 * says how much is left. Throws the reason if the refund cannot be requested now, `idempotency_key_in_use`, or `storage_unavailable`.
 */
export const refundCharge = async (ports: PaymentPorts, command: RefundCommand): Promise<Result> => {
  const reserved = await reserve(ports, command);
  if ('replay' in reserved) return reserved;
  try {
    return await sendAndSettle(ports, command, reserved);
  } catch (error) {
    // Without a key, a repeat of the call would be a second refund. This one is recorded: recovery resolves it.
    if (command.idempotency || !isStorageDown(error)) throw error;
    return reserved;
  }
};

const sendAndSettle = async (
  ports: PaymentPorts,
  command: RefundCommand,
  reserved: { readonly refund: Refund; readonly charge: Charge },
): Promise<Result> => {
  const { refund } = reserved;
  const { result, most, ...sent } = await sendRefund(ports, reserved);
  const charge = isStateRefusal(result) ? await applyChangesElsewhere(ports, sent.charge) : sent.charge;
  const respond = responseWithin(most);
  const reported = readRefundReport(ports, charge, refund, result);
  const settled = await settleRefund(ports, charge, refund.id, reported, {
    ...defined({ sent: refund.sent }),
    result: respond,
  });
  if (settled.refund.remembered?.answer) return { replay: settled.refund.remembered.answer, first: true };
  // No response is stored if the refund was removed meanwhile: a repeat of the call gets what is known then.
  if (command.idempotency) throw keyInUse();
  // On this charge its amount is still reserved, whatever has become of it since.
  return respond(settled.refund, charge);
};

/** The response to a refund; if it failed because no single capture has more than `most` left, that error. Minor units. */
const responseWithin = (most: number | undefined): ((refund: Refund, charge: Charge) => Result) => {
  if (most === undefined) return resultOf;
  return (refund, charge) => {
    const usual = resultOf(refund, charge);
    return 'error' in usual ? usual : { error: leftOfOne(charge, most, refund.amount) };
  };
};

const leftOfOne = ({ id, psp }: Charge, most: number, amount: number): ApiError =>
  new ApiError(
    'refund_amount_too_large',
    `amount: expected at most ${most}, received ${amount}. ${psp} refunds one capture at a time, and no capture of charge ${id} has more left.`,
    { param: 'amount' },
  );

const applyChangesElsewhere = async (ports: PaymentPorts, charge: Charge): Promise<Charge> => {
  const psp = ports.psps.connect(charge.psp);
  if (!psp) return charge;
  const session = await ports.store.session(charge.session);
  return (await applyLookUp(ports, psp, { charge, session })).records.charge;
};

/**
 * The refund, or the error if it failed because less was left at the PSP than recorded here: less than it asked for, if it released its amount now.
 */
const resultOf = (refund: Refund, charge: Charge): Result => {
  const { amount, status } = refund;
  const refusal = whyNotRefundable(
    {
      ...charge,
      amount_refundable: charge.amount_refundable + amount,
      amount_refundable_disputed: charge.amount_refundable_disputed + amount,
    },
    refund,
  );
  return status === 'failed' && charge.external && refusal ? { error: refusal } : { refund, charge };
};

type Reserved =
  | { readonly refund: Refund; readonly charge: Charge }
  | Extract<Result, { readonly replay: unknown }>;

/**
 * Reserves the amount in one conditional write, or returns the first response under the key. With an amount, the write needs no read before it.
 * Without one it must take exactly what is left: if that has changed, the write fails with the current charge and is tried again.
 */
const reserve = async (ports: PaymentPorts, command: RefundCommand): Promise<Reserved> => {
  const exact = command.amount === undefined;
  const psps = ports.psps.accounts.map(({ id }) => id);
  let current = exact ? await ports.store.charge(command.charge) : undefined;
  const replayed = exact ? replayOrRefuse(ports, current, command) : undefined;
  if (replayed) return replayed;
  for (let round = 0; round < 8; round++) {
    if (round > 1) await ports.clock.sleep(10 * 2 ** round);
    const amount = command.amount ?? (current ? leftOf(current, command) : 0);
    const refund = newRefund(ports, command, amount);
    const mark = recoveryMark(command.charge, firstCheck(refund.sent, ports.recovery), ports.recovery);
    const reserved = await ports.store
      .reserveRefund(command.charge, refund, { exact, psps, ...mark })
      .catch((error: unknown) => warnOfRepeat(command, error));
    if (reserved.ok) {
      checkStored(ports, reserved.charge);
      return { refund, charge: reserved.charge };
    }
    current = reserved.charge;
    const replay = replayOrRefuse(ports, current, command);
    if (replay) return replay;
    if (current) current = await makeSpace(ports, current, command);
  }
  throw new ApiError('storage_unavailable', 'Another refund of this charge is in progress. Try again.', {
    retry_after: 1,
  });
};

const newRefund = (
  ports: PaymentPorts,
  { id, metadata, allow_disputed, reason, by, idempotency }: RefundCommand,
  amount: number,
): Refund & { readonly sent: number } => {
  const now = ports.clock.now();
  return {
    id,
    rev: 1,
    write: ports.newWrite(),
    amount,
    status: 'pending',
    metadata,
    created: Math.floor(now / 1000),
    sent: now,
    ...(allow_disputed ? { allow_disputed: true } : {}),
    ...defined({ reason, by }),
    ...(idempotency ? { remembered: idempotency } : {}),
  };
};

/** The write may have been made, and then recovery sends the refund. */
const warnOfRepeat = ({ idempotency, charge }: RefundCommand, error: unknown): never => {
  if (idempotency || !isStorageDown(error)) throw error;
  throw new ApiError(
    'storage_unavailable',
    `The storage did not answer, so the refund may be recorded. Before you repeat the call, look at the refunds in GET /v1/charges/${charge}: without an Idempotency-Key, a repeat would be a second refund.`,
    { cause: error },
  );
};

/**
 * Returns the first response under the key; otherwise throws the reason if the charge cannot be refunded like this now. Undefined if it can: another
 * refund only came first.
 */
const replayOrRefuse = (
  { psps }: PaymentPorts,
  charge: Charge | undefined,
  { id, amount, idempotency, allow_disputed, metadata, ...command }: RefundCommand,
): Extract<Result, { readonly replay: unknown }> | undefined => {
  if (!charge) throw noCharge(command.charge);
  const replay = seenBefore([charge.refunds[id]?.remembered], idempotency);
  if (replay) return replay;
  refuseRemoved(charge, id, idempotency);
  refuseByState(charge);
  if (!psps.connect(charge.psp)) throw accountGone('charge_not_refundable', charge, 'charge');
  const refusal = whyNotRefundable(charge, { amount, allow_disputed });
  if (refusal) throw refusal;
  if (!withSpaceFor(charge, { metadata })) throw tooManyRefunds(charge);
  return undefined;
};

/** Throws the reason why nothing of this charge can be refunded now. */
export const refuseRefund = (ports: PaymentPorts, charge: Charge, command: RefundCommand): never => {
  replayOrRefuse(ports, charge, command);
  throw nothingLeftRefusal(charge);
};

/** Rejects the key of a failed refund that was removed: its caller may have refunded under another key since. */
const refuseRemoved = (
  { failed_refunds = {} }: Charge,
  id: string,
  idempotency: Idempotency | undefined,
): void => {
  const hash = failed_refunds[id];
  if (hash === undefined) return;
  if (idempotency) knownUnder([{ key: idempotency.key, view: idempotency.view, hash }], idempotency);
  throw new ApiError(
    'charge_operation_refused',
    `The refund under this Idempotency-Key failed and moved no money. GET /v1/refunds/${id} shows it. To refund the charge, use a new key.`,
    { param: 'charge' },
  );
};

/** Throws if the table refuses a refund in the charge's state. Its circumstances do not matter: the reservation changes nothing in the table. */
const refuseByState = (charge: Charge): void => {
  makeTransition(charge, 'refund_asked', {}, { now: 0, nothing_may_be_sent: false });
};

/** Removes failed refunds to make space for this one. They stay in the list of refunds. What has timed out is checked as before. */
const makeSpace = async (ports: PaymentPorts, charge: Charge, command: RefundCommand): Promise<Charge> => {
  const { records } = await changeCharge(ports, { charge }, ({ charge: current }) => {
    const after = withSpaceFor(current, command) ?? current;
    const timed_out_at = timedOutAt(current, ports.recovery);
    return {
      charge: after === current ? current : { ...after, ...defined({ timed_out_at }) },
      outcome: undefined,
    };
  });
  return records.charge;
};

const tooManyRefunds = ({ id, refunds }: Charge): ApiError => {
  const made = Object.values(refunds).filter(({ status }) => status !== 'failed').length;
  return new ApiError(
    'too_many_refunds',
    made < maxRefunds
      ? `Charge ${id} has ${made} refunds, and their metadata leaves no space for one with this metadata.`
      : `Charge ${id} has ${maxRefunds} refunds, the most a charge can have.`,
    { param: 'charge' },
  );
};

type Asked = {
  readonly amount?: number | undefined;
  readonly allow_disputed?: boolean | undefined;
};

/** What can be refunded now, minor units. */
export const leftOf = (
  { amount_refundable, amount_refundable_disputed }: Charge,
  { allow_disputed }: Asked,
): number => (allow_disputed ? amount_refundable_disputed : amount_refundable);

/**
 * Why this much cannot be refunded; undefined if it can. No amount means everything left. It finds the words: the limit is the condition of the
 * write, in `lib/storage/refunds.ts`.
 */
const whyNotRefundable = (charge: Charge, { amount, allow_disputed }: Asked): ApiError | undefined => {
  const left = leftOf(charge, { allow_disputed });
  if (left > 0 && (amount === undefined || amount <= left)) return undefined;
  const most = charge.amount_refundable_disputed;
  if (most <= 0) return nothingLeftRefusal(charge);
  if (!allow_disputed && (left <= 0 || (amount ?? 0) <= most)) return disputeRefusal(charge, left);
  return amountRefusal(charge, left, amount ?? 0);
};

const disputeRefusal = ({ id }: Charge, left: number): ApiError =>
  new ApiError(
    'charge_disputed',
    `Charge ${id} is disputed: at most ${Math.max(0, left)} can be refunded while the dispute is open. allow_disputed permits more, but if the dispute is lost, the customer has that money twice.`,
    { param: 'charge' },
  );

const nothingLeftRefusal = ({ id, disputes }: Charge): ApiError =>
  new ApiError(
    'charge_already_refunded',
    Object.values(disputes).some(({ status }) => status === 'lost')
      ? `Nothing is left of charge ${id}: it has been refunded, or lost in a dispute.`
      : `Charge ${id} has been refunded in full.`,
    { param: 'charge' },
  );

const amountRefusal = ({ id }: Charge, left: number, amount: number): ApiError =>
  new ApiError(
    'refund_amount_too_large',
    `amount: expected at most ${left}, which is left of charge ${id}, received ${amount}.`,
    { param: 'amount' },
  );
