import type { Attempt, Call, CaptureFound, Operation } from '../../types/psp.ts';
import { textAt } from '../json.ts';
import { undecided } from '../refusal-reader.ts';
import type { Capture } from './captures.ts';
import type { PayPalClient } from './client.ts';
import { refundedCapture } from './event-owner.ts';
import type { Order } from './order.ts';
import { getOrder } from './orders.ts';
import { readRefund } from './refunds.ts';

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
  if ('refusal' in found) return { outcome: 'unknown', doubt: undecided(found.refusal).doubt };
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
  const made = own === undefined ? undefined : refundedCapture(own);
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
  return { id, left: (money?.amount ?? 0) - Math.max(given_back, refundedOf(order, id)) };
};

/** What refunds have returned or are returning of a capture. A refund that names no capture belongs to the only one. Minor units. */
const refundedOf = ({ captures, refunds }: Order, capture: string): number =>
  refunds.reduce<number>((sum, json) => {
    const refund = readRefund(json);
    const of = refundedCapture(json) ?? (captures.length === 1 ? capture : undefined);
    return refund && refund.status !== 'failed' && of === capture ? sum + refund.money.amount : sum;
  }, 0);
