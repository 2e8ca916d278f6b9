import { Duration, type Stack } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmStatusWidget,
  Dashboard,
  type IWidget,
  LogQueryWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { watchedCodes } from '../../lib/types/event-metrics.ts';
import { functionName } from '../base/function-name.ts';
import { eventMetric, lambdaMetric } from '../base/metrics.ts';
import { receivingLogs, unmappedQuery } from '../checks/unmapped-codes.ts';
import type { Environment } from '../environments.ts';
import { graph } from './graph.ts';
import { openWidgets } from './open-widgets.ts';
import { pspWidgets } from './psp-widgets.ts';

/** One page, read from the top: is money moving, at which PSP, what is unknown, and only then the state of the machinery. */
export const dashboard = (stack: Stack, environment: Environment): void => {
  new Dashboard(stack, 'dashboard', {
    // CloudWatch has a single list of dashboards for all regions.
    dashboardName: `payments-${environment.name}-${stack.region}`,
    defaultInterval: Duration.hours(3),
    widgets: [
      [alarmStates(stack)],
      [
        text(
          '## Payments by PSP\nFirst plans follow the weights in `GET /v1/routing/rules`. Attempts include failovers.',
        ),
      ],
      ...pspWidgets(environment),
      [text('## Unknown outcomes and failovers')],
      ...openWidgets(environment),
      [unmapped(environment)],
      [text('## Rules and callers')],
      [rules(environment), refusals(environment)],
      [text('## Functions')],
      [allFunctions(), durations(environment)],
    ],
  });
};

const text = (markdown: string): IWidget => new TextWidget({ markdown, width: 24, height: 2 });

/** Every alarm of the stack, also the one that AppConfig acts on. */
const alarmStates = (stack: Stack): IWidget => {
  const alarms = stack.node.children.filter((child) => child instanceof Alarm);
  return new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 4 });
};

/** Read from the logs when somebody looks: a metric for each code would cost money as long as it is written. */
const unmapped = (environment: Environment): IWidget =>
  new LogQueryWidget({
    title: 'Declines with a code that has no line, by PSP and code',
    logGroupNames: [...receivingLogs(environment)],
    queryString: unmappedQuery,
    width: 24,
    height: 4,
  });

const rules = (environment: Environment): IWidget =>
  graph('Rules', 12, [
    eventMetric(environment, { metric: 'routing_rule_published', label: 'published' }),
    eventMetric(environment, {
      metric: 'routing_rule_rolled_back',
      label: 'rolled back by AppConfig or a guard',
    }),
    eventMetric(environment, { metric: 'routing_rules_refused', label: 'not taken over' }),
    eventMetric(environment, { metric: 'psp_sick', label: 'PSPs fallen sick' }),
    eventMetric(environment, { metric: 'routing_rules_poll_failed', label: 'polls failed' }),
  ]);

const refusals = (environment: Environment): IWidget =>
  graph(
    'Refused calls',
    12,
    watchedCodes.map((code) =>
      eventMetric(environment, { metric: 'request', dimensions: { code }, label: code, minutes: 5 }),
    ),
  );

/** All functions together; each function's log shows its own. */
const allFunctions = (): IWidget =>
  graph('Errors, rejected starts, concurrency', 12, [
    lambdaMetric('Errors', 'Sum', 5, { label: 'errors' }),
    lambdaMetric('Throttles', 'Sum', 5, { label: 'refused starts' }),
    lambdaMetric('ConcurrentExecutions', 'Maximum', 5, { label: 'running at once' }),
  ]);

const durations = (environment: Environment): IWidget =>
  graph(
    'Duration p99 (ms)',
    12,
    watchedDurations.map((name) =>
      lambdaMetric('Duration', 'p99', 5, { functionName: functionName(environment, name), label: name }),
    ),
  );

const watchedDurations: readonly string[] = [
  'create-checkout-session',
  'confirm-checkout-session',
  'refund-charge',
  'receive-psp-webhook',
  'recover-charges',
];
