import { Duration, type Stack } from 'aws-cdk-lib';
import type { CfnEnvironment } from 'aws-cdk-lib/aws-appconfig';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { ManagedPolicy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { type AlarmDefinition, alarm } from '../base/alarm.ts';
import type { AlarmTopics } from '../base/alarm-topics.ts';
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

/** Of those that create sessions, not of all calls: anybody can make more of those, without a key, until a fifth is out of reach. */
const withoutPsp = (environment: Environment): MathExpression => {
  const sessions = (statistic: 'Sum' | 'Average') =>
    eventMetric(environment, { metric: 'session_without_psp', statistic });
  return new MathExpression({
    label: 'sessions without a PSP %',
    // Each session without a PSP adds 100 to the sum.
    expression: 'IF(FILL(hundreds, 0) >= 500, share, 0)',
    usingMetrics: { hundreds: sessions('Sum'), share: sessions('Average') },
    period: Duration.minutes(1),
  });
};
