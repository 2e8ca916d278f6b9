import { ArnFormat, type NestedStack, type Stack } from 'aws-cdk-lib';
import { CfnApi, CfnIntegration, CfnRoute, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { consoleRoutes } from '../../lib/http/console-routes.ts';
import { routes } from '../../lib/http/routes.ts';
import { frameCors } from '../../lib/http/vault-cors.ts';
import { acknowledge } from '../base/acknowledgements.ts';
import { logGroup } from '../base/log-group.ts';
import type { Environment } from '../environments.ts';
import { defaultRouteFunction, needsOf } from '../function-needs.ts';
import type { PaymentFunction } from '../lambda/payment-function.ts';
import { routeKey, stageLimits } from './stage-limits.ts';

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

/** The lines of the route table for these functions; `defaultRouteFunction` gets every other path. */
export const httpApiRoutes = (stack: Stack, api: CfnApi, functions: readonly PaymentFunction[]): void => {
  for (const target of functions) {
    const { name } = target.needs;
    const keys =
      name === defaultRouteFunction
        ? ['$default']
        : [...routes, ...consoleRoutes]
            .filter((route) => route.function === (target.needs.file ?? name))
            .map(routeKey);
    if (keys.length === 0) continue;
    const through = integration(stack, api, target);
    for (const key of keys) {
      allowRoute(stack, api, target, key.replace(' ', ''));
      addRoute(stack, api, key, through);
    }
  }
};

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
  const { DefaultRouteSettings, RouteSettings } = stageLimits(environment);
  const stage = new CfnStage(stack, 'default-stage', {
    apiId: api.ref,
    stageName: '$default',
    autoDeploy: true,
    defaultRouteSettings: {
      throttlingRateLimit: DefaultRouteSettings.ThrottlingRateLimit,
      throttlingBurstLimit: DefaultRouteSettings.ThrottlingBurstLimit,
    },
    // A map that CDK passes through unchanged.
    routeSettings: RouteSettings,
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
