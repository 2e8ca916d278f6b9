import type { Attempt, LookUpAnswer } from '../../types/psp.ts';
import { booleanAt, textAt } from '../json.ts';
import type { CheckoutComConnection } from './connection.ts';
import { getActions } from './get-actions.ts';
import { readKnownPayment } from './read-known-payment.ts';
import { undecided } from './undecided.ts';

/**
 * `GET /payments/{id}`, where the id may also be that of the payment's 3-D Secure session (`sid_…`). A capture that follows by itself is taken for
 * granted while the payment is authorised, unless its actions hold one that was declined: one more call.
 */
export const getPayment = async (
  connection: CheckoutComConnection,
  attempt: Attempt,
  id: string,
  timeout_ms: number,
): Promise<LookUpAnswer> => {
  const half_ms = Math.floor(timeout_ms / 2);
  const reply = await connection.get(`/payments/${encodeURIComponent(id)}`, timeout_ms - half_ms);
  if (reply.kind !== 'answered' || reply.status !== 200) return undecided(reply);
  const answer = readKnownPayment(attempt, withResponseCode(reply.json));
  if (answer.outcome !== 'captured' || textAt(reply.json, 'status') !== 'Authorized') return answer;
  return (await isCaptureDeclined(connection, answer.psp_reference, half_ms))
    ? { ...answer, outcome: 'approved' }
    : answer;
};

/** The newest capture counts. Where the actions cannot be had nothing is known against it. */
const isCaptureDeclined = async (
  connection: CheckoutComConnection,
  psp_reference: string,
  timeout_ms: number,
): Promise<boolean> => {
  const found = await getActions(connection, psp_reference, timeout_ms);
  if (!('actions' in found)) return false;
  const capture = found.actions.find((action) => textAt(action, 'type') === 'Capture');
  return booleanAt(capture, 'approved') === false;
};

/** Asked for by session, a payment lists its actions, newest first, with the response code that it does not carry itself. */
const withResponseCode = (payment: unknown): unknown => {
  const code = textAt(payment, 'actions', 0, 'response_code');
  return typeof payment === 'object' && code !== undefined && textAt(payment, 'response_code') === undefined
    ? { ...payment, response_code: code }
    : payment;
};
