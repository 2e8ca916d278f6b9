import { Duration, type Stack } from 'aws-cdk-lib';
import type { CfnEnvironment } from 'aws-cdk-lib/aws-appconfig';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { alarm } from './alarm.ts';
import type { Environment } from './environments.ts';
import { functionName } from './function-name.ts';
import { eventMetric } from './metrics.ts';

/** The alarm that makes AppConfig roll back a freshly published rule: most sessions no longer find a PSP. */
export const rulesMonitors = (stack: Stack, environment: Environment): CfnEnvironment.MonitorsProperty[] => {
  const raised = alarm(stack, environment, {
    id: 'rules-without-psp',
    means: 'At least a fifth of new sessions find no eligible PSP: the live rules do not fit the traffic.',
    metric: withoutPsp(environment),
    threshold: 20,
  });
  const role = new Role(stack, 'rules-monitor-role', {
    assumedBy: new ServicePrincipal('appconfig.amazonaws.com'),
  });
  new ManagedPolicy(stack, 'rules-monitor-policy', {
    roles: [role],
    statements: [
      new PolicyStatement({
        sid: 'WatchOneAlarm',
        actions: ['cloudwatch:DescribeAlarms'],
        resources: [raised.alarmArn],
      }),
    ],
  });
  return [{ alarmArn: raised.alarmArn, alarmRoleArn: role.roleArn }];
};

const withoutPsp = (environment: Environment): MathExpression =>
  new MathExpression({
    label: 'sessions without a PSP %',
    expression: 'IF(FILL(refused, 0) >= 5, 100 * refused / calls, 0)',
    usingMetrics: {
      refused: eventMetric(environment, { metric: 'request', dimensions: { code: 'no_eligible_psp' } }),
      calls: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Invocations',
        dimensionsMap: { FunctionName: functionName(environment, 'create-checkout-session') },
        statistic: 'Sum',
        period: Duration.minutes(1),
      }),
    },
    period: Duration.minutes(1),
  });
