import { Duration, type Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { acknowledge } from '../base/acknowledgements.ts';
import type { Environment } from '../environments.ts';
import type { PaymentFunction } from '../lambda/payment-function.ts';
import { schedulerRole } from '../lambda/scheduler-role.ts';
import { startedName, startFunction } from '../lambda/start-function.ts';

const worker = 'recover-charges';

export const recoveryVariables = (environment: Environment): Record<string, string> => ({
  RECOVERY_WORKER: startedName(environment, worker),
});

/** A failed start is not retried: the next minute finds what is due. */
export const startRecovery = (stack: Stack, environment: Environment): PolicyStatement =>
  startFunction(stack, environment, 'StartRecovery', worker);

/** Runs from `runEvery` that could not be started or ended in an error, positions of stream records that were never processed, and changes of the stage's limits that failed. */
export const recoveryDeadLetters = (stack: Stack): Queue => {
  const deadLetters = new Queue(stack, 'recovery-dead-letters', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  acknowledge(deadLetters, 'deadLetters');
  return deadLetters;
};

/** Starts a function every so many minutes. Nothing is retried, since the next run is the retry. With `deadLetters`, failed runs are kept for inspection. */
export const runEvery = (
  minutes: number,
  stack: Stack,
  ids: { readonly schedule: string; readonly role: string },
  target: PaymentFunction,
  deadLetters?: Queue,
): void => {
  target.live.configureAsyncInvoke({
    maxEventAge: Duration.seconds(60),
    retryAttempts: 0,
    ...(deadLetters && { onFailure: new SqsDestination(deadLetters) }),
  });
  const keep = deadLetters ? [sendDeadLetters(deadLetters)] : [];
  new CfnSchedule(stack, ids.schedule, {
    scheduleExpression: minutes === 1 ? 'rate(1 minute)' : `rate(${minutes} minutes)`,
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: target.live.functionArn,
      roleArn: schedulerRole(stack, ids.role, target, keep).roleArn,
      ...(deadLetters && { deadLetterConfig: { arn: deadLetters.queueArn } }),
      retryPolicy: { maximumEventAgeInSeconds: 60, maximumRetryAttempts: 0 },
    },
  });
};

export const sendDeadLetters = (deadLetters: Queue): PolicyStatement =>
  new PolicyStatement({
    sid: 'KeepWhatFailed',
    actions: ['sqs:SendMessage'],
    resources: [deadLetters.queueArn],
  });
