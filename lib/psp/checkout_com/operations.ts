import { defined } from '../../types/defined.ts';
import type { Attempt, Call, Operation, OperationResult } from '../../types/psp.ts';
import type { JsonReply } from '../exchange-json.ts';
import { textAt } from '../json.ts';
import { toOperationResult } from '../refusal-reader.ts';
import { splitCall } from '../split-call.ts';
import { wirePart } from '../wire-amounts.ts';
import { capabilities } from './capabilities.ts';
import type { CheckoutComClient } from './client.ts';
import {
  type ActionType,
  actionOf,
  getActions,
  operationResult,
  type PaymentAction,
} from './payment-actions.ts';
import { readRefusal } from './read-refusal.ts';

type Operate = (
  client: CheckoutComClient,
  attempt: Attempt,
  operation: Operation,
  call: Call,
) => Promise<OperationResult>;

/** Captures once, in full or in part; `Final` releases the rest. */
export const capture: Operate = async (client, attempt, operation, call) =>
  postAmount(client, attempt, operation, { type: 'Capture', path: 'captures', capture_type: 'Final' }, call);

/** Refunds in full or in part; partial refunds may be repeated up to the captured amount. */
export const refund: Operate = async (client, attempt, operation, call) =>
  postAmount(client, attempt, operation, { type: 'Refund', path: 'refunds' }, call);

/** Voids an authorisation that is not captured. */
export const cancel: Operate = async (client, attempt, operation, call) =>
  post(client, attempt, operation, { type: 'Void', path: 'voids' }, call);

type Answered = Extract<JsonReply, { kind: 'answered' }>;

type Action = {
  readonly type: ActionType;
  readonly path: 'captures' | 'voids' | 'refunds';
  readonly capture_type?: 'Final';
  readonly amount?: number;
};

const postAmount = async (
  client: CheckoutComClient,
  attempt: Attempt,
  operation: Operation,
  action: Action,
  call: Call,
): Promise<OperationResult> => {
  const wire = wirePart(capabilities.amounts, { amount: operation.amount, currency: attempt.currency });
  if (!wire.ok) return { outcome: 'failed', reason: 'not_supported', code: wire.reason };
  return post(client, attempt, operation, { ...action, amount: wire.value }, call);
};

/**
 * `POST /payments/{id}/captures`, `…/voids` or `…/refunds`: 202 accepts it; the result comes by webhook and among the payment's actions. A refusal
 * because of the payment's state can be caused by an earlier call of the same operation whose response was lost (the key keeps only 2xx), so it
 * counts only if the actions do not contain that operation.
 */
const post = async (
  client: CheckoutComClient,
  attempt: Attempt,
  operation: Operation,
  { type, path, ...fields }: Action,
  call: Call,
): Promise<OperationResult> => {
  const payment = attempt.psp_reference;
  if (!payment) return { outcome: 'failed', reason: 'invalid_request', code: 'psp_reference_missing' };
  const { first, rest } = splitCall(call, 2);
  const reply = await client.post(
    `/payments/${encodeURIComponent(payment)}/${path}`,
    `${operation.id}-${path}`,
    {
      ...fields,
      reference: operation.id,
      metadata: {
        charge: attempt.reference,
        operation: operation.id,
        ...defined({ reason: operation.reason }),
      },
    },
    first,
  );
  if (reply.kind !== 'answered') return toOperationResult(readRefusal(reply));
  if (reply.status === 202) {
    const psp_reference = textAt(reply.json, 'action_id');
    return psp_reference === undefined
      ? { outcome: 'unknown', doubt: 'unreadable_answer' }
      : { outcome: 'pending', psp_reference };
  }
  if (reply.status !== 403 && reply.status !== 404 && reply.status !== 422)
    return toOperationResult(readRefusal(reply));
  const reported = await getActions(client, payment, rest);
  if ('unknown' in reported) return toOperationResult(reported.unknown);
  const action = actionOf(reported.actions, type, operation);
  return action === undefined
    ? readStateRefusal(reply, reported.actions)
    : operationResult(action, attempt.currency, operation);
};

/** Here 403 and 404 mean that the payment cannot, or can no longer, be captured, voided or refunded. */
const readStateRefusal = (reply: Answered, actions: readonly PaymentAction[]): OperationResult =>
  reply.status === 422
    ? toOperationResult(readRefusal(reply))
    : { outcome: 'failed', reason: 'invalid_request', code: stateOf(actions) };

const stateOf = (actions: readonly PaymentAction[]): string => {
  switch (actions.find(({ approved }) => approved === true)?.type) {
    case 'Void':
      return 'voided';
    case 'Capture':
      return 'captured';
    case 'Refund':
      return 'refunded';
    default:
      return 'action_not_allowed';
  }
};
