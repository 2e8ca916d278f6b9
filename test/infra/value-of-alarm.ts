import type { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { embeddedMetrics } from '../../lib/types/event-metrics.ts';

export type Reported = Parameters<typeof embeddedMetrics>[0];

/** What the stack's one alarm, whose metric is an expression, compares with its threshold after a period of these events. */
export const valueOfAlarm = (stack: Stack, events: readonly Reported[]): number | undefined => {
  const [alarm] = Object.values(Template.fromStack(stack).findResources('AWS::CloudWatch::Alarm'));
  const metrics = alarm?.Properties.Metrics as readonly AlarmMetric[];
  const values = metrics.flatMap(({ Id, MetricStat }) =>
    MetricStat ? [{ id: Id, value: statisticOf(MetricStat, events) }] : [],
  );
  const expression = metrics.find(({ Expression }) => Expression)?.Expression;
  const evaluate = new Function('IF', 'FILL', ...values.map(({ id }) => id), `return ${expression}`);
  return evaluate(
    (condition: boolean, yes: number, no: number) => (condition ? yes : no),
    (value: number | undefined, otherwise: number) => value ?? otherwise,
    ...values.map(({ value }) => value),
  );
};

type MetricStat = {
  readonly Stat: string;
  readonly Metric: {
    readonly Namespace: string;
    readonly MetricName: string;
    readonly Dimensions?: readonly { readonly Name: string; readonly Value: string }[];
  };
};

type AlarmMetric = { readonly Id: string; readonly Expression?: string; readonly MetricStat?: MetricStat };

/** Undefined if no event adds to it. Every call is an invocation. */
const statisticOf = ({ Stat, Metric }: MetricStat, events: readonly Reported[]): number | undefined => {
  const { Namespace, MetricName, Dimensions = [] } = Metric;
  if (MetricName === 'Invocations') return events.filter(({ event }) => event === 'request').length;
  const added = events
    .filter((event) => Dimensions.every(({ Name, Value }) => event[Name] === Value))
    .flatMap((event) => embeddedMetrics(event, Namespace, 0)[MetricName] ?? [])
    .map(Number);
  if (added.length === 0) return undefined;
  const sum = added.reduce((total, value) => total + value, 0);
  return { Sum: sum, Average: sum / added.length, SampleCount: added.length }[Stat];
};
