import type { Money } from '../../types/money.ts';
import type {
  Attempt,
  Call,
  CancelByReferenceResult,
  Operation,
  OperationResult,
  RefundReason,
} from '../../types/psp.ts';
import { at, integerAt, textAt } from '../json.ts';
import { writeReference } from '../reference.ts';
import { toOperationResult } from '../refusal-reader.ts';
import { echoesPart, wirePart } from '../wire-amounts.ts';
import { capabilities } from './capabilities.ts';
import type { AdyenClient } from './client.ts';
import { readRefusal } from './read-refusal.ts';

/**
 * `POST /payments/{pspReference}/captures` or `…/refunds`, for all or part of the amount; refunds may be repeated up to the captured amount. If the
 * payment was captured or voided elsewhere, Adyen still acknowledges the call, and refuses it by webhook.
 */
export const modifyAmount = async (
  post: AdyenClient,
  attempt: Attempt,
  operation: Operation,
  kind: 'captures' | 'refunds',
  call: Call,
): Promise<OperationResult> => {
  const { psp_reference, currency } = attempt;
  const money = { amount: operation.amount, currency };
  const wire = wirePart(capabilities.amounts, money);
  if (!wire.ok) return { outcome: 'failed', reason: 'not_supported', code: wire.reason };
  if (!psp_reference) return { outcome: 'failed', reason: 'invalid_request', code: 'psp_reference_missing' };
  return postModification(
    post,
    attempt,
    {
      path: `/payments/${encodeURIComponent(psp_reference)}/${kind}`,
      key: `${operation.id}-${kind}`,
      operation: operation.id,
      money,
      body: {
        amount: { currency: currency.toUpperCase(), value: wire.value },
        ...(operation.reason === undefined ? {} : { merchantRefundReason: reasons[operation.reason] }),
      },
    },
    call,
  );
};

const reasons: Readonly<Record<RefundReason, string>> = {
  duplicate: 'DUPLICATE',
  fraudulent: 'FRAUD',
  requested_by_customer: 'CUSTOMER REQUEST',
};

/** Releases an authorisation: by Adyen's reference if we have it (result: CANCELLATION), otherwise by ours (result: TECHNICAL_CANCEL). */
export const cancel = async (
  post: AdyenClient,
  attempt: Attempt,
  operation: Operation,
  call: Call,
): Promise<OperationResult> => {
  const { psp_reference, reference } = attempt;
  return postModification(
    post,
    attempt,
    {
      ...(psp_reference
        ? { path: `/payments/${encodeURIComponent(psp_reference)}/cancels` }
        : { path: '/cancels', body: { paymentReference: reference } }),
      key: `${operation.id}-cancels`,
      operation: operation.id,
    },
    call,
  );
};

/**
 * `POST /cancels` by our own reference, within 24 hours of the payment and before its capture. An acknowledgement is not a result: the payment has
 * certainly ended only once TECHNICAL_CANCEL says so. No refusal of this call says anything about the payment.
 */
export const cancelByReference = async (
  post: AdyenClient,
  attempt: Attempt,
  call: Call,
): Promise<CancelByReferenceResult> => {
  const result = await postModification(
    post,
    attempt,
    {
      path: '/cancels',
      key: `${attempt.reference}-fence`,
      operation: cancelByReferenceOperation,
      body: { paymentReference: attempt.reference },
    },
    call,
  );
  switch (result.outcome) {
    case 'pending':
    case 'succeeded':
      return { outcome: 'fencing' };
    case 'unknown':
      return result;
    case 'failed':
      return { outcome: 'unknown', doubt: 'ambiguous_error' };
    default:
      return result satisfies never;
  }
};

/** Replaces the operation id in a cancel by reference's reference. */
export const cancelByReferenceOperation = 'fence';

type Modification = {
  readonly path: string;
  /** Idempotency key. Adyen's keys apply to the whole company account, not to one endpoint, so each call of an operation has its own. */
  readonly key: string;
  /** Our operation id, which the webhook returns as part of the reference. */
  readonly operation: string;
  /** What the response must repeat, if the call gives an amount. */
  readonly money?: Money;
  readonly body?: { readonly [field: string]: unknown };
};

/** Adyen only acknowledges a modification (201, `received`); the result comes as a webhook with the same reference. */
const postModification = async (
  post: AdyenClient,
  { reference }: Attempt,
  { path, key, operation, money, body }: Modification,
  call: Call,
): Promise<OperationResult> => {
  const reply = await post(
    path,
    key,
    (merchantAccount) => ({ merchantAccount, reference: writeReference(reference, operation), ...body }),
    call,
  );
  if (reply.kind !== 'answered' || reply.status !== 201 || textAt(reply.json, 'status') !== 'received')
    return toOperationResult(readRefusal(reply));
  const psp_reference = textAt(reply.json, 'pspReference');
  if (psp_reference === undefined) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  return money === undefined || echoes(money, reply.json)
    ? { outcome: 'pending', psp_reference }
    : { outcome: 'unknown', doubt: 'amount_mismatch' };
};

const echoes = (money: Money, json: unknown): boolean =>
  at(json, 'amount') === undefined ||
  echoesPart(
    capabilities.amounts,
    money,
    integerAt(json, 'amount', 'value'),
    textAt(json, 'amount', 'currency'),
  );
