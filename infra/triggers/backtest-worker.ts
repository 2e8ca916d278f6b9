import type { Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Environment } from '../environments.ts';
import { startedName, startFunction } from '../lambda/start-function.ts';

const worker = 'run-backtest';

export const backtestVariables = (environment: Environment): Record<string, string> => ({
  BACKTEST_WORKER: startedName(environment, worker),
});

export const startBacktestWorker = (stack: Stack, environment: Environment): PolicyStatement =>
  startFunction(stack, environment, 'StartBacktestWorker', worker);
