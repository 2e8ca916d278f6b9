import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmDefinition } from './alarm.ts';
import type { Environment } from './environments.ts';
import { functionName } from './function-name.ts';
import { eventMetric, lambdaMetric } from './metrics.ts';
import type { Watched } from './watched.ts';

/**
 * The alarms that roll back a bad deployment: only our own errors, not trouble at a PSP or a neighbour. One error is enough, since a canary with
 * little traffic sees few calls; without calls, the pre-traffic hook has checked the version.
 */
export const deploymentAlarms = (environment: Environment): readonly AlarmDefinition[] => [
  {
    id: 'server-errors',
    means: 'A request ended in 500 `internal`: a bug in the code.',
    metric: eventMetric(environment, { metric: 'request', dimensions: { code: 'internal' } }),
    threshold: 1,
  },
  {
    id: 'function-errors',
    means: 'Functions end without an answer: an uncaught exception, or they ran out of time.',
    metric: lambdaMetric('Errors', 'Sum', 1),
    threshold: 2,
  },
];

/** What can go wrong with functions, recovery and storage. */
export const platformAlarms = (environment: Environment, watched: Watched): readonly AlarmDefinition[] => [
  {
    id: 'concurrency-near-quota',
    means: "Functions use four fifths of the account's concurrency. Beyond the limit, calls are rejected.",
    metric: lambdaMetric('ConcurrentExecutions', 'Maximum', 1),
    threshold: 0.8 * environment.concurrency_quota,
    periods: 3,
    bad_periods: 2,
  },
  {
    id: 'recovery-not-running',
    means: 'Recovery has not run for five minutes: open charges stay open.',
    metric: lambdaMetric('Invocations', 'Sum', 5, {
      functionName: functionName(environment, 'recover-charges'),
    }),
    threshold: 1,
    when: 'below',
    missing: 'bad',
  },
  ...(environment.synthetic_minutes === 0 ? [] : [syntheticAlarm(environment)]),
  ...(environment.alarms === 'all' ? moreAlarms(environment, watched) : []),
];

/** Several short periods, all without a payment: one long period could fall between two payments. */
const syntheticAlarm = (environment: Environment): AlarmDefinition => {
  const minutes = 5;
  return {
    id: 'synthetic-payment',
    means: `No synthetic payment through the public address has succeeded for ${environment.synthetic_minutes} minutes.`,
    metric: eventMetric(environment, { metric: 'synthetic_payment', minutes }),
    threshold: 1,
    when: 'below',
    missing: 'bad',
    periods: Math.ceil(environment.synthetic_minutes / minutes) + 1,
  };
};

const moreAlarms = (environment: Environment, watched: Watched): readonly AlarmDefinition[] => [
  {
    id: 'gateway-errors',
    means: 'Ten requests in five minutes ended in a 5xx, whatever the cause.',
    metric: new Metric({
      namespace: 'AWS/ApiGateway',
      metricName: '5xx',
      dimensionsMap: { ApiId: watched.api.ref },
      statistic: 'Sum',
      period: Duration.minutes(5),
    }),
    threshold: 10,
  },
  {
    id: 'functions-throttled',
    means: 'Lambda refuses to start functions: the concurrency quota of the account is used up.',
    metric: lambdaMetric('Throttles', 'Sum', 1),
    threshold: 1,
    periods: 5,
    bad_periods: 3,
  },
  {
    id: 'confirm-slow',
    means: 'One confirm in a hundred takes more than 20 s; at 29 s it is cut off.',
    metric: lambdaMetric('Duration', 'p99', 5, {
      functionName: functionName(environment, 'confirm-checkout-session'),
    }),
    threshold: 20_000,
    periods: 3,
  },
  {
    id: 'recovery-dead-letters',
    means:
      'A run of recovery, or of settling rule versions, could not be started or ended in an error, or a stream has dropped unprocessed records.',
    metric: watched.deadLetters.metricApproximateNumberOfMessagesVisible({
      period: Duration.minutes(1),
      statistic: 'Maximum',
    }),
    threshold: 1,
  },
  {
    id: 'events-late',
    means: 'Events are more than a minute late: the streams are not being processed.',
    metric: lambdaMetric('IteratorAge', 'Maximum', 1, {
      functionName: functionName(environment, 'record-events'),
    }),
    threshold: 60_000,
    periods: 3,
  },
  {
    id: 'deliveries-late',
    means:
      'Events have waited for more than ten minutes for a webhook endpoint that answers: workers do not start, or it answers too slowly for what comes.',
    metric: eventMetric(environment, { metric: 'deliveries_oldest_ms', statistic: 'Maximum', minutes: 5 }),
    threshold: 600_000,
    periods: 2,
  },
  {
    id: 'storage-unavailable',
    means: 'DynamoDB or Secrets Manager rejects reads or writes, or does not answer in time.',
    metric: eventMetric(environment, { metric: 'request', dimensions: { code: 'storage_unavailable' } }),
    threshold: 1,
    periods: 3,
    bad_periods: 2,
  },
];
