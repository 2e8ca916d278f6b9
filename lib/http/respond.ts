import type { ApiError } from '../types/api-error.ts';
import { errorCodes } from '../types/error-codes.ts';
import type { Call, HttpResult, Reply } from './call.ts';
import { errorBody } from './error-body.ts';
import { maskCustomer } from './mask-customer.ts';
import { lacksClientSecret, withClientSecret } from './renderer.ts';
import { lacksSessionNames, withSessionNames } from './session-names.ts';
import { lacksWebhookSecret, withWebhookSecret } from './webhook-secret.ts';

type StoredReply = {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
};

type Completing = Pick<Call, 'method' | 'may_pay' | 'by_link' | 'by' | 'masked' | 'tokens' | 'sessionNames'>;
type Sender = Completing & Pick<Call, 'request_id' | 'render' | 'view'>;

/** Renders a function's reply, or a stored response, for the gateway. */
export const respond = async (reply: Reply, call: Sender): Promise<HttpResult> => {
  const headers = { 'request-id': call.request_id, 'cache-control': 'no-store' };
  if ('nothing' in reply) return { statusCode: 204, headers, ...cookiesOf(reply) };
  if ('redirect' in reply)
    return { statusCode: 303, headers: { ...headers, location: reply.redirect }, ...cookiesOf(reply) };
  const { status, body, headers: more }: StoredReply = storedReply(reply, call);
  return {
    statusCode: status,
    headers: { ...headers, 'content-type': 'application/json', ...more, ...retryHeaders(status) },
    body: await completed(body, call),
  };
};

const cookiesOf = ({ cookies }: { readonly cookies?: readonly string[] }) =>
  cookies && { cookies: [...cookies] };

const storedReply = (
  reply: Exclude<Reply, { readonly nothing: true } | { readonly redirect: string }>,
  call: Sender,
): StoredReply => {
  if ('json' in reply)
    return {
      status: 200,
      body: JSON.stringify(reply.json),
      ...(reply.etag !== undefined && { headers: { etag: reply.etag } }),
    };
  if ('replay' in reply)
    return { ...reply.replay, headers: reply.first ? {} : { 'idempotent-replayed': 'true' } };
  return call.render(reply, call.view);
};

const completed = async (body: string, call: Completing): Promise<string> => {
  const whole = await withSecrets(body, call);
  return call.masked ? maskCustomer(whole) : whole;
};

const withSecrets = async (
  body: string,
  { tokens, may_pay, by_link, by, method, sessionNames }: Completing,
): Promise<string> => {
  const session = lacksSessionNames(body);
  if (session !== undefined) {
    const names = sessionNames(session);
    // The result of a change is returned even if the names cannot be read.
    return withSessionNames(body, (await (method === 'GET' ? names : names.catch(() => undefined))) ?? {});
  }
  if (lacksClientSecret(body))
    return withClientSecret(body, may_pay ? (await tokens.sessions()).signing_keys : [], by_link);
  return lacksWebhookSecret(body) ? withWebhookSecret(body, await tokens.webhooks(), by) : body;
};

/** A stored refusal is final for its key: repeating the call cannot help. */
const retryHeaders = (status: number): Readonly<Record<string, string>> =>
  status >= 400 ? { 'should-retry': 'false' } : {};

export const respondToError = async (
  error: ApiError,
  {
    request_id,
    docs_url,
    call,
  }: { readonly request_id: string; readonly docs_url: string; readonly call: Call | undefined },
): Promise<HttpResult> => {
  const { code, details } = error;
  const { status, retry } = errorCodes[code];
  const session =
    details.session && call ? call.render({ error, session: details.session }, call.view).body : undefined;
  const body = session ?? JSON.stringify(errorBody(error, { request_id, docs_url }));
  const waits = details.retry_after ?? (status === 429 || status === 503 ? 1 : undefined);
  return {
    statusCode: status,
    headers: {
      'request-id': request_id,
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'should-retry': String(retry),
      ...(waits === undefined ? {} : { 'retry-after': String(waits) }),
      ...(details.allow === undefined ? {} : { allow: details.allow.join(', ') }),
      ...challenge(error),
    },
    body: call ? await completed(body, call) : body,
  };
};

/** RFC 6750, section 3. */
const challenge = ({ code }: ApiError): Readonly<Record<string, string>> => {
  switch (code) {
    case 'token_missing':
      return { 'www-authenticate': 'Bearer realm="payments"' };
    case 'token_invalid':
      return { 'www-authenticate': 'Bearer realm="payments", error="invalid_token"' };
    case 'scope_missing':
    case 'grant_refused':
      return { 'www-authenticate': 'Bearer realm="payments", error="insufficient_scope"' };
    default:
      return {};
  }
};
