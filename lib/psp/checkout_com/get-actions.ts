import type { Unknown } from '../../types/psp.ts';
import type { JsonReply } from '../exchange-json.ts';
import { listAt } from '../json.ts';
import type { CheckoutComConnection } from './connection.ts';
import { undecided } from './undecided.ts';

/** `GET /payments/{id}/actions`, newest first, or why they are not known. Source: PaymentActionsResponse. */
export const getActions = async (
  connection: CheckoutComConnection,
  psp_reference: string,
  timeout_ms: number,
): Promise<
  { readonly actions: readonly unknown[] } | { readonly trouble: Unknown; readonly reply: JsonReply }
> => {
  const reply = await connection.get(`/payments/${encodeURIComponent(psp_reference)}/actions`, timeout_ms);
  if (reply.kind !== 'answered' || reply.status !== 200) return { trouble: undecided(reply), reply };
  const actions = listAt(reply.json);
  return actions === undefined
    ? { trouble: { outcome: 'unknown', doubt: 'unreadable_answer' }, reply }
    : { actions };
};
