import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createTestServer } from '../tools/create-test-server.ts';

export type LambdaFunction = {
  readonly name: string;
  /** The directory of the asset, as it would be unpacked. */
  readonly taskRoot: string;
  readonly handler: string;
  readonly timeout_s: number;
  readonly environment: Readonly<Record<string, string>>;
};

export type RunningLambda = {
  /** One event after the other, as one execution environment does. Rejects with what the function threw, or where it could not be loaded. */
  readonly invoke: (event: unknown) => Promise<unknown>;
  readonly logs: () => string;
  readonly close: () => Promise<void>;
};

type Pending = {
  readonly event: unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
};

/** Lambda's Runtime API for one function, and the process that asks it: a fresh Node with nothing but the function's own environment. */
export const startLambda = async (lambda: LambdaFunction): Promise<RunningLambda> => {
  const waiting: Pending[] = [];
  const running = new Map<string, Pending>();
  const asking: ServerResponse[] = [];
  let broken: Error | undefined;

  const hand = (): void => {
    const response = asking.shift();
    const pending = response && waiting.shift();
    if (!response || !pending) {
      if (response) asking.unshift(response);
      return;
    }
    const id = randomUUID();
    running.set(id, pending);
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'lambda-runtime-aws-request-id': id,
        'lambda-runtime-deadline-ms': String(Date.now() + lambda.timeout_s * 1000),
        'lambda-runtime-invoked-function-arn': `arn:aws:lambda:us-east-1:123456789012:function:${lambda.name}:live`,
      })
      .end(JSON.stringify(pending.event));
  };

  const fail = (error: Error): void => {
    broken = error;
    for (const pending of [...waiting.splice(0), ...running.values()]) pending.reject(error);
    running.clear();
  };

  const server = createTestServer(async (request, response) => {
    const [, , , kind, id = '', outcome] = (request.url ?? '').split('/');
    if (kind === 'invocation' && id === 'next') {
      asking.push(response);
      hand();
      return;
    }
    const body: unknown = JSON.parse(await readText(request));
    response.writeHead(202).end();
    if (kind === 'init') return fail(new Error(`init: ${JSON.stringify(body)}`));
    const pending = running.get(id);
    running.delete(id);
    if (outcome === 'response') pending?.resolve(body);
    else pending?.reject(new Error(JSON.stringify(body)));
  });

  const { port } = await listening(server);
  const child = spawn(process.execPath, [fileURLToPath(new URL('lambda-bootstrap.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...lambda.environment,
      AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
      AWS_LAMBDA_FUNCTION_NAME: lambda.name,
      LAMBDA_TASK_ROOT: lambda.taskRoot,
      _HANDLER: lambda.handler,
    },
  });
  const logs = collect(child);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code) => {
      fail(new Error(`${lambda.name} ended with ${code}: ${logs()}`));
      resolve();
    });
  });
  return {
    invoke: (event) =>
      broken
        ? Promise.reject(broken)
        : new Promise((resolve, reject) => {
            waiting.push({ event, resolve, reject });
            hand();
          }),
    logs,
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const collect = (child: ChildProcess): (() => string) => {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  return () => text;
};

const readText = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const listening = (server: Server): Promise<AddressInfo> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server.address() as AddressInfo));
  });
