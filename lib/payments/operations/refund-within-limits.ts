import { ApiError, isStorageDown } from '../../types/api-error.ts';
import type { Charge } from '../../types/charge.ts';
import { exponentOf } from '../../types/currency.ts';
import { toDecimal } from '../../types/money.ts';
import type { Clock } from '../../types/ports.ts';
import type { DayOfRefunds, LimitsOfRole, RefundAllowances, RefundLimit } from '../../types/refund-limits.ts';
import type { Result } from '../../types/result.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { leftOf, type RefundCommand, refundCharge, refuseRefund } from './refund-charge.ts';

/** A person at the console, and how much their role may refund. */
export type LimitedPerson = { readonly id: string; readonly role: string; readonly limits: LimitsOfRole };

const most_rounds = 8;
const day_s = 86_400;

/**
 * `refundCharge` for a person with limits. The amount is taken from their allowance of the day before the refund is reserved, and given back if there
 * is no refund. A repeat under the same key takes nothing more. A function that dies in between costs allowance, never money. Throws
 * `refund_limit_reached`.
 */
export const refundWithinLimits = async (
  ports: PaymentPorts,
  allowances: RefundAllowances,
  command: RefundCommand,
  person: LimitedPerson,
): Promise<Result> => {
  const charge = await ports.store.charge(command.charge);
  // It rejects the call by itself, or repeats its first response.
  if (!charge || isKnown(charge, command)) return refundCharge(ports, command);
  const amount = command.amount ?? leftOf(charge, command);
  // Whatever can be refunded after this read is not within the person's allowance.
  if (amount <= 0) return refuseRefund(ports, charge, command);
  const asked = { charge, id: command.id, amount, person, day: dayOf(ports.clock) };
  await take(ports, allowances, asked);
  const giveBack = () => giveBackUnlessMade(ports, allowances, asked);
  try {
    const result = await refundCharge(ports, { ...command, amount });
    await giveBack();
    return result;
  } catch (error) {
    // A write without a response may still have been made.
    if (isRefusal(error)) await giveBack();
    throw error;
  }
};

const isRefusal = (error: unknown): boolean => error instanceof ApiError && !isStorageDown(error);

const isKnown = ({ refunds, failed_refunds = {} }: Charge, { id }: RefundCommand): boolean =>
  id in refunds || id in failed_refunds;

type Asked = {
  readonly charge: Charge;
  /** Of the refund. */
  readonly id: string;
  readonly amount: number;
  readonly person: LimitedPerson;
  /** Unix seconds at which it began. */
  readonly day: number;
};

const dayOf = ({ now }: Pick<Clock, 'now'>): number => {
  const second = Math.floor(now() / 1000);
  return second - (second % day_s);
};

