import { Duration, type Stack } from 'aws-cdk-lib';
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  type IWidget,
  Metric,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { ErrorCode } from '../lib/types/error-codes.ts';
import type { Environment } from './environments.ts';
import { graph } from './graph.ts';
import { eventMetric } from './metrics.ts';
import { openWidgets } from './open-widgets.ts';
import type { PaymentFunction } from './payment-function.ts';
import { pspWidgets } from './psp-widgets.ts';

/** One page, read from the top: is money moving, at which PSP, what is unknown, and only then how the machinery does. */
export const dashboard = (
  stack: Stack,
  environment: Environment,
  functions: readonly PaymentFunction[],
  alarms: readonly Alarm[],
): void => {
  new Dashboard(stack, 'dashboard', {
    // CloudWatch has one list of them for all regions.
    dashboardName: `payments-${environment.name}-${stack.region}`,
    defaultInterval: Duration.hours(3),
    widgets: [
      [alarmStates(alarms)],
      [
        text(
          '## Payments by PSP\nWhat was planned first follows the weights in `GET /v1/routing/rules`; attempts are what came of it, failovers included.',
        ),
      ],
      ...pspWidgets(environment),
      [text('## What nobody knows yet, and what went elsewhere')],
      ...openWidgets(environment),
      [text('## Rules and callers')],
      [rules(environment), refusals(environment)],
      [text('## Functions')],
      [
        functionGraph('Errors', functions, 'Errors', 'Sum'),
        functionGraph('Duration p99 (ms)', functions, 'Duration', 'p99'),
      ],
    ],
  });
};

const text = (markdown: string): IWidget => new TextWidget({ markdown, width: 24, height: 2 });

const alarmStates = (alarms: readonly Alarm[]): IWidget =>
  new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 24, height: 4 });

const rules = (environment: Environment): IWidget =>
  graph('Rules', 12, [
    eventMetric(environment, { event: 'routing_rule_published', label: 'published' }),
    eventMetric(environment, { event: 'routing_rules_refused', label: 'not taken over' }),
    eventMetric(environment, { event: 'routing_rules_poll_failed', label: 'polls failed' }),
  ]);

const refusals = (environment: Environment): IWidget =>
  graph(
    'Refused calls',
    12,
    refusalCodes.map((code) =>
      eventMetric(environment, { event: 'request', dimensions: { code }, label: code, minutes: 5 }),
    ),
  );

const refusalCodes: readonly ErrorCode[] = [
  'token_invalid',
  'scope_missing',
  'too_many_attempts',
  'too_many_requests',
  'no_eligible_psp',
  'signature_invalid',
  'routing_unavailable',
  'storage_unavailable',
  'internal',
];

const functionGraph = (
  title: string,
  functions: readonly PaymentFunction[],
  metricName: string,
  statistic: string,
): IWidget =>
  graph(
    title,
    12,
    functions.map(
      ({ needs, function: lambda }) =>
        new Metric({
          namespace: 'AWS/Lambda',
          metricName,
          dimensionsMap: { FunctionName: lambda.functionName },
          statistic,
          label: needs.name,
          period: Duration.minutes(5),
        }),
    ),
  );
