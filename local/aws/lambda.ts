import type { Invoker } from '../gateway/create-invoker.ts';
import { AwsError } from './aws-error.ts';
import { type AwsServer, type AwsServerOptions, startAwsServer } from './start-aws-server.ts';

export type LambdaOptions = AwsServerOptions & {
  readonly invoke: Invoker['invoke'];
  readonly onFunctionError: (functionName: string, error: unknown) => void;
};

/** As deployed: no function that is started this way runs longer. */
const limitMs = 55_000;

/** AWS Lambda's asynchronous `Invoke`: the event is taken, and the function runs after the answer. */
export const startLambda = ({ invoke, onFunctionError, ...options }: LambdaOptions): Promise<AwsServer> =>
  startAwsServer(({ method, path, headers, body }) => {
    const [, name] = /^\/2015-03-31\/functions\/([\w-]+)\/invocations$/.exec(path) ?? [];
    if (method !== 'POST' || name === undefined || headers['x-amz-invocation-type'] !== 'Event')
      throw new AwsError('UnknownOperationException', 400, `${method} ${path} is not served here`);
    const event: unknown = JSON.parse(body.toString());
    invoke(name, event, limitMs).catch((error: unknown) => onFunctionError(name, error));
    return { status: 202 };
  }, options);
