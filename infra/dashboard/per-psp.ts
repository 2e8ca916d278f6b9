import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type EventMetric, eventMetric } from '../base/metrics.ts';
import type { Environment } from '../environments.ts';

/** A metric for each account of the environment, labelled with the account. */
export const perPsp = (environment: Environment, metric: EventMetric, dimension = 'psp'): Metric[] =>
  pspsOf(environment).map((psp) =>
    eventMetric(environment, { minutes: 5, ...metric, label: psp, dimensions: { [dimension]: psp } }),
  );

export const pspsOf = ({ accounts }: Environment): readonly string[] => Object.keys(accounts);
