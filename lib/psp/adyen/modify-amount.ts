import type { Attempt, Call, Operation, OperationAnswer } from '../../types/psp.ts';
import { wirePart } from '../wire-part.ts';
import { capabilities } from './capabilities.ts';
import type { AdyenConnection } from './connection.ts';
import { postModification } from './post-modification.ts';

/** `POST /payments/{pspReference}/captures` or `…/refunds`, for all or part of the amount; refunds may be repeated up to what was captured. */
export const modifyAmount = async (
  post: AdyenConnection,
  attempt: Attempt,
  operation: Operation,
  kind: 'captures' | 'refunds',
  call: Call,
): Promise<OperationAnswer> => {
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
      body: { amount: { currency: currency.toUpperCase(), value: wire.value } },
    },
    call,
  );
};
