import { Duration, type Stack } from 'aws-cdk-lib';
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  GraphWidgetView,
  type IMetric,
  type IWidget,
  MathExpression,
  Metric,
  SingleValueWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { ErrorCode } from '../lib/types/error-codes.ts';
import type { Environment } from './environments.ts';
import { type EventMetric, eventMetric } from './metrics.ts';
import type { PaymentFunction } from './payment-function.ts';

/** One page, read from the top: is money moving, at which PSP, what is unknown, and only then how the machinery does. */
export const dashboard = (
  stack: Stack,
  environment: Environment,
  functions: readonly PaymentFunction[],
  alarms: readonly Alarm[],
): void => {
  const psps = Object.keys(environment.accounts);
  new Dashboard(stack, 'dashboard', {
    dashboardName: `payments-${environment.name}`,
    defaultInterval: Duration.hours(3),
    widgets: [
      [alarmStates(alarms)],
      [
        text(
          '## Payments by PSP\nShares follow the weights in `GET /v1/routing/rules`, plus what failed over.',
        ),
      ],
      [approvals(environment, psps), shares(environment, psps), latencies(environment, psps)],
      [text('## What nobody knows yet, and what went elsewhere')],
      [
        unknowns(environment, psps),
        open(environment),
        failovers(environment, psps),
        refunds(environment, psps),
      ],
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

const graph = (title: string, width: number, left: IMetric[], view?: GraphWidgetView): IWidget =>
  new GraphWidget({ title, width, height: 7, left, ...(view && { view, setPeriodToTimeRange: true }) });

const perPsp = (
  environment: Environment,
  psps: readonly string[],
  metric: Omit<EventMetric, 'dimensions'>,
  outcome?: string,
) =>
  psps.map((psp) =>
    eventMetric(environment, {
      minutes: 5,
      ...metric,
      label: psp,
      dimensions: { psp, ...(outcome && { outcome }) },
    }),
  );

const approvals = (environment: Environment, psps: readonly string[]): IWidget => {
  const rate = (psp: string, index: number): MathExpression => {
    const attempts = (outcome?: string) =>
      eventMetric(environment, {
        event: 'attempt',
        minutes: 5,
        dimensions: { psp, ...(outcome && { outcome }) },
      });
    return new MathExpression({
      label: psp,
      expression: `100 * (FILL(captured${index}, 0) + FILL(approved${index}, 0)) / attempts${index}`,
      usingMetrics: {
        [`attempts${index}`]: attempts(),
        [`captured${index}`]: attempts('captured'),
        [`approved${index}`]: attempts('approved'),
      },
    });
  };
  return graph('Approved %', 8, psps.map(rate));
};

const shares = (environment: Environment, psps: readonly string[]): IWidget =>
  graph('Share of attempts', 8, perPsp(environment, psps, { event: 'attempt' }), GraphWidgetView.PIE);

const latencies = (environment: Environment, psps: readonly string[]): IWidget =>
  graph(
    'PSP latency p95 (ms)',
    8,
    perPsp(environment, psps, { event: 'attempt', number: 'latency_ms', statistic: 'p95' }),
  );

const unknowns = (environment: Environment, psps: readonly string[]): IWidget =>
  graph('Unknown outcomes', 6, perPsp(environment, psps, { event: 'attempt' }, 'unknown'));

const open = (environment: Environment): IWidget =>
  new SingleValueWidget({
    title: 'Looked at by recovery, to review, late effects',
    width: 6,
    height: 7,
    metrics: [
      eventMetric(environment, { event: 'recovery_run', number: 'looked', label: 'looked at' }),
      eventMetric(environment, { event: 'needs_review', label: 'to review' }),
      eventMetric(environment, { event: 'late_effect', label: 'late effects' }),
    ],
  });

const failovers = (environment: Environment, psps: readonly string[]): IWidget =>
  graph(
    'Failed over, away from',
    6,
    psps.map((psp) =>
      eventMetric(environment, { event: 'failover', dimensions: { from: psp }, minutes: 5, label: psp }),
    ),
  );

const refunds = (environment: Environment, psps: readonly string[]): IWidget =>
  graph('Refunds', 6, perPsp(environment, psps, { event: 'refund' }));

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
