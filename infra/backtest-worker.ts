import { Duration, type Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Environment } from './environments.ts';
import type { FunctionNeeds } from './function-needs.ts';
import type { Build, PaymentFunction } from './payment-function.ts';
import { startedName, startFunction } from './start-function.ts';

const worker = 'run-backtest';

export const backtestVariables = (environment: Environment): Record<string, string> => ({
  BACKTEST_WORKER: startedName(environment, worker),
});

export const startBacktestWorker = (stack: Stack, environment: Environment): PolicyStatement =>
  startFunction(stack, environment, 'StartBacktestWorker', worker);

/** A failed start is not retried: the next read of the backtest starts it again. */
export const backtestWorker = (needs: FunctionNeeds, build: Build): PaymentFunction => {
  const built = build(needs);
  built.live.configureAsyncInvoke({ maxEventAge: Duration.seconds(60), retryAttempts: 0 });
  return built;
};
