import type { Money } from '../../types/money.ts';
import type { Attempt, Call, Operation, OperationResult } from '../../types/psp.ts';
import { at, codeAt, textAt } from '../json.ts';
import { writeReference } from '../reference.ts';
import { toOperationResult, toUnknown } from '../refusal-reader.ts';
import { splitCall } from '../split-call.ts';
import { wirePart } from '../wire-amounts.ts';
import { capabilities } from './capabilities.ts';
import { type PayPalClient, readSuccess } from './client.ts';
import { writeMoney } from './money.ts';
import { authorizationOf, getOrder, type Order } from './payment.ts';
import { captureResult, readCapture } from './read-capture.ts';
import { readRefund, refundResult } from './read-refund.ts';
import { issuesOf, readRefusal } from './read-refusal.ts';

type Operate = (
  client: PayPalClient,
  attempt: Attempt,
  operation: Operation,
  call: Call,
) => Promise<OperationResult>;

/**
 * Captures once, in full or in part; `final_capture` releases the rest. The capture has our ids as its invoice id, which identifies it. PayPal
 * captures up to 115% of the held amount, so nothing is sent if a capture was made elsewhere.
 */
export const capture: Operate = async (client, attempt, operation, call) => {
  const wire = wirePart(capabilities.amounts, { amount: operation.amount, currency: attempt.currency });
  if (!wire.ok) return { outcome: 'failed', reason: 'not_supported', code: wire.reason };
  return onOrder(client, attempt, call, async (order, call) => {
    const own = order.captures.find((known) => known.operation === operation.id);
    if (own !== undefined) return checkMoney(attempt, operation, own.money, captureResult(own));
    const authorization = textAt(authorizationOf(order), 'id');
    if (authorization === undefined) return failWithout('authorization');
    const elsewhere = findOtherCapture(order);
    if (elsewhere !== undefined) return elsewhere;
    const reply = await client.move({
      path: `/v2/payments/authorizations/${encodeURIComponent(authorization)}/capture`,
      key: `${operation.id}-capture`,
      body: JSON.stringify({
        amount: writeMoney(wire.value, attempt.currency),
        invoice_id: writeReference(attempt.reference, operation.id),
        final_capture: true,
      }),
      ...call,
    });
    const success = readSuccess(reply);
    if (success === undefined) return toOperationResult(readRefusal(reply));
    const made = readCapture(success.json);
    return checkMoney(attempt, operation, made.money, captureResult(made));
  });
};

/** Voids an authorisation with nothing captured. PayPal accepts no request id for it: a repeat finds it voided, which counts as success. */
export const cancel: Operate = async (client, attempt, _, call) =>
  onOrder(client, attempt, call, async (order, call) => {
    const authorization = textAt(authorizationOf(order), 'id');
    if (authorization === undefined) return failWithout('authorization');
    const elsewhere = findOtherCapture(order);
    if (elsewhere !== undefined) return elsewhere;
    const path = `/v2/payments/authorizations/${encodeURIComponent(authorization)}/void`;
    const reply = await client.move({ path, ...call });
    return reply.kind === 'answered' && isVoided(reply)
      ? { outcome: 'succeeded' }
      : toOperationResult(readRefusal(reply));
  });

/** Refunds in full or in part, in total at most the captured amount. */
export const refund: Operate = async (client, attempt, operation, call) => {
  const wire = wirePart(capabilities.amounts, { amount: operation.amount, currency: attempt.currency });
  if (!wire.ok) return { outcome: 'failed', reason: 'not_supported', code: wire.reason };
  return onOrder(client, attempt, call, async (order, call) => {
    const own = order.refunds.find((known) => readRefund(known)?.operation === operation.id);
    if (own !== undefined) return refundOf(attempt, operation, own);
    const captured = operation.of ?? captureFor(operation, order);
    if (captured === undefined) return failWithout('capture');
    const reply = await client.move({
      path: `/v2/payments/captures/${encodeURIComponent(captured)}/refund`,
      key: `${operation.id}-refund`,
      body: JSON.stringify({
        amount: writeMoney(wire.value, attempt.currency),
        custom_id: writeReference(attempt.reference, operation.id),
        invoice_id: operation.id,
      }),
      ...call,
    });
    const success = readSuccess(reply);
    return success === undefined
      ? toOperationResult(readRefusal(reply))
      : refundOf(attempt, operation, success.json);
  });
};

/**
 * Operations apply to the order's authorisation or capture, whose id is read from the order first. The operation itself gets two thirds of the time.
 */
const onOrder = async (
  client: PayPalClient,
  attempt: Attempt,
  call: Call,
  operate: (order: Order, call: Call) => Promise<OperationResult>,
): Promise<OperationResult> => {
  const { psp_reference } = attempt;
  if (!psp_reference) return failWithout('psp_reference');
  const { first, rest } = splitCall(call, 3);
  const found = await getOrder(client, { ...attempt, psp_reference }, first);
  return 'order' in found ? operate(found.order, rest) : toOperationResult(toUnknown(found.refusal));
};

const failWithout = (what: string): OperationResult => ({
  outcome: 'failed',
  reason: 'invalid_request',
  code: `${what}_missing`,
});

/** Why we may no longer capture or void an authorisation; undefined if none of it is captured or being captured. */
const findOtherCapture = (order: Order): OperationResult | undefined => {
  const remaining = order.captures.filter(({ state }) => state !== 'refused');
  if (remaining.some(({ state }) => state === 'unreadable'))
    return { outcome: 'unknown', doubt: 'unreadable_answer' };
  const code = codeAt(authorizationOf(order), 'status') ?? 'CAPTURED';
  return remaining.length === 0 ? undefined : { outcome: 'failed', reason: 'invalid_request', code };
};

const isVoided = ({ status, json }: { readonly status: number; readonly json: unknown }): boolean => {
  if (status === 204 || issuesOf(json).includes('PREVIOUSLY_VOIDED')) return true;
  return status === 200 && at(json, 'status') === 'VOIDED';
};

/**
 * The capture to refund if the refund names none: the first that is large enough, however much of it is already refunded, so that a repeat chooses
 * the same.
 */
const captureFor = ({ amount }: Operation, { captures }: Order): string | undefined => {
  const taken = captures.filter(({ state, id }) => state === 'taken' && id !== undefined);
  return (taken.find(({ money }) => money !== undefined && money.amount >= amount) ?? taken[0])?.id;
};

const refundOf = (attempt: Attempt, operation: Operation, json: unknown): OperationResult => {
  const made = readRefund(json);
  return made?.operation === operation.id
    ? checkMoney(attempt, operation, made.money, refundResult(made))
    : { outcome: 'unknown', doubt: 'unreadable_answer' };
};

/** A result counts only if it is about this operation's money: a larger amount or another currency belongs to another operation. */
const checkMoney = (
  attempt: Attempt,
  operation: Operation,
  money: Money | undefined,
  result: OperationResult,
): OperationResult =>
  money === undefined || (money.amount <= operation.amount && money.currency === attempt.currency)
    ? result
    : { outcome: 'unknown', doubt: 'amount_mismatch' };
