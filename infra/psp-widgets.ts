import { Duration } from 'aws-cdk-lib';
import { GraphWidgetView, type IWidget, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Environment } from './environments.ts';
import { graph } from './graph.ts';
import { eventMetric } from './metrics.ts';
import { perPsp, pspsOf } from './per-psp.ts';

/** How each account does, and whether it gets what the weights give it. */
export const pspWidgets = (environment: Environment): readonly IWidget[][] => [
  [approvals(environment), latencies(environment)],
  [
    shares('Planned first, share', environment, 'session_planned'),
    shares('Attempts, share', environment, 'attempt'),
    plannedOverTime(environment),
  ],
];

const approvals = (environment: Environment): IWidget => {
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
  return graph('Approved %', 12, pspsOf(environment).map(rate));
};

const shares = (title: string, environment: Environment, event: 'session_planned' | 'attempt'): IWidget =>
  graph(title, 6, perPsp(environment, { event }), GraphWidgetView.PIE);

/** A published rule shows as a step. */
const plannedOverTime = (environment: Environment): IWidget => {
  const usingMetrics = Object.fromEntries(
    perPsp(environment, { event: 'session_planned' }).map((metric, index) => [`p${index}`, metric]),
  );
  const all = Object.keys(usingMetrics)
    .map((id) => `FILL(${id}, 0)`)
    .join(' + ');
  const percent = (psp: string, index: number): MathExpression =>
    new MathExpression({
      label: psp,
      expression: `100 * FILL(p${index}, 0) / (${all})`,
      usingMetrics,
      period: Duration.minutes(5),
    });
  return graph('Planned first %', 12, pspsOf(environment).map(percent));
};

const latencies = (environment: Environment): IWidget =>
  graph(
    'PSP latency p95 (ms)',
    12,
    perPsp(environment, { event: 'attempt', number: 'latency_ms', statistic: 'p95' }),
  );
