import { ArnFormat, type NestedStack, type Stack } from 'aws-cdk-lib';
import { CfnApi, CfnIntegration, CfnRoute, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import {
  approveRoutingRuleVersion,
  changeRollout,
  type Route,
  rollBackRoutingRule,
  routes,
  updateRoutingRules,
} from '../lib/http/routes.ts';
import { frameCors } from '../lib/http/vault-cors.ts';
import { acknowledge } from './acknowledgements.ts';
import type { Environment, Throttle } from './environments.ts';
import { needsOf } from './function-needs.ts';
import { logGroup } from './log-group.ts';
import type { PaymentFunction } from './payment-function.ts';

/** The API without its routes: functions need the public URL before routes can refer to the functions. No CORS, since there is one origin. */
export const emptyApi = (stack: Stack, { name, vault }: Environment): CfnApi =>
  new CfnApi(stack, 'api', {
    name: `payments-${name}`,
    protocolType: 'HTTP',
    ...(vault && {
      corsConfiguration: {
        allowOrigins: [vault.url],
        allowMethods: [...frameCors.methods],
        allowHeaders: [...frameCors.headers],
        exposeHeaders: [...frameCors.exposed],
        maxAge: frameCors.max_age_s,
      },
    }),
  });

/** The lines of the route table for these functions; `refuse-unknown-route` gets every other path. */
export const httpApiRoutes = (stack: Stack, api: CfnApi, functions: readonly PaymentFunction[]): void => {
  for (const target of functions) {
    const { name } = target.needs;
    const keys =
      name === 'refuse-unknown-route'
        ? ['$default']
        : routes.filter((route) => route.function === name).map(routeKey);
    if (keys.length === 0) continue;
    const through = integration(stack, api, target);
    for (const key of keys) {
      allowRoute(stack, api, target, key.replace(' ', ''));
      addRoute(stack, api, key, through);
    }
  }
};

const routeKey = ({ method, path }: Route): string => `${method} ${path}`;

const integration = (stack: Stack, api: CfnApi, { needs, live }: PaymentFunction): CfnIntegration =>
  new CfnIntegration(stack, `${needs.name}-integration`, {
    apiId: api.ref,
    integrationType: 'AWS_PROXY',
    integrationUri: live.functionArn,
    payloadFormatVersion: '2.0',
    timeoutInMillis: 30_000,
  });

const addRoute = (stack: Stack, api: CfnApi, key: string, through: CfnIntegration): void => {
  const route = new CfnRoute(stack, `route ${key}`, {
    apiId: api.ref,
    routeKey: key,
    target: `integrations/${through.ref}`,
    authorizationType: 'NONE',
  });
  acknowledge(route, 'tokensCheckedInFunction');
};

/** `path` as in `POST/v1/charges/refund`; parameters are written as in the route. */
const allowRoute = (stack: Stack, api: CfnApi, { needs, live }: PaymentFunction, path: string): void => {
  new CfnPermission(stack, `${needs.name} from ${path}`, {
    action: 'lambda:InvokeFunction',
    functionName: live.functionArn,
    principal: 'apigateway.amazonaws.com',
    sourceArn: stack.formatArn({ service: 'execute-api', resource: api.ref, resourceName: `*/${path}` }),
  });
};

const publishes = [updateRoutingRules, rollBackRoutingRule, approveRoutingRuleVersion, changeRollout];

/** Puts the API into service once `areas` have their routes: settings for a route are refused until it exists. */
export const defaultStage = (
  stack: Stack,
  environment: Environment,
  key: IKey | undefined,
  api: CfnApi,
  areas: readonly NestedStack[],
): void => {
  for (const route of routes)
    if (needsOf(route.function).area === 'base')
      throw new Error(`${routeKey(route)}: the function is in no area`);
  const logs = logGroup(stack, environment, 'access', key);
  const { all_routes, publishing, unknown_routes } = environment.throttle;
  const stage = new CfnStage(stack, 'default-stage', {
    apiId: api.ref,
    stageName: '$default',
    autoDeploy: true,
    defaultRouteSettings: { throttlingRateLimit: all_routes.rate, throttlingBurstLimit: all_routes.burst },
    routeSettings: {
      ...Object.fromEntries(publishes.map((route) => [routeKey(route), throttled(publishing)])),
      $default: throttled(unknown_routes),
    },
    accessLogSettings: {
      destinationArn: stack.formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName: logs.logGroupName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
      format: JSON.stringify(accessLogFields),
    },
  });
  for (const area of areas) stage.node.addDependency(area);
};

/** A map that CDK passes through unchanged. */
const throttled = ({ rate, burst }: Throttle) => ({
  ThrottlingRateLimit: rate,
  ThrottlingBurstLimit: burst,
});

/** The route without path or query: our own log lines have the ids, and a return's `state` must not be in any log. */
export const accessLogFields = {
  request_id: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  latency_ms: '$context.responseLatency',
  function_latency_ms: '$context.integrationLatency',
  function_status: '$context.integrationStatus',
  error: '$context.error.messageString',
  response_bytes: '$context.responseLength',
} as const;
