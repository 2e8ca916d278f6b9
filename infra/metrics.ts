import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { MeteredEvent } from '../lib/types/event-metrics.ts';
import type { Environment } from './environments.ts';

/** The functions write their metrics under this name, in CloudWatch's embedded metric format. */
export const metricsNamespace = ({ name }: Pick<Environment, 'name'>): string => `Payments/${name}`;

export type EventMetric = {
  readonly event: MeteredEvent;
  /** A number the event carries instead of how often it happened. */
  readonly number?: string;
  readonly dimensions?: Readonly<Record<string, string>>;
  readonly statistic?: string;
  readonly minutes?: number;
  readonly label?: string;
};

/** What the functions reported: how often an event happened (its sum), or a duration's percentile. */
export const eventMetric = (
  environment: Pick<Environment, 'name'>,
  { event, number, dimensions, statistic, minutes, label }: EventMetric,
): Metric =>
  new Metric({
    namespace: metricsNamespace(environment),
    metricName: number ? `${event}_${number}` : event,
    ...(dimensions && { dimensionsMap: { ...dimensions } }),
    statistic: statistic ?? 'Sum',
    period: Duration.minutes(minutes ?? 1),
    ...(label && { label }),
  });

/** Percent of attempts at one PSP account that took or held the money; 100 while there were too few to judge. */
export const approvalRate = (environment: Environment, psp: string, minutes: number): MathExpression => {
  const attempts = (outcome?: string): Metric =>
    eventMetric(environment, { event: 'attempt', dimensions: { psp, ...(outcome && { outcome }) }, minutes });
  return new MathExpression({
    label: `${psp} approved %`,
    expression: 'IF(attempts >= 20, 100 * (FILL(captured, 0) + FILL(approved, 0)) / attempts, 100)',
    usingMetrics: { attempts: attempts(), captured: attempts('captured'), approved: attempts('approved') },
    period: Duration.minutes(minutes),
  });
};
