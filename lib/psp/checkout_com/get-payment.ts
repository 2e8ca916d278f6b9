import type { Attempt, LookUpAnswer } from '../../types/psp.ts';
import { textAt } from '../json.ts';
import type { CheckoutComConnection } from './connection.ts';
import { readKnownPayment } from './read-known-payment.ts';
import { undecided } from './undecided.ts';

/** `GET /payments/{id}`, where the id may also be that of the payment's 3-D Secure session (`sid_…`). */
export const getPayment = async (
  connection: CheckoutComConnection,
  attempt: Attempt,
  id: string,
  timeout_ms: number,
): Promise<LookUpAnswer> => {
  const reply = await connection.get(`/payments/${encodeURIComponent(id)}`, timeout_ms);
  return reply.kind === 'answered' && reply.status === 200
    ? readKnownPayment(attempt, withResponseCode(reply.json))
    : undecided(reply);
};

/** Asked for by session, a payment lists its actions, newest first, with the response code that it does not carry itself. */
const withResponseCode = (payment: unknown): unknown => {
  const code = textAt(payment, 'actions', 0, 'response_code');
  return typeof payment === 'object' && code !== undefined && textAt(payment, 'response_code') === undefined
    ? { ...payment, response_code: code }
    : payment;
};
