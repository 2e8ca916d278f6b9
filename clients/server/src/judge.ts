import type { Attempted, Request } from './attempt.ts';
import type { ApiErrorBody } from './generated/api-types.ts';
import type { RawAnswer, TransportErrorBody } from './payment-error.ts';

/**
 * The verdict on a try. `retry`: `no`; `wait` if an earlier try is still running or the failure is no sign of an outage; `outage` if something is
 * down or overloaded.
 */
export type Verdict =
  | { readonly value: object; readonly raw: RawAnswer }
  | {
      readonly error: ApiErrorBody | TransportErrorBody;
      readonly retry: 'no' | 'wait' | 'outage';
      readonly raw: RawAnswer | undefined;
    };

/** Every call can be sent again without a second effect, so a lost one is. Keeps `secrets` out of messages, in case the other side echoes them. */
export const judge = (attempted: Attempted, request: Request, secrets: readonly string[]): Verdict => {
  if ('lost' in attempted) {
    const { lost } = attempted;
    return {
      error: transportError(lost, request),
      retry: lost === 'aborted' ? 'no' : 'outage',
      raw: undefined,
    };
  }
  const raw = attempted.answer;
  const body = parse(raw.body);
  if (raw.status >= 200 && raw.status < 300)
    return isObject(body)
      ? { value: body, raw }
      : { error: transportError('answer_unreadable', request), retry: 'outage', raw };
  const sent = errorOf(body, secrets);
  const error = sent ?? transportError('answer_unexpected', request, ` (HTTP ${raw.status})`);
  return { error, retry: retryOf(raw, sent), raw };
};

/** The service's own statement takes precedence over the status. */
const retryOf = (
  { status, headers }: RawAnswer,
  sent: ApiErrorBody | undefined,
): 'no' | 'wait' | 'outage' => {
  const said = headers['should-retry'];
  const inUse = status === 409 && sent?.code === 'idempotency_key_in_use';
  const suggested = inUse || status === 429 || status >= 500;
  if (said === 'false' || (said !== 'true' && !suggested)) return 'no';
  return status === 429 || status >= 500 ? 'outage' : 'wait';
};

const texts = ['type', 'code', 'message', 'param', 'decline_code', 'request_id', 'doc_url'] as const;

const objects = ['session', 'next_action'] as const;

/** Only the fields that the service's errors have: some other names would turn the error into something else. */
const errorOf = (body: unknown, secrets: readonly string[]): ApiErrorBody | undefined => {
  const error = isObject(body) ? body.error : undefined;
  if (!isObject(error)) return undefined;
  const known: Record<string, unknown> = {};
  // A security code's few digits are part of many an id.
  const long = secrets.filter(({ length }) => length > 4);
  for (const name of texts) {
    const value = error[name];
    const hidden = name === 'message' || name === 'param' ? secrets : long;
    if (typeof value === 'string') known[name] = redact(value, hidden);
  }
  for (const name of objects) if (isObject(error[name])) known[name] = error[name];
  const complete = 'type' in known && 'code' in known && 'message' in known;
  return complete ? (known as unknown as ApiErrorBody) : undefined;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const redact = (message: string, secrets: readonly string[]): string =>
  secrets.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), message);

const whatHappened: Readonly<Record<TransportErrorBody['code'], string>> = {
  connection_failed: 'the connection failed',
  timed_out: 'there was no answer in time',
  aborted: 'the call was aborted',
  answer_unreadable: 'the answer could not be read',
  answer_unexpected: 'the answer is not from this service',
};

/** A client secret in place of an id is not shown. */
const transportError = (
  code: TransportErrorBody['code'],
  { method, url }: Request,
  detail = '',
): TransportErrorBody => {
  const path = new URL(url).pathname.replace(/_secret_[\w-]+/g, '_secret_[redacted]');
  const doubt = method === 'GET' ? '' : ' It may have been carried out.';
  return {
    type: 'transport_error',
    code,
    message: `${method} ${path}: ${whatHappened[code]}${detail}.${doubt}`,
  };
};
