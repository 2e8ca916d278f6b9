import { CfnOutput, Stack, type Stage } from 'aws-cdk-lib';
import { routes } from '../lib/http/routes.ts';
import { alarms } from './alarms.ts';
import { canaryDeployments } from './canary-deployments.ts';
import { dashboard } from './dashboard.ts';
import { distribution } from './distribution.ts';
import type { Environment } from './environments.ts';
import { needsOf } from './function-needs.ts';
import { functionStatements } from './function-statements.ts';
import { functionVariables } from './function-variables.ts';
import { emptyApi, httpApiRoutes } from './http-api.ts';
import { type FunctionGrants, type PaymentFunction, paymentFunction } from './payment-function.ts';
import {
  recoveryConcurrency,
  recoveryDeadLetters,
  recoverySchedule,
  sendDeadLetters,
} from './recovery-schedule.ts';
import type { Stateful } from './stateful-stack.ts';

/** Everything that can be deleted and deployed again without losing a payment. */
export const statelessStack = (stage: Stage, environment: Environment, stateful: Stateful): Stack => {
  const stack = new Stack(stage, 'stateless', {
    stackName: `payments-${environment.name}-stateless`,
    description: `Payment routing (${environment.name}): API, functions, schedule, alarms`,
  });
  const { operations: operationsKey } = stateful.keys;
  const api = emptyApi(stack, environment);
  const { origin } = stateful.secrets;
  const { publicUrl } = distribution(stack, environment, api, { origin, operationsKey });
  const build = (
    name: string,
    grants = grantsOf(stack, environment, stateful, publicUrl, name),
  ): PaymentFunction => paymentFunction(stack, environment, needsOf(name), grants);

  const routed = [...new Set(routes.map((route) => route.function))];
  const byName = new Map(routed.map((name) => [name, build(name)]));
  const refuse = build('refuse-unknown-route');
  httpApiRoutes(stack, environment, operationsKey, api, byName, refuse);

  const deadLetters = recoveryDeadLetters(stack, environment);
  const grants = grantsOf(stack, environment, stateful, publicUrl, 'recover-charges');
  const recover = build('recover-charges', {
    ...grants,
    statements: [...grants.statements, sendDeadLetters(deadLetters)],
    reservedConcurrency: recoveryConcurrency,
  });
  recoverySchedule(stack, environment, recover, deadLetters);

  const functions = [...byName.values(), refuse, recover];
  const raised = alarms(stack, environment, { api, functions, deadLetters, operationsKey });
  if (environment.canary) canaryDeployments(stack, environment, functions, raised.ofDeployment);
  dashboard(stack, environment, functions, raised.all);
  new CfnOutput(stack, 'public-url', { value: publicUrl, description: 'What browsers and servers call' });
  return stack;
};

const grantsOf = (
  stack: Stack,
  environment: Environment,
  stateful: Stateful,
  publicUrl: string,
  name: string,
): FunctionGrants => ({
  operationsKey: stateful.keys.operations,
  variables: functionVariables(environment, needsOf(name), stateful, publicUrl),
  statements: functionStatements(stack, needsOf(name), stateful),
});
