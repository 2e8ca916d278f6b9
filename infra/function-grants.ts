import type { Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { startBacktestWorker } from './backtest-worker.ts';
import { consoleStatements, consoleVariables } from './console-access.ts';
import type { Environment } from './environments.ts';
import { exportStatements } from './export-access.ts';
import type { Foundation } from './foundation.ts';
import type { FunctionNeeds } from './function-needs.ts';
import { functionStatements } from './function-statements.ts';
import { functionVariables } from './function-variables.ts';
import type { FunctionGrants } from './payment-function.ts';
import { startRecovery } from './recovery-schedule.ts';
import { startSettlingTimer } from './settling-timer.ts';
import { callVault } from './vault-callers.ts';
import { startWebhookWorker } from './webhook-worker.ts';

/** A function's variables and permissions: its line in `function-needs.ts`, and values known only here. */
export const functionGrants = (
  stack: Stack,
  environment: Environment,
  foundation: Foundation,
  needs: FunctionNeeds,
  more: { readonly statements?: readonly PolicyStatement[]; readonly reservedConcurrency?: number },
): FunctionGrants => ({
  ...more,
  key: foundation.key,
  variables: {
    ...functionVariables(environment, needs, foundation),
    ...consoleVariables(environment, needs, foundation),
  },
  statements: [
    ...functionStatements(stack, needs, foundation),
    ...consoleStatements(stack, needs, foundation),
    ...(needs.wakes ? [startWebhookWorker(stack, environment)] : []),
    ...(needs.backtests ? [startBacktestWorker(stack, environment)] : []),
    ...exportStatements(stack, environment, needs, foundation),
    ...(needs.settles ? [startSettlingTimer(stack, environment)] : []),
    ...(needs.recovers ? [startRecovery(stack, environment)] : []),
    ...callVault(environment, needs),
    ...(more.statements ?? []),
  ],
});
