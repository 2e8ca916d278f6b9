import type { Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Foundation } from '../data/foundation.ts';
import type { Environment } from '../environments.ts';
import type { FunctionNeeds } from '../function-needs.ts';
import type { FunctionGrants } from '../lambda/payment-function.ts';
import { callVault } from '../lambda/vault-callers.ts';
import { startBacktestWorker } from '../triggers/backtest-worker.ts';
import { startRecovery } from '../triggers/recovery-schedule.ts';
import { startSettlingTimer } from '../triggers/settling-timer.ts';
import { startWebhookWorker } from '../triggers/webhook-worker.ts';
import { consoleStatements, consoleVariables } from './console-access.ts';
import { exportStatements } from './export-access.ts';
import { functionStatements } from './function-statements.ts';
import { functionVariables } from './function-variables.ts';

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
