import type { Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { acknowledge } from './acknowledgements.ts';
import { type AlarmDefinition, alarm } from './alarm.ts';
import type { Environment } from './environments.ts';
import { paymentAlarms } from './payment-alarms.ts';
import { deploymentAlarms, platformAlarms } from './platform-alarms.ts';
import { spendAlarm } from './spend-alarm.ts';
import type { Watched } from './watched.ts';

export type Alarms = {
  readonly all: readonly Alarm[];
  /** The alarms that roll back a bad deployment. */
  readonly ofDeployment: readonly Alarm[];
};

/** Every alarm, sent to one topic that people subscribe to. */
export const alarms = (stack: Stack, environment: Environment, watched: Watched): Alarms => {
  const topic = new Topic(stack, 'alarms', {
    topicName: `payments-${environment.name}-alarms`,
    ...(watched.key && { masterKey: watched.key }),
    enforceSSL: true,
  });
  if (!watched.key) acknowledge(topic, 'alarmMessagesWithoutKey');
  topic.grantPublish(new ServicePrincipal('budgets.amazonaws.com'));
  topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com'));
  const action = new SnsAction(topic);
  const raise = (definition: AlarmDefinition): Alarm => {
    const raised = alarm(stack, environment, definition);
    raised.addAlarmAction(action);
    raised.addOkAction(action);
    return raised;
  };
  const ofDeployment = deploymentAlarms(environment).map(raise);
  const others = [...paymentAlarms(environment), ...platformAlarms(environment, watched)].map(raise);
  spendAlarm(stack, environment, topic);
  return { all: [...ofDeployment, ...others], ofDeployment };
};