const nameOf = (day: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC' }).format(day * 1000);

const take = async (ports: PaymentPorts, allowances: RefundAllowances, asked: Asked): Promise<void> => {
  const { person, day } = asked;
  for (let round = 0; round < most_rounds; round++) {
    if (round > 0) await ports.clock.sleep(10 * 2 ** round);
    const row = await allowances.read(person.id, nameOf(day));
    const calls = callsIn(row, asked);
    if (calls === 0) refuseBeyond(withoutOtherCalls(row, asked), asked);
    if (await allowances.replace(withCalls(row, asked, calls + 1))) return;
  }
  throw new ApiError('storage_unavailable', 'Another refund of yours is in progress. Try again.', {
    retry_after: 1,
  });
};

/** A repeat has the same id. Its amount may be another one, if it asks for everything left, or if its body differs. */
const callOf = ({ id, amount }: Asked): string => `${id} ${amount}`;

/** The calls of this refund that may be under way, or have made it. */
const callsIn = ({ taken }: DayOfRefunds, asked: Asked): number =>
  taken[asked.charge.id]?.calls?.[callOf(asked)] ?? 0;

type Calls = NonNullable<DayOfRefunds['taken'][string]['calls']>;

/** The most that a call of this refund asks for: of all its calls, at most one makes it. */
const mostOf = (calls: Calls, { id }: Asked): number =>
  Math.max(
    0,
    ...Object.keys(calls).flatMap((call) => (call.startsWith(`${id} `) ? [Number(call.split(' ')[1])] : [])),
  );

/** The first call of a refund takes its amount, and the last to end without it gives it back. */
const withCalls = (row: DayOfRefunds, asked: Asked, count: number): DayOfRefunds => {
  const { id, currency } = asked.charge;
  const { amount = 0, calls = {} } = row.taken[id] ?? {};
  const { [callOf(asked)]: _, ...others } = calls;
  const counted = count > 0 ? { ...others, [callOf(asked)]: count } : others;
  const changed = mostOf(counted, asked) - mostOf(calls, asked);
  return { ...row, taken: { ...row.taken, [id]: { amount: amount + changed, currency, calls: counted } } };
};

/** The day before anything was taken for this refund: it is made once, so that its own earlier calls leave no less for it. */
const withoutOtherCalls = (row: DayOfRefunds, asked: Asked): DayOfRefunds => {
  const { id } = asked.charge;
  const taken = row.taken[id];
  if (!taken) return row;
  const amount = taken.amount - mostOf(taken.calls ?? {}, asked);
  return { ...row, taken: { ...row.taken, [id]: { ...taken, amount } } };
};

const refuseBeyond = (row: DayOfRefunds, asked: Asked): void => {
  const { charge, amount, person } = asked;
  const { currency } = charge;
  const limit: RefundLimit | undefined = person.limits[currency];
  if (!limit)
    throw limitRefusal(`Your role ${person.role} refunds nothing in ${currency.toUpperCase()}.`, 'charge');
  const format = (minor: number) => formatAmount(minor, currency);
  const ofPayment = limit.payment - sumRefundedBefore(row, asked);
  if (amount > ofPayment)
    throw limitRefusal(
      `amount: expected at most ${format(ofPayment)}, received ${format(amount)}. Your role ${person.role} refunds at most ${format(limit.payment)} of one payment.`,
    );
  const today = Object.values(row.taken).filter((taken) => taken.currency === currency);
  const ofDay = limit.day - sum(today.map((taken) => taken.amount));
  if (amount > ofDay)
    throw limitRefusal(
      `amount: expected at most ${format(ofDay)}, received ${format(amount)}. Your role ${person.role} refunds at most ${format(limit.day)} a day (UTC).`,
    );
};

/** As the console shows amounts: a person would take minor units for a hundred times as much. */
const formatAmount = (minor: number, currency: string): string =>
  `${toDecimal(Math.max(0, minor), exponentOf(currency) ?? 2)} ${currency.toUpperCase()}`;

const limitRefusal = (message: string, param = 'amount'): ApiError =>
  new ApiError('refund_limit_reached', `${message} Somebody with a higher limit can refund it.`, { param });

/** What the person has refunded of the payment: on earlier days as recorded on the charge, today also what is not reserved yet. */
const sumRefundedBefore = (row: DayOfRefunds, { charge, person, day }: Asked): number => {
  const own = Object.values(charge.refunds).filter(
    ({ by, status }) => by === person.id && status !== 'failed',
  );
  const [before, today] = [
    own.filter((one) => one.created < day),
    own.filter((one) => one.created >= day),
  ].map((some) => sum(some.map(({ amount }) => amount)));
  return (before ?? 0) + Math.max(today ?? 0, row.taken[charge.id]?.amount ?? 0);
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Gives back what was not reserved with this amount, or has failed. Never rejects: if the write fails, the person only has less allowance. */
const giveBackUnlessMade = async (
  ports: PaymentPorts,
  allowances: RefundAllowances,
  asked: Asked,
): Promise<void> => {
  const { charge, id, person, day } = asked;
  try {
    const current = await ports.store.charge(charge.id);
    const made = current?.refunds[id];
    if (made && made.status !== 'failed' && made.amount === asked.amount) return;
    for (let round = 0; round < most_rounds; round++) {
      const row = await allowances.read(person.id, nameOf(day));
      const calls = callsIn(row, asked);
      if (calls === 0 || (await allowances.replace(withCalls(row, asked, calls - 1)))) return;
      await ports.clock.sleep(10 * 2 ** round);
    }
  } catch {
    // The caller needs the refund's own result.
  }
};
