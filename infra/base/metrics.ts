import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { SeriesName } from '../../lib/types/event-metrics.ts';
import type { Environment } from '../environments.ts';

/** The functions write their metrics under this name, in CloudWatch's embedded metric format. */
export const metricsNamespace = ({ name }: Pick<Environment, 'name'>): string => `Payments/${name}`;

export type EventMetric = {
  readonly metric: SeriesName;
  readonly dimensions?: Readonly<Record<string, string>>;
  readonly statistic?: string;
  readonly minutes?: number;
  readonly label?: string;
};

/** A metric that the functions reported: how often something happened (its sum), or another statistic of a number. */
export const eventMetric = (
  environment: Pick<Environment, 'name'>,
  { metric, dimensions, statistic, minutes, label }: EventMetric,
): Metric =>
  new Metric({
    namespace: metricsNamespace(environment),
    metricName: metric,
    ...(dimensions && { dimensionsMap: { ...dimensions } }),
    statistic: statistic ?? 'Sum',
    period: Duration.minutes(minutes ?? 1),
    ...(label && { label }),
  });

/** One of Lambda's own metrics, for a function or for the whole region. */
export const lambdaMetric = (
  metricName: string,
  statistic: string,
  minutes: number,
  { functionName, label }: { readonly functionName?: string; readonly label?: string } = {},
): Metric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    ...(functionName && { dimensionsMap: { FunctionName: functionName } }),
    statistic,
    period: Duration.minutes(minutes),
    ...(label && { label }),
  });
