import type {
  Attempt,
  Call,
  CaptureFound,
  LookUpResult,
  Operation,
  RefundsFound,
  Unknown,
} from '../../types/psp.ts';
import { textAt } from '../json.ts';
import { toUnknown } from '../refusal-reader.ts';
import { splitCall } from '../split-call.ts';
import { unixSeconds } from '../utc-time.ts';
import { capabilities } from './capabilities.ts';
import type { PayPalClient } from './client.ts';
import { createOrder } from './create-payment.ts';
import { captureOfRefund } from './event-owner.ts';
import { getOrder, type Order } from './payment.ts';
import type { Capture } from './read-capture.ts';
import { readPayment } from './read-payment.ts';
import { orderRefunds, readRefund } from './read-refund.ts';

/** The current order: by its id if we have it, otherwise by repeating its creation. A failed look-up is never a result. */
export const lookUp = async (client: PayPalClient, attempt: Attempt, call: Call): Promise<LookUpResult> => {
  if (attempt.psp_reference) return ask(client, attempt, attempt.psp_reference, call);
  const { first, rest } = splitCall(call, 2);
  const created = await createOrder(client, attempt, first);
  if ('doubt' in created) return created.doubt;
  if ('refusal' in created) return toUnknown(created.refusal);
  return isOriginal(attempt, created.order.create_time)
    ? ask(client, attempt, created.order.id, rest)
    : { outcome: 'unknown', doubt: 'ambiguous_error' };
};

/** All refunds of the attempt's order, including those made in the dashboard. */
export const lookUpRefunds = async (
  client: PayPalClient,
  attempt: Attempt,
  call: Call,
): Promise<RefundsFound | Unknown> => {
  const { psp_reference } = attempt;
  if (!psp_reference) return { outcome: 'unknown', doubt: 'ambiguous_error' };
  const found = await getOrder(client, { ...attempt, psp_reference }, call);
  if ('refusal' in found) return toUnknown(found.refusal);
  const { refunds, complete } = orderRefunds(attempt, found.order);
  return { outcome: 'found', refunds, complete };
};

const ask = async (
  client: PayPalClient,
  attempt: Attempt,
  psp_reference: string,
  call: Call,
): Promise<LookUpResult> => {
  const known = { ...attempt, psp_reference };
  const found = await getOrder(client, known, call);
  return 'order' in found ? readPayment(known, found.order) : { ...toUnknown(found.refusal), psp_reference };
};

/**
 * An order created after the key's window is a new one and says nothing about the attempt. Allows for a small difference between PayPal's clock and
 * ours.
 */
const isOriginal = ({ started }: Attempt, create_time: string | undefined): boolean => {
  const created = unixSeconds(create_time);
  return (
    created !== undefined && created * 1_000 < started + capabilities.idempotency.window_ms - clockSkew_ms
  );
};

const clockSkew_ms = 10 * 60 * 1_000;

/** The capture of the attempt's order to take a refund of this amount from. */
export const findCapture = async (
  client: PayPalClient,
  attempt: Attempt,
  operation: Operation,
  call: Call,
): Promise<CaptureFound> => {
  const { psp_reference } = attempt;
  if (!psp_reference) return { outcome: 'failed', reason: 'invalid_request', code: 'psp_reference_missing' };
  const found = await getOrder(client, { ...attempt, psp_reference }, call);
  if ('refusal' in found) return { outcome: 'unknown', doubt: toUnknown(found.refusal).doubt };
  const capture = captureFor(operation, found.order);
  return capture === undefined
    ? { outcome: 'failed', reason: 'invalid_request', code: 'capture_missing' }
    : { outcome: 'found', of: capture.id, amount: capture.left };
};

/** The capture that this refund was already taken from, if it was; otherwise the first that covers the amount, or else the one with the most left. */
const captureFor = (
  { id: operation, amount }: Pick<Operation, 'id' | 'amount'>,
  order: Order,
): Left | undefined => {
  const own = order.refunds.find((refund) => readRefund(refund)?.operation === operation);
  const made = own === undefined ? undefined : captureOfRefund(own);
  if (made !== undefined) return { id: made, left: amount };
  const captures = order.captures
    .toSorted((a, b) => Number(isDisputed(a)) - Number(isDisputed(b)))
    .flatMap((capture) => leftOf(order, capture) ?? []);
  return captures.find(({ left }) => left >= amount) ?? captures.toSorted((a, b) => b.left - a.left)[0];
};

/** A disputed capture's money may already be gone, or PayPal may return it: it comes last. */
const isDisputed = ({ json }: Capture): boolean =>
  ['BUYER_COMPLAINT', 'CHARGEBACK'].includes(textAt(json, 'status_details', 'reason') ?? '');

/** `left`: how much of a capture can still be refunded. Minor units. */
type Left = { readonly id: string; readonly left: number };

const leftOf = (order: Order, { id, state, money, given_back }: Capture): Left | undefined => {
  if (id === undefined || state !== 'taken') return undefined;
  return { id, left: (money?.amount ?? 0) - Math.max(given_back, sumRefunds(order, id)) };
};

/** What refunds have returned or are returning of a capture. A refund that names no capture belongs to the only one. Minor units. */
const sumRefunds = ({ captures, refunds }: Order, capture: string): number =>
  refunds.reduce<number>((sum, json) => {
    const refund = readRefund(json);
    const of = captureOfRefund(json) ?? (captures.length === 1 ? capture : undefined);
    return refund && refund.status !== 'failed' && of === capture ? sum + refund.money.amount : sum;
  }, 0);
