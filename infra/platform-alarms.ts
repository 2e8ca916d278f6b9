import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { recoveryIndex, type TableId, tableName, tables } from '../lib/storage/tables.ts';
import type { AlarmDefinition } from './alarm.ts';
import type { Environment } from './environments.ts';
import { functionNeeds, type TableAction } from './function-needs.ts';
import type { PaymentFunction } from './payment-function.ts';
import type { Watched } from './watched.ts';

/** The share of requests the API answers with 5xx. */
export const serverErrors = ({ api }: Watched): AlarmDefinition => {
  const requests = (metricName: string) =>
    new Metric({
      namespace: 'AWS/ApiGateway',
      metricName,
      dimensionsMap: { ApiId: api.ref },
      statistic: 'Sum',
      period: Duration.minutes(1),
    });
  return {
    id: 'server-errors',
    means: 'More than one request in a hundred ends in a 5xx.',
    metric: new MathExpression({
      label: '5xx %',
      expression: 'IF(errors >= 3, 100 * errors / requests, 0)',
      usingMetrics: { errors: requests('5xx'), requests: requests('Count') },
      period: Duration.minutes(1),
    }),
    threshold: 1,
    periods: 3,
    bad_periods: 2,
  };
};

/** What can go wrong with functions, recovery and storage, from AWS's own metrics. */
export const platformAlarms = (environment: Environment, watched: Watched): readonly AlarmDefinition[] => [
  {
    id: 'functions-throttled',
    means: 'Lambda refuses to start functions: the concurrency quota of the account is used up.',
    metric: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Throttles',
      statistic: 'Sum',
      period: Duration.minutes(1),
    }),
    threshold: 1,
    periods: 5,
    bad_periods: 3,
  },
  {
    id: 'confirm-slow',
    means: 'One confirm in a hundred takes more than 20 s; at 29 s it is cut off.',
    metric: functionMetric(named(watched.functions, 'confirm-checkout-session'), 'Duration', 'p99', 5),
    threshold: 20_000,
    periods: 3,
  },
  {
    id: 'recovery-not-running',
    means: 'Recovery has not run for five minutes: open charges stay open.',
    metric: functionMetric(named(watched.functions, 'recover-charges'), 'Invocations', 'Sum', 5),
    threshold: 1,
    when: 'below',
    missing: 'bad',
  },
  {
    id: 'recovery-dead-letters',
    means: 'A run of recovery could not be started or ended in an error.',
    metric: watched.deadLetters.metricApproximateNumberOfMessagesVisible({
      period: Duration.minutes(1),
      statistic: 'Maximum',
    }),
    threshold: 1,
  },
  storageThrottled(environment),
];

/** Also takes a bad deployment of that function back. */
export const functionErrors = (target: PaymentFunction): AlarmDefinition => ({
  id: 'function-errors',
  of: target.needs.name,
  means: `${target.needs.name} ends without an answer: an exception nobody caught, or its time ran out.`,
  metric: functionMetric(target, 'Errors', 'Sum', 1),
  threshold: 3,
});

const functionMetric = (
  target: PaymentFunction,
  metricName: string,
  statistic: string,
  minutes: number,
): Metric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    dimensionsMap: {
      FunctionName: target.function.functionName,
      Resource: `${target.function.functionName}:live`,
    },
    statistic,
    period: Duration.minutes(minutes),
  });

const storageThrottled = (environment: Environment): AlarmDefinition => {
  const throttled = (metricName: string, dimensionsMap: Record<string, string>) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap,
      statistic: 'Sum',
      period: Duration.minutes(1),
    });
  const metrics = tables.flatMap(({ id }) => {
    const dimensions = { TableName: tableName(environment.name, id) };
    // An alarm takes ten metrics: a table that no function reads, or none writes, has one.
    return [
      ...(isTouched(id, ['GetItem']) ? [throttled('ReadThrottleEvents', dimensions)] : []),
      ...(isTouched(id, ['PutItem', 'UpdateItem']) ? [throttled('WriteThrottleEvents', dimensions)] : []),
    ];
  });
  metrics.push(
    throttled('WriteThrottleEvents', {
      TableName: tableName(environment.name, 'charges'),
      GlobalSecondaryIndexName: recoveryIndex.name,
    }),
  );
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  return {
    id: 'storage-throttled',
    means: 'DynamoDB refuses reads or writes: a partition or a table is beyond its limit.',
    metric: new MathExpression({
      label: 'throttled',
      expression: Object.keys(usingMetrics)
        .map((name) => `FILL(${name}, 0)`)
        .join(' + '),
      usingMetrics,
      period: Duration.minutes(1),
    }),
    threshold: 1,
    periods: 3,
    bad_periods: 2,
  };
};

const isTouched = (table: TableId, by: readonly TableAction[]): boolean =>
  functionNeeds.some(({ tables }) => tables[table]?.some((action) => by.includes(action)));

const named = (functions: readonly PaymentFunction[], name: string): PaymentFunction => {
  const found = functions.find(({ needs }) => needs.name === name);
  if (!found) throw new Error(`${name} is not among the functions`);
  return found;
};
