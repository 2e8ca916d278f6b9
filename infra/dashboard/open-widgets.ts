import { Duration } from 'aws-cdk-lib';
import { GraphWidget, type IMetric, type IWidget, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { eventMetric } from '../base/metrics.ts';
import type { Environment } from '../environments.ts';
import { graph } from './graph.ts';
import { perPsp } from './per-psp.ts';

/** Everything still open, and everything that went wrong. */
export const openWidgets = (environment: Environment): readonly IWidget[][] => [
  [
    openOverTime(environment),
    graph('Unknown outcomes', 8, perPsp(environment, { metric: 'outcome_unknown' })),
    recovered(environment),
  ],
  [
    graph('Failed over, away from', 12, perPsp(environment, { metric: 'failover' }, 'from')),
    graph(
      'Captures, cancels and refunds, latency p95 (ms)',
      12,
      perPsp(environment, { metric: 'operation_ms', statistic: 'p95' }),
    ),
  ],
];

const openOverTime = (environment: Environment): IWidget =>
  new GraphWidget({
    title: 'Open charges, and the age of the oldest',
    width: 8,
    height: 7,
    left: [eventMetric(environment, { metric: 'open_charges', statistic: 'Maximum', label: 'open charges' })],
    right: [oldestOpen(environment)],
  });

const oldestOpen = (environment: Environment): IMetric =>
  new MathExpression({
    label: 'oldest, minutes',
    expression: 'oldest / 60000',
    usingMetrics: {
      oldest: eventMetric(environment, { metric: 'open_charges_oldest_ms', statistic: 'Maximum' }),
    },
    period: Duration.minutes(1),
  });

const recovered = (environment: Environment): IWidget =>
  graph('Recovery', 8, [
    eventMetric(environment, { metric: 'recovery_looked', label: 'looked at', minutes: 5 }),
    eventMetric(environment, { metric: 'needs_review', label: 'to review', minutes: 5 }),
    eventMetric(environment, { metric: 'late_effect', label: 'late effects', minutes: 5 }),
  ]);
