import { fromWire } from '../../types/amount-rules.ts';
import type { Call, Operation, OperationResult, Unknown } from '../../types/psp.ts';
import { booleanAt, integerAt, listAt, textAt } from '../json.ts';
import { isChargeId } from '../reference.ts';
import { toOperationResult, toUnknown } from '../refusal-reader.ts';
import { capabilities } from './capabilities.ts';
import type { CheckoutComClient } from './client.ts';
import { readDeclined, readRefusal } from './read-refusal.ts';

export type ActionType = 'Capture' | 'Void' | 'Refund';

/**
 * An action on a payment: its authorisation, a capture, a void, a refund. `operation` is our id for it. Without `approved` it is still in progress.
 * `json`: all of it, for `readDeclined`.
 */
export type PaymentAction = {
  readonly id: string;
  readonly type: string;
  readonly amount: number | undefined;
  readonly approved: boolean | undefined;
  readonly operation: string | undefined;
  readonly json: unknown;
};

/** `GET /payments/{id}/actions`, newest first, or why they could not be read. Source: PaymentActionsResponse. */
export const getActions = async (
  client: CheckoutComClient,
  payment: string,
  call: Call,
): Promise<{ readonly actions: readonly PaymentAction[] } | { readonly unknown: Unknown }> => {
  const reply = await client.get(`/payments/${encodeURIComponent(payment)}/actions`, call);
  if (reply.kind !== 'answered' || reply.status !== 200) return { unknown: toUnknown(readRefusal(reply)) };
  const actions = listAt(reply.json)?.map(readAction);
  return actions?.every((action) => action !== undefined)
    ? { actions }
    : { unknown: { outcome: 'unknown', doubt: 'unreadable_answer' } };
};

const readAction = (json: unknown): PaymentAction | undefined => {
  const id = textAt(json, 'id');
  const type = textAt(json, 'type');
  if (id === undefined || type === undefined) return undefined;
  return {
    id,
    type,
    amount: integerAt(json, 'amount'),
    approved: booleanAt(json, 'approved'),
    operation: ourIds(json).operation,
    json,
  };
};

/** The action of our operation, if there is one. */
export const actionOf = (
  actions: readonly PaymentAction[],
  type: ActionType,
  { id }: Operation,
): PaymentAction | undefined => actions.find((action) => action.type === type && action.operation === id);

/** The result of one of our operations, once its amount is certainly the one we requested. A void has no amount. */
export const operationResult = (
  action: PaymentAction,
  currency: string,
  operation: Operation,
): OperationResult => {
  const { id: psp_reference, type, approved } = action;
  const amount =
    action.amount === undefined ? undefined : fromWire(capabilities.amounts, action.amount, currency);
  if (type !== 'Void' && amount !== operation.amount) return { outcome: 'unknown', doubt: 'amount_mismatch' };
  if (approved === undefined) return { outcome: 'pending', psp_reference };
  if (!approved) return toOperationResult(readDeclined(action.json));
  return { outcome: 'succeeded', psp_reference, ...(type === 'Void' ? {} : { amount: operation.amount }) };
};

/**
 * Our charge id and our operation id in an action or an event's data; undefined if missing. Metadata comes first: the reference may be the payment's,
 * the action's, or anything entered in the dashboard.
 */
export const ourIds = (
  value: unknown,
): { readonly charge: string | undefined; readonly operation: string | undefined } => {
  const reference = textAt(value, 'reference');
  const charges = [textAt(value, 'metadata', 'charge'), reference, textAt(value, 'payment_reference')];
  return {
    charge: charges.find(isChargeId),
    operation: [textAt(value, 'metadata', 'operation'), reference].find(isOperation),
  };
};

/** Captures, cancels, refunds, and reversals of money that came too late. */
const isOperation = (id: string | undefined): boolean => /^(cp|cn|re|rv)_[0-9a-z]{26}$/.test(id ?? '');
