import type { ApiError } from './api-error.ts';
import type { Charge, Refund, Session, View } from './records.ts';

/** What a use-case ends in. A refusal is an `ApiError`. */
export type Result =
  | { readonly session: Session }
  | { readonly charge: Charge }
  | { readonly refund: Refund; readonly charge: Charge }
  | { readonly error: ApiError; readonly session?: Session };

/** The caller's idempotency key (an HMAC of it), and the HMAC of what was asked under it, CVC left out. */
export type Idempotency = { readonly key: string; readonly hash: string; readonly view: View };
