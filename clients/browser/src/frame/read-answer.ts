import type { CheckoutSession, ConfirmResult } from '../types.ts';
import type { Exchange } from './exchange.ts';

type Open = { readonly kind: 'open' };
type Lost = { readonly kind: 'lost' };
type Settled = { readonly kind: 'settled'; readonly result: ConfirmResult };

/** `again`: not executed now, worth the same request later. `refused`: not executed, and never will be as it is. */
export type ConfirmReading =
  | Settled
  | Open
  | Lost
  | { readonly kind: 'again'; readonly after_ms: number; readonly result: ConfirmResult }
  | { readonly kind: 'refused'; readonly result: ConfirmResult };

/** `unpaid`: no attempt is open; `result` says how the last one ended. */
export type SessionReading =
  | Settled
  | Open
  | Lost
  | { readonly kind: 'unpaid'; readonly result: ConfirmResult };

type Refusal = {
  readonly code: string;
  readonly message: string;
  readonly decline_code?: string;
  readonly session?: CheckoutSession;
};

/** What the answer to a confirm says, and where it says nothing of the payment's outcome, what to do next. */
export const readConfirm = (answer: Exchange): ConfirmReading => {
  if (answer === 'lost' || answer.status >= 500) return { kind: 'lost' };
  if (answer.status === 200) {
    const reading = readSession(answer);
    return reading.kind === 'unpaid' ? { kind: 'lost' } : reading;
  }
  const error = readError(answer);
  const { code, message } = error;
  if (answer.status === 402)
    return {
      kind: 'settled',
      result: {
        status: 'declined',
        decline_code: error.decline_code ?? 'unmapped',
        message,
        session: error.session ?? null,
      },
    };
  const result: ConfirmResult = { status: 'refused', code, message };
  switch (code) {
    case 'payment_in_progress':
    case 'session_already_complete':
      return { kind: 'open' };
    case 'idempotency_key_in_use':
    case 'too_many_requests':
      return { kind: 'again', after_ms: answer.retry_after_s * 1000, result };
    default:
      return { kind: 'refused', result };
  }
};

/** Where a session stands. What cannot be read says nothing. */
export const readSession = (answer: Exchange): SessionReading => {
  if (answer === 'lost' || answer.status !== 200 || !isSession(answer.body)) return { kind: 'lost' };
  const session = answer.body;
  switch (session.payment_status) {
    case 'paid':
    case 'authorized':
      return { kind: 'settled', result: { status: 'succeeded', session } };
    case 'canceled':
      return { kind: 'settled', result: { status: 'canceled', session } };
    case 'requires_action':
      return session.next_action
        ? {
            kind: 'settled',
            result: { status: 'redirecting', url: session.next_action.redirect_to_url.url },
          }
        : { kind: 'open' };
    case 'processing':
      return { kind: 'open' };
    case 'unpaid':
      return { kind: 'unpaid', result: endedUnpaid(session) };
    default:
      session.payment_status satisfies never;
      return { kind: 'lost' };
  }
};

const endedUnpaid = (session: CheckoutSession): ConfirmResult =>
  session.status === 'expired'
    ? { status: 'refused', code: 'session_expired', message: 'The session has expired unpaid.' }
    : {
        status: 'declined',
        decline_code: 'unmapped',
        message: 'The payment did not go through. Nothing was charged; try again.',
        ...session.last_payment_error,
        session,
      };

const isSession = (body: object): body is CheckoutSession =>
  'object' in body && body.object === 'checkout.session' && 'payment_status' in body;

/** The API's error; a refusal by what stands in front of it has another shape. */
const readError = (answer: Exclude<Exchange, 'lost'>): Refusal => {
  const { error } = answer.body as { readonly error?: Refusal };
  return (
    error ?? {
      code: answer.status === 429 ? 'too_many_requests' : `http_${answer.status}`,
      message: 'The payment could not be sent. Nothing was charged; try again.',
    }
  );
};
