import type { Invoker } from '../gateway/create-invoker.ts';
import { AwsError } from './aws-error.ts';
import { type AwsServer, type AwsServerOptions, startAwsServer } from './start-aws-server.ts';
import type { WireAnswer } from './wire.ts';

export type LambdaOptions = AwsServerOptions & {
  readonly invoke: Invoker['invoke'];
  readonly onFunctionError: (functionName: string, error: unknown) => void;
};

const longest_ms: Readonly<Record<string, number>> = { 'deliver-events': 300_000, 'run-export': 900_000 };

/** Milliseconds, as deployed. */
export const limitOf = (name: string): number => longest_ms[name] ?? 55_000;

const invocationTypes = ['Event', 'RequestResponse'];

/**
 * AWS Lambda's `Invoke`. With `Event`, the function runs after the answer; with `RequestResponse`, the answer is its return value, or says that it
 * failed.
 */
export const startLambda = ({ invoke, onFunctionError, ...options }: LambdaOptions): Promise<AwsServer> =>
  startAwsServer(async ({ method, path, headers, body }) => {
    const [, name] = /^\/2015-03-31\/functions\/([\w-]+)\/invocations$/.exec(path) ?? [];
    const type = headers['x-amz-invocation-type'] ?? 'RequestResponse';
    if (method !== 'POST' || name === undefined || !invocationTypes.includes(String(type)))
      throw new AwsError('UnknownOperationException', 400, `${method} ${path} is not served here`);
    const event: unknown = JSON.parse(body.toString());
    const run = invoke(name, event, limitOf(name));
    const failed = (error: unknown): void => onFunctionError(name, error);
    if (type === 'RequestResponse') return run.then(returned, (error) => threw(error, failed));
    run.catch(failed);
    return { status: 202 };
  }, options);

const returned = (result: unknown): WireAnswer => ({ status: 200, body: JSON.stringify(result) });

const threw = (error: unknown, failed: (error: unknown) => void): WireAnswer => {
  failed(error);
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return {
    status: 200,
    headers: { 'x-amz-function-error': 'Unhandled' },
    body: JSON.stringify({ errorType: name, errorMessage: message }),
  };
};
