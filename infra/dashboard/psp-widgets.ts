import { Duration } from 'aws-cdk-lib';
import { GraphWidgetView, type IWidget, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { defined } from '../../lib/types/defined.ts';
import type { Environment } from '../environments.ts';
import { graph } from './graph.ts';
import { perPsp } from './per-psp.ts';

/** How each account performs, and whether its share matches its weight. */
export const pspWidgets = (environment: Environment): readonly IWidget[][] => [
  [
    graph('Approved %', 12, perPsp(environment, { metric: 'payment_approved', statistic: 'Average' })),
    graph('PSP latency p95 (ms)', 12, perPsp(environment, { metric: 'attempt_ms', statistic: 'p95' })),
  ],
  [
    graph('Planned first, share', 6, perPsp(environment, { metric: 'session_planned' }), GraphWidgetView.PIE),
    graph(
      'Attempts, share',
      6,
      perPsp(environment, { metric: 'attempt_ms', statistic: 'SampleCount' }),
      GraphWidgetView.PIE,
    ),
    plannedOverTime(environment),
  ],
];

/** A published rule shows as a step. */
const plannedOverTime = (environment: Environment): IWidget => {
  const planned = perPsp(environment, { metric: 'session_planned' });
  const usingMetrics = Object.fromEntries(planned.map((metric, index) => [`p${index}`, metric]));
  const all = Object.keys(usingMetrics)
    .map((id) => `FILL(${id}, 0)`)
    .join(' + ');
  const percent = ({ label }: { readonly label?: string }, index: number): MathExpression =>
    new MathExpression({
      ...defined({ label }),
      expression: `100 * FILL(p${index}, 0) / (${all})`,
      usingMetrics,
      period: Duration.minutes(5),
    });
  return graph('Planned first %', 12, planned.map(percent));
};
