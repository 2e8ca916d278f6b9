import type { RawAnswer } from './payment-error.ts';

/** What an answer came with. `replayed`: the key had been used before, and this is what was answered then. */
export type ResponseFacts = {
  readonly status: number;
  readonly request_id: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly idempotency_key: string | undefined;
  readonly attempts: number;
  readonly replayed: boolean;
};

const facts = Symbol.for('payment-routing.response');

/** The facts of the answer that a call resolved to. Undefined for anything else, copies included. */
export const responseOf = (value: object): ResponseFacts | undefined =>
  (value as { readonly [facts]?: ResponseFacts })[facts];

/** Leaves the facts on an answer where neither printing nor JSON nor a comparison meets them. */
export const withResponse = <Value extends object>(
  value: Value,
  { status, headers }: RawAnswer,
  call: Pick<ResponseFacts, 'idempotency_key' | 'attempts'>,
): Value =>
  Object.defineProperty(value, facts, {
    value: {
      status,
      request_id: headers['request-id'],
      headers,
      ...call,
      replayed: headers['idempotent-replayed'] === 'true',
    },
  });
