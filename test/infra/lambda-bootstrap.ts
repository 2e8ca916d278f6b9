import { pathToFileURL } from 'node:url';

/**
 * What the Node runtime of Lambda does with a function: loads its module once, asks the Runtime API for an event, calls the handler, posts what
 * it resolves to, asks again. Only what a handler can see is imitated.
 */
const { AWS_LAMBDA_RUNTIME_API, LAMBDA_TASK_ROOT, _HANDLER, AWS_LAMBDA_FUNCTION_NAME } = process.env;
const api = `http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime`;

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

const load = async (): Promise<Handler> => {
  const [file = '', name = ''] = (_HANDLER ?? '').split('.');
  const loaded: Record<string, unknown> = await import(pathToFileURL(`${LAMBDA_TASK_ROOT}/${file}.mjs`).href);
  const handler = loaded[name];
  if (typeof handler !== 'function') throw new Error(`${_HANDLER} is not a function`);
  return handler as Handler;
};

const failure = (error: unknown): string =>
  JSON.stringify(
    error instanceof Error
      ? { errorType: error.name, errorMessage: error.message, trace: error.stack?.split('\n') }
      : { errorType: typeof error, errorMessage: String(error) },
  );

const run = async (handler: Handler): Promise<never> => {
  for (;;) {
    const next = await fetch(`${api}/invocation/next`);
    const id = next.headers.get('lambda-runtime-aws-request-id');
    const deadline = Number(next.headers.get('lambda-runtime-deadline-ms'));
    const context = {
      awsRequestId: id,
      functionName: AWS_LAMBDA_FUNCTION_NAME,
      invokedFunctionArn: next.headers.get('lambda-runtime-invoked-function-arn'),
      getRemainingTimeInMillis: () => deadline - Date.now(),
    };
    const event: unknown = await next.json();
    const [outcome, body] = await handler(event, context).then(
      (result) => ['response', JSON.stringify(result ?? null)] as const,
      (error: unknown) => ['error', failure(error)] as const,
    );
    await fetch(`${api}/invocation/${id}/${outcome}`, { method: 'POST', body });
  }
};

try {
  await run(await load());
} catch (error) {
  await fetch(`${api}/init/error`, { method: 'POST', body: failure(error) }).catch(() => undefined);
  process.exit(1);
}
