import type { Attempt, Call, OperationAnswer } from '../../types/psp.ts';
import { at } from '../json.ts';
import { operationRefused } from '../operation-refused.ts';
import type { PayPalConnection } from './connection.ts';
import { onPayment } from './on-payment.ts';
import { issuesOf, readRefusal } from './read-refusal.ts';

/** Voids an authorisation. PayPal takes no request id for it: a repeat finds it voided, which is the same as success. */
export const cancel = async (
  connection: PayPalConnection,
  attempt: Attempt,
  call: Call,
): Promise<OperationAnswer> =>
  onPayment(connection, attempt, 'authorization', call, async (id, timeout_ms) => {
    const path = `/v2/payments/authorizations/${encodeURIComponent(id)}/void`;
    const reply = await connection.move({ path, timeout_ms });
    if (reply.kind === 'answered') {
      if (reply.status === 204) return { outcome: 'succeeded' };
      if (reply.status === 200 && at(reply.json, 'status') === 'VOIDED') return { outcome: 'succeeded' };
      if (issuesOf(reply.json).includes('PREVIOUSLY_VOIDED')) return { outcome: 'succeeded' };
    }
    return operationRefused(readRefusal(reply));
  });
