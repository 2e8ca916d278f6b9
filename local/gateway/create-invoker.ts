import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'aws-lambda';

type LambdaContext = Omit<Context, 'done' | 'fail' | 'succeed'>;

/** The `handler` that a function file exports. */
export type Handler = (event: never, context: LambdaContext) => unknown;

export type Invoker = {
  /** Rejects with the function's own error, or with the unhandled error that it caused. `limitMs`: its time limit, if not the usual one. */
  readonly invoke: (functionName: string, event: unknown, limitMs?: number) => Promise<unknown>;
  /** Resolves when no function is running, or after this many milliseconds. */
  readonly idle: (withinMs: number) => Promise<void>;
};

/** The invocation that the current code belongs to; an unhandled error fails only this one. */
export const currentInvocation = new AsyncLocalStorage<{ readonly fail: (error: unknown) => void }>();

/**
 * Runs functions as Lambda does: event and result cross as JSON, so nothing is shared with the caller, and each invocation has its own context.
 * Functions of one process run concurrently; Lambda would give each its own environment.
 */
export const createInvoker = (
  load: (functionName: string) => Promise<Handler>,
  timeoutMs: number,
): Invoker => {
  const loaded = new Map<string, Promise<Handler>>();
  const running = new Set<Promise<unknown>>();

  const handlerOf = (functionName: string): Promise<Handler> => {
    const known = loaded.get(functionName);
    if (known) return known;
    const loading = load(functionName);
    loaded.set(functionName, loading);
    loading.catch(() => loaded.delete(functionName));
    return loading;
  };

  const invoke: Invoker['invoke'] = async (functionName, event, limitMs = timeoutMs) => {
    const invocation = run(await handlerOf(functionName), functionName, event, limitMs);
    running.add(invocation);
    try {
      return await invocation;
    } finally {
      running.delete(invocation);
    }
  };

  const idle = async (withinMs: number): Promise<void> => {
    const patience = new AbortController();
    await Promise.race([
      Promise.allSettled(running),
      sleep(withinMs, undefined, { signal: patience.signal }).catch(() => {}),
    ]);
    patience.abort();
  };

  return { invoke, idle };
};

const run = (handler: Handler, functionName: string, event: unknown, timeoutMs: number): Promise<unknown> =>
  new Promise((resolve, reject) => {
    currentInvocation.run({ fail: reject }, async () => {
      try {
        const copy: never = JSON.parse(JSON.stringify(event)) as never;
        const result = await handler(copy, createContext(functionName, timeoutMs));
        resolve(JSON.parse(JSON.stringify(result ?? null)));
      } catch (error) {
        reject(error);
      }
    });
  });

const createContext = (functionName: string, timeoutMs: number): LambdaContext => {
  const deadline = performance.now() + timeoutMs;
  const awsRequestId = randomUUID();
  return {
    awsRequestId,
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    memoryLimitInMB: '512',
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, Math.floor(deadline - performance.now())),
  };
};
