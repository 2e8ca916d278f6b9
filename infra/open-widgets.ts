import { Duration } from 'aws-cdk-lib';
import {
  GraphWidget,
  type IMetric,
  type IWidget,
  MathExpression,
  SingleValueWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Environment } from './environments.ts';
import { graph } from './graph.ts';
import { eventMetric } from './metrics.ts';
import { perPsp, pspsOf } from './per-psp.ts';

/** What nobody knows the end of yet, and what went another way than planned. */
export const openWidgets = (environment: Environment): readonly IWidget[][] => [
  [openNow(environment), openOverTime(environment), unknowns(environment)],
  [failovers(environment), refunds(environment), recovered(environment)],
];

const openNow = (environment: Environment): IWidget =>
  new SingleValueWidget({
    title: 'Open now',
    width: 8,
    height: 7,
    metrics: [openCount(environment), oldestOpen(environment)],
  });

const openOverTime = (environment: Environment): IWidget =>
  new GraphWidget({
    title: 'Open charges, and since when the oldest',
    width: 8,
    height: 7,
    left: [openCount(environment)],
    right: [oldestOpen(environment)],
  });

const openCount = (environment: Environment): IMetric =>
  eventMetric(environment, {
    event: 'open_charges',
    number: 'count',
    statistic: 'Maximum',
    label: 'open charges',
  });

const oldestOpen = (environment: Environment): IMetric =>
  new MathExpression({
    label: 'oldest, minutes',
    expression: 'oldest / 60000',
    usingMetrics: {
      oldest: eventMetric(environment, { event: 'open_charges', number: 'oldest_ms', statistic: 'Maximum' }),
    },
    period: Duration.minutes(1),
  });

const recovered = (environment: Environment): IWidget =>
  graph('Recovery', 8, [
    eventMetric(environment, { event: 'recovery_run', number: 'looked', label: 'looked at', minutes: 5 }),
    eventMetric(environment, { event: 'needs_review', label: 'to review', minutes: 5 }),
    eventMetric(environment, { event: 'late_effect', label: 'late effects', minutes: 5 }),
  ]);

const unknowns = (environment: Environment): IWidget =>
  graph('Unknown outcomes', 8, perPsp(environment, { event: 'attempt' }, 'unknown'));

const failovers = (environment: Environment): IWidget =>
  graph(
    'Failed over, away from',
    8,
    pspsOf(environment).map((psp) =>
      eventMetric(environment, { event: 'failover', dimensions: { from: psp }, minutes: 5, label: psp }),
    ),
  );

const refunds = (environment: Environment): IWidget =>
  graph('Refunds', 8, perPsp(environment, { event: 'refund' }));
