import { Duration } from 'aws-cdk-lib';
import type { CfnApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';

/**
 * How many of a hundred requests ended in a 5xx within five minutes; 0 if there were fewer than `least`. A share, so that a busy stage wakes nobody for
 * a few; and a count, so that a quiet one does not for one.
 */
export const gatewayErrors = (api: Pick<CfnApi, 'ref'>, least: number): MathExpression => {
  const period = Duration.minutes(5);
  const sum = (metricName: string): Metric =>
    new Metric({
      namespace: 'AWS/ApiGateway',
      metricName,
      dimensionsMap: { ApiId: api.ref },
      statistic: 'Sum',
      period,
    });
  return new MathExpression({
    label: 'requests that ended in a 5xx %',
    expression: `IF(FILL(errors, 0) >= ${least}, 100 * errors / calls, 0)`,
    usingMetrics: { errors: sum('5xx'), calls: sum('Count') },
    period,
  });
};
