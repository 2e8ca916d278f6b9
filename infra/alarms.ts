import type { Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { acknowledge } from './acknowledgements.ts';
import { type AlarmDefinition, alarm } from './alarm.ts';
import type { Environment } from './environments.ts';
import { paymentAlarms } from './payment-alarms.ts';
import { functionErrors, platformAlarms, serverErrors } from './platform-alarms.ts';
import type { Watched } from './watched.ts';

export type Alarms = {
  readonly all: readonly Alarm[];
  /** Those that take a bad deployment of one function back. */
  readonly ofDeployment: (functionName: string) => readonly Alarm[];
};

/** Every alarm, sent to one topic that people subscribe to. */
export const alarms = (stack: Stack, environment: Environment, watched: Watched): Alarms => {
  const topic = new Topic(stack, 'alarms', {
    topicName: `payments-${environment.name}-alarms`,
    ...(watched.key && { masterKey: watched.key }),
    enforceSSL: true,
  });
  if (!watched.key) acknowledge(topic, 'alarmMessagesWithoutKey');
  const action = new SnsAction(topic);
  const raise = (definition: AlarmDefinition): Alarm => {
    const raised = alarm(stack, environment, definition);
    raised.addAlarmAction(action);
    raised.addOkAction(action);
    return raised;
  };
  const apiErrors = raise(serverErrors(watched));
  const byFunction = new Map(
    watched.functions.map((target) => [target.needs.name, raise(functionErrors(target))]),
  );
  const others = [...paymentAlarms(environment), ...platformAlarms(environment, watched)].map(raise);
  return {
    all: [apiErrors, ...others, ...byFunction.values()],
    ofDeployment: (functionName) => {
      const errors = byFunction.get(functionName);
      return errors ? [apiErrors, errors] : [apiErrors];
    },
  };
};
