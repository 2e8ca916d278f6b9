import type { Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { type AlarmDefinition, alarm } from '../base/alarm.ts';
import type { AlarmTopics } from '../base/alarm-topics.ts';
import type { Environment } from '../environments.ts';
import { backupAlarms } from './backups.ts';
import { paymentAlarms } from './payment-alarms.ts';
import { deploymentAlarms, platformAlarms } from './platform-alarms.ts';
import { spendAlarm } from './spend-alarm.ts';
import type { Watched } from './watched.ts';

/** Every alarm but the one that AppConfig acts on. Returns those that roll back a bad deployment. */
export const alarms = (
  stack: Stack,
  environment: Environment,
  watched: Watched,
  topics: AlarmTopics,
): readonly Alarm[] => {
  const raise = (definition: AlarmDefinition): Alarm => alarm(stack, environment, definition, topics);
  const ofDeployment = deploymentAlarms(environment).map(raise);
  for (const definition of [
    ...paymentAlarms(environment),
    ...platformAlarms(environment, watched),
    ...backupAlarms(environment),
  ])
    raise(definition);
  spendAlarm(stack, environment, topics.ticket);
  return ofDeployment;
};
