import { refusals } from '#messages';
import { isWebAddress } from '../is-web-address.ts';
import type { CheckoutSession, ConfirmResult } from '../types.ts';
import type { Exchange } from './exchange.ts';

type Open = { readonly kind: 'open' };
type Lost = { readonly kind: 'lost' };
type Settled = { readonly kind: 'settled'; readonly result: ConfirmResult };

/**
 * `again`: not executed, but the same request may succeed later; `begun`: the same one is being executed, because the browser has sent it twice.
 * `refused`: not executed, and never will be without changes.
 */
export type ConfirmReading =
  | Settled
  | Open
  | Lost
  | {
      readonly kind: 'again';
      readonly after_ms: number;
      readonly begun: boolean;
      readonly result: ConfirmResult;
    }
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
  readonly next_action?: CheckoutSession['next_action'];
};

/** The payment's outcome in the answer to a confirm, or the next step if there is none. */
export const readConfirm = (response: Exchange): ConfirmReading => {
  if (response === 'lost' || (response.status >= 500 && !isDefinite(response))) return { kind: 'lost' };
  if (response.status === 200) {
    const reading = readSession(response);
    return reading.kind === 'unpaid' ? { kind: 'lost' } : reading;
  }
  const error = readError(response);
  const { code } = error;
  const message = wordsFor(code) ?? error.message;
  if (response.status === 402)
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
    case 'payment_in_progress': {
      const url = error.next_action?.redirect_to_url.url;
      return url !== undefined && isWebAddress(url)
        ? { kind: 'refused', result: { status: 'refused', code, message, url } }
        : { kind: 'open' };
    }
    case 'session_already_complete':
      return { kind: 'open' };
    case 'idempotency_key_in_use':
    case 'too_many_requests':
      return {
        kind: 'again',
        after_ms: response.retry_after_s * 1000,
        begun: code === 'idempotency_key_in_use',
        result,
      };
    default:
      return { kind: 'refused', result };
  }
};

/** Answers with a 5xx status that say nothing was charged: no PSP took the request, and the same request would get the same answer. */
const isDefinite = (response: Exclude<Exchange, 'lost'>): boolean =>
  !response.should_retry && definite.includes(readError(response).code);

const definite: readonly string[] = ['psp_unavailable', 'vault_unavailable', 'vault_refused'];

/** The API's messages are for developers. These are for customers; undefined for a code that has none. */
export const wordsFor = (code: string): string | undefined =>
  (refusals as Readonly<Partial<Record<string, string>>>)[code];

/** The vault was not reached, or the session has none. */
export const nothingSent: ConfirmResult = {
  status: 'refused',
  code: 'vault_unavailable',
  message: refusals.vault_unavailable,
};

/** The vault's refusal of a card. */
export const refusalOf = (response: Exclude<Exchange, 'lost'>): ConfirmResult => {
  if (response.status >= 500) return nothingSent;
  const { code, message } = readError(response);
  return { status: 'refused', code, message: wordsFor(code) ?? message };
};

/** The payment's state in a session. An unreadable answer has none. */
export const readSession = (response: Exchange): SessionReading => {
  if (response === 'lost' || !isSession(response.body)) return { kind: 'lost' };
  const session = response.body;
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
            result: { status: 'redirecting', ...session.next_action.redirect_to_url },
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
    ? { status: 'refused', code: 'session_expired', message: refusals.session_expired }
    : {
        status: 'declined',
        decline_code: 'unmapped',
        message: refusals.other,
        ...session.last_payment_error,
        session,
      };

export const isSession = (body: { readonly object?: unknown }): body is CheckoutSession =>
  body.object === 'checkout.session';

/** The API's error. A proxy in front of the API answers in another shape. */
const readError = (response: Exclude<Exchange, 'lost'>): Refusal => {
  const { error } = response.body as { readonly error?: Refusal };
  return (
    error ?? {
      code: response.status === 429 ? 'too_many_requests' : `http_${response.status}`,
      message: refusals.other,
    }
  );
};
