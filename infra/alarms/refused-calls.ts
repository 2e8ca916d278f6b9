import { Duration } from 'aws-cdk-lib';
import type { CfnApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmDefinition } from '../base/alarm.ts';
import type { Throttle } from '../environments.ts';

/** What rings after fifteen minutes in which half of what a stage takes was answered with a 4xx. */
export const refusedCalls = (
  api: Pick<CfnApi, 'ref'>,
  { rate }: Throttle,
): Pick<AlarmDefinition, 'metric' | 'threshold' | 'periods'> => {
  const period = Duration.minutes(5);
  return {
    metric: new Metric({
      namespace: 'AWS/ApiGateway',
      metricName: '4xx',
      dimensionsMap: { ApiId: api.ref },
      statistic: 'Sum',
      period,
    }),
    threshold: rate * 0.5 * period.toSeconds(),
    periods: 3,
  };
};
