import { NestedStack, type Stack } from 'aws-cdk-lib';
import type { CfnApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { httpApiRoutes } from '../api/http-api.ts';
import { passToArea } from '../base/pass-to-area.ts';
import type { ExportsBucket } from '../data/exports-bucket.ts';
import type { Foundation } from '../data/foundation.ts';
import type { RoutingRulesIds } from '../data/routing-rules-configuration.ts';
import type { Environment } from '../environments.ts';
import { type Area, needsIn, signInNeeds } from '../function-needs.ts';
import { functionGrants } from '../grants/function-grants.ts';
import { type Build, paymentFunction } from '../lambda/payment-function.ts';
import { type CanaryDeployments, deployByCanary } from '../triggers/canary-deployments.ts';
import { startedFunctions } from '../triggers/started-functions.ts';

/** The resources shared by the functions of every area, all in the environment's own stack. */
export type Ground = {
  readonly foundation: Foundation;
  readonly api: CfnApi;
  readonly deadLetters: Queue;
  readonly canary: CanaryDeployments | undefined;
};

/** The functions of one area with their routes, below the environment's stack and deployed with it. Holds no data. */
export const areaStack = (
  parent: Stack,
  environment: Environment,
  area: Area,
  { foundation, api, deadLetters, canary }: Ground,
): NestedStack => {
  const stack = new NestedStack(parent, area, {
    description: `Payment routing (${environment.name}): ${area}`,
  });
  const below = {
    ...foundation,
    rules: rulesBelow(stack, foundation.rules),
    exports: exportsBelow(stack, foundation.exports),
  };
  const build: Build = (needs, more = {}) =>
    paymentFunction(stack, environment, needs, functionGrants(stack, environment, below, needs, more));
  const signIn = environment.console && area === signInNeeds.area ? [signInNeeds] : [];
  const functions = [...needsIn(area), ...signIn].map((needs) => {
    const start = startedFunctions[needs.name];
    return start
      ? start({ stack, environment, needs, tables: foundation.tables, deadLetters, build })
      : build(needs);
  });
  httpApiRoutes(stack, api, functions);
  if (canary)
    for (const target of functions.filter(({ needs }) => !needs.rare)) deployByCanary(stack, target, canary);
  return stack;
};

const exportsBelow = (stack: Stack, { name }: ExportsBucket): ExportsBucket => ({
  get name() {
    return passToArea(stack, 'ExportsBucket', name);
  },
});

/** Each becomes a parameter of the area when it is read. */
const rulesBelow = (stack: Stack, rules: RoutingRulesIds): RoutingRulesIds => ({
  get application() {
    return passToArea(stack, 'RulesApplication', rules.application);
  },
  get environment() {
    return passToArea(stack, 'RulesEnvironment', rules.environment);
  },
  get profile() {
    return passToArea(stack, 'RulesProfile', rules.profile);
  },
  get strategy() {
    return passToArea(stack, 'RulesStrategy', rules.strategy);
  },
});
