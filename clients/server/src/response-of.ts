import type { RawAnswer } from './payment-error.ts';

/** Facts about an answer. `replayed`: the key had been used before, and this is the first answer again. */
export type ResponseFacts = {
  readonly status: number;
  readonly request_id: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly idempotency_key: string | undefined;
  readonly attempts: number;
  readonly replayed: boolean;
};

const facts = Symbol.for('payment-routing.response');

/** The facts about the answer that a call resolved to. Undefined for anything else, copies included. */
export const responseOf = (value: object): ResponseFacts | undefined =>
  (value as { readonly [facts]?: ResponseFacts })[facts];

/** Attaches the facts to an answer so that printing, JSON and comparisons do not see them. */
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
