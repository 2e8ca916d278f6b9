import { Duration, type Stack } from 'aws-cdk-lib';
import type { CfnEnvironment } from 'aws-cdk-lib/aws-appconfig';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { ManagedPolicy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { type AlarmDefinition, alarm } from '../base/alarm.ts';
import type { AlarmTopics } from '../base/alarm-topics.ts';
import { functionName } from '../base/function-name.ts';
import { eventMetric } from '../base/metrics.ts';
import { serviceThatMaySayFor } from '../base/service-of-this-account.ts';
import type { Environment } from '../environments.ts';

/**
 * How long a bad rule may go unnoticed: functions take it over within half a minute, a minute that has begun and the alarm's own minute pass, and
 * CloudWatch may need two for what the functions report. AppConfig has to watch for longer, or it stops before the alarm can ring.
 */
export const least_watch_minutes = Math.ceil(0.5 + 1 + 1 + 2);

/** The alarm that makes AppConfig roll back a freshly published rule: most sessions no longer find a PSP. */
export const rulesMonitors = (
  stack: Stack,
  environment: Environment,
  topics: AlarmTopics,
): CfnEnvironment.MonitorsProperty[] => {
  const { rules_watch_minutes } = environment;
  if (rules_watch_minutes < least_watch_minutes)
    throw new Error(
      `rules_watch_minutes of ${environment.name} is ${rules_watch_minutes}: the alarm rules-without-psp may need ${least_watch_minutes} minutes to ring. Set 0, which watches nothing, or at least ${least_watch_minutes}.`,
    );
  const definition: AlarmDefinition = {
    id: 'rules-without-psp',
    means: 'At least a fifth of new sessions find no eligible PSP: the live rules do not fit the traffic.',
    metric: withoutPsp(environment),
    threshold: 20,
  };
  const raised = alarm(stack, environment, definition, topics);
  const role = new Role(stack, 'rules-monitor-role', {
    assumedBy: serviceThatMaySayFor(stack, 'appconfig'),
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
