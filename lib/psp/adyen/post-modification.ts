import type { Money } from '../../types/money.ts';
import type { Attempt, Call, OperationAnswer } from '../../types/psp.ts';
import { echoesAmount } from '../echoes-amount.ts';
import { at, integerAt, textAt } from '../json.ts';
import { operationRefused } from '../operation-refused.ts';
import { writeReference } from '../reference.ts';
import { capabilities } from './capabilities.ts';
import type { AdyenConnection } from './connection.ts';
import { readRefusal } from './read-refusal.ts';

export type Modification = {
  readonly path: string;
  /** Idempotency key. Keys hold for the whole company account and not for one endpoint, so each call of an operation has its own. */
  readonly key: string;
  /** Our operation id, which the reference carries to the webhook. */
  readonly operation: string;
  /** What the answer has to echo, where the call names an amount. */
  readonly money?: Money;
  readonly body?: { readonly [field: string]: unknown };
};

/** A capture, cancel or refund. Adyen only ever acknowledges it (201, `received`); the result is a webhook that carries the same reference. */
export const postModification = async (
  post: AdyenConnection,
  { reference }: Attempt,
  { path, key, operation, money, body }: Modification,
  call: Call,
): Promise<OperationAnswer> => {
  const reply = await post(
    path,
    key,
    (merchantAccount) => ({ merchantAccount, reference: writeReference(reference, operation), ...body }),
    call,
  );
  if (reply.kind !== 'answered' || reply.status !== 201 || textAt(reply.json, 'status') !== 'received')
    return operationRefused(readRefusal(reply));
  const psp_reference = textAt(reply.json, 'pspReference');
  if (psp_reference === undefined) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  return money === undefined || echoes(money, reply.json)
    ? { outcome: 'pending', psp_reference }
    : { outcome: 'unknown', doubt: 'amount_mismatch' };
};

const echoes = (money: Money, json: unknown): boolean =>
  at(json, 'amount') === undefined ||
  echoesAmount(
    capabilities.amounts,
    money,
    integerAt(json, 'amount', 'value'),
    textAt(json, 'amount', 'currency'),
  );
