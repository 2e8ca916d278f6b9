/**
 * The one call of a PSP that takes a card's number, and where number and security code go in it. Besides its content type and key, such a call may
 * have only this `path` and these `headers`; all headers except those in `optional` are required.
 */
export type AllowedCall = {
  readonly method: 'POST';
  /** Below the account's base URL; unreserved characters only. */
  readonly path: RegExp;
  readonly content_type: 'application/json' | 'application/x-www-form-urlencoded';
  /** Lowercase. */
  readonly headers: readonly string[];
  readonly optional?: readonly string[];
  /** The header with the account's key, and the prefix of its value. `held`: the vault itself fills it in. */
  readonly key: { readonly header: string; readonly before: string; readonly held?: true };
  /** JSON pointers (RFC 6901); a form has one level, whose names are as sent (`/card[number]`). */
  readonly number: string;
  readonly cvc: string;
  /** A header, or a place in the body, that must match the account's setting of that name. */
  readonly pinned?: {
    readonly setting: string;
    readonly header?: string;
    readonly place?: string;
  };
};

const json = 'application/json';

/** By PSP. A PSP that is not listed takes no raw cards (Square), or none through this vault. */
export const allowedCalls: Readonly<Record<string, AllowedCall>> = {
  // Source: POST /v1/payment_methods, and "Connect: making API calls for connected accounts".
  stripe: {
    method: 'POST',
    path: /^\/v1\/payment_methods$/,
    content_type: 'application/x-www-form-urlencoded',
    headers: ['stripe-version', 'idempotency-key'],
    optional: ['stripe-account'],
    key: { header: 'authorization', before: 'Bearer ' },
    number: '/card[number]',
    cvc: '/card[cvc]',
    pinned: { setting: 'account', header: 'stripe-account' },
  },
  // Source: PaymentRequest and CardDetails of Checkout API v72. One key serves all merchant accounts of a company.
  adyen: {
    method: 'POST',
    path: /^\/payments$/,
    content_type: json,
    headers: ['accept', 'idempotency-key'],
    key: { header: 'x-api-key', before: '' },
    number: '/paymentMethod/number',
    cvc: '/paymentMethod/cvc',
    pinned: { setting: 'merchant_account', place: '/merchantAccount' },
  },
  // Source: PaymentRequestCardSource.
  checkout_com: {
    method: 'POST',
    path: /^\/payments$/,
    content_type: json,
    headers: ['accept', 'cko-idempotency-key'],
    key: { header: 'authorization', before: 'Bearer ' },
    number: '/source/number',
    cvc: '/source/cvv',
  },
  // Source: order_capture_request, order_authorize_request and card_request of Orders v2. An order's id has up to 36 characters.
  paypal: {
    method: 'POST',
    path: /^\/v2\/checkout\/orders\/[A-Z0-9]{1,36}\/(capture|authorize)$/,
    content_type: json,
    headers: ['accept', 'prefer', 'paypal-request-id'],
    key: { header: 'authorization', before: 'Bearer ', held: true },
    number: '/payment_source/card/number',
    cvc: '/payment_source/card/security_code',
  },
};
