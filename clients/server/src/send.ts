import { type Attempted, attempt, type Request } from './attempt.ts';
import { checkCall, type Settings } from './check-options.ts';
import type { Operations } from './generated/api-types.ts';
import { operations } from './generated/operations.ts';
import { judge, type Verdict } from './judge.ts';
import type { CallOptions, Hooks, PostOptions, TryFacts } from './options.ts';
import { createPaymentError, type PaymentError } from './payment-error.ts';
import type { Platform } from './platform.ts';
import { withResponse } from './response-of.ts';
import { createRetryBudget } from './retry-budget.ts';
import { retryDelay } from './retry-delay.ts';
import { type CallInput, type Endpoint, toRequest } from './to-request.ts';

type OperationId = keyof typeof operations;
type Answer<Id extends OperationId> = Operations[Id]['answer'];

/** The input of an operation, by its id in the OpenAPI document. */
type Input<Id extends OperationId> = Omit<Operations[Id], 'answer'>;

export type Send = <Id extends OperationId>(
  operation: Id,
  input: Input<Id>,
  options?: CallOptions | PostOptions,
) => Promise<Answer<Id>>;

/** `operation` is the name that hooks get. */
export type SendTo = (
  operation: string,
  endpoint: Endpoint,
  input: CallInput,
  options?: CallOptions | PostOptions,
) => Promise<object>;

/** Sends the operations of the OpenAPI document. */
export const createSend = (sendTo: SendTo): Send =>
  ((operation, input, options) => sendTo(operation, operations[operation], input, options)) as Send;

/** Sends calls, and retries if that can help: one call has one idempotency key, however often it is sent. */
export const createSendTo = (settings: Settings, platform: Platform): SendTo => {
  const budget = createRetryBudget();
  return async (operation, endpoint, input, given = {}) => {
    const options = checkCall(given, settings, endpoint);
    const { request, idempotency_key, secrets } = toRequest(
      settings,
      endpoint,
      input,
      options,
      platform.newKey,
    );
    refuseAborted(options, idempotency_key);
    const deadline = platform.now() + options.deadlineMs;
    let doubt: ErrorBody | undefined;
    for (let attempts = 1; ; attempts++) {
      const facts = { operation, attempt: attempts, idempotency_key };
      const { attempted, verdict } = await tryOnce(platform, settings.hooks, facts, async () => {
        const tried = await attemptBefore(platform, request, options, deadline);
        return { attempted: tried, verdict: judge(tried, request, secrets) };
      });
      if ('value' in verdict) {
        budget.earn();
        const { value, raw } = verdict;
        return withResponse(value, raw, { idempotency_key, attempts });
      }
      if (endpoint.idempotent && mayHaveRun(verdict)) doubt = verdict.error;
      const why = 'cause' in attempted ? attempted.cause : undefined;
      const error: MakeError = (body = errorOfCall(verdict, doubt), cause = why) =>
        createPaymentError(
          body,
          { idempotency_key, attempts, status: verdict.raw?.status, raw: verdict.raw },
          cause,
        );
      if (verdict.retry === 'no' && verdict.raw) budget.earn();
      if (!mayRetry(verdict, attempts, settings)) throw error();
      const waitMs = retryDelay(platform, attempts - 1, verdict.raw?.headers['retry-after']);
      if (platform.now() + waitMs >= deadline) throw error();
      if (verdict.retry === 'outage' && !budget.spend()) throw error();
      if ((await sleep(platform, waitMs, options.signal)) === 'aborted')
        throw error(abortedBody, options.signal?.reason);
    }
  };
};

/** Of a call that was aborted before it began, nobody has to ask what became of it. */
const refuseAborted = ({ signal }: CallOptions, idempotency_key: string | undefined): void => {
  if (!signal?.aborted) return;
  const message = 'The call was aborted before it was sent.';
  throw createPaymentError(
    { type: 'transport_error', code: 'aborted', message },
    { idempotency_key, attempts: 0, status: undefined, raw: undefined },
    signal.reason,
  );
};

type ErrorBody = Parameters<typeof createPaymentError>[0];
type MakeError = (body?: ErrorBody, cause?: unknown) => PaymentError;
type Failed = Extract<Verdict, { readonly error: unknown }>;

/** There was no answer, or one that does not say that nothing was done. */
const mayHaveRun = ({ error, raw }: Failed): boolean => {
  if (error.code === 'idempotency_key_in_use') return true;
  return ['transport_error', 'api_error'].includes(error.type) && raw?.status !== 429;
};

/** A token is refused, and a call throttled, before the key is looked up, which says nothing of an earlier try. */
const errorOfCall = ({ error }: Failed, doubt: ErrorBody | undefined): ErrorBody =>
  doubt && ['authentication_error', 'permission_error', 'rate_limit_error'].includes(error.type)
    ? { ...doubt, message: `${doubt.message} The repeat was refused: ${error.code}.` }
    : error;

type Tried = { readonly attempted: Attempted; readonly verdict: Verdict };

/** One try, with the hooks called before and after. */
const tryOnce = async (
  { now }: Platform,
  { onRequest, onResponse }: Hooks,
  facts: TryFacts,
  run: () => Promise<Tried>,
): Promise<Tried> => {
  tell(onRequest, facts);
  const started = now();
  const tried = await run();
  const { verdict } = tried;
  tell(onResponse, {
    ...facts,
    status: verdict.raw?.status,
    code: 'error' in verdict ? verdict.error.code : undefined,
    request_id: verdict.raw?.headers['request-id'],
    duration_ms: now() - started,
  });
  return tried;
};

const tell = <Facts>(hook: ((facts: Facts) => void) | undefined, facts: Facts): void => {
  try {
    Promise.resolve(hook?.(facts)).catch(() => {});
  } catch {
    // A hook must not make a payment fail, nor end the process.
  }
};

const attemptBefore = (
  platform: Platform,
  request: Request,
  { attemptTimeoutMs, signal }: { readonly attemptTimeoutMs: number; readonly signal?: AbortSignal },
  deadline: number,
): Promise<Attempted> => {
  if (signal?.aborted) return Promise.resolve({ lost: 'aborted', cause: signal.reason });
  const timeoutMs = Math.max(1, Math.min(attemptTimeoutMs, deadline - platform.now()));
  return attempt(platform, request, { timeoutMs, signal });
};

const mayRetry = ({ retry }: Failed, attempts: number, { maxRetries }: Settings) =>
  retry !== 'no' && attempts <= maxRetries;

const sleep = (
  platform: Platform,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<'aborted' | 'slept'> =>
  new Promise((resolve) => {
    // By a hook, called after the last try.
    if (signal?.aborted) return resolve('aborted');
    const abort = () => {
      cancel();
      resolve('aborted');
    };
    const cancel = platform.after(milliseconds, () => {
      signal?.removeEventListener('abort', abort);
      resolve('slept');
    });
    signal?.addEventListener('abort', abort, { once: true });
  });

const abortedBody: ErrorBody = {
  type: 'transport_error',
  code: 'aborted',
  message: 'The call was aborted while it waited for its next try. It may have been carried out already.',
};
