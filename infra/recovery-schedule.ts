import { Duration, type Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { acknowledge } from './acknowledgements.ts';
import type { PaymentFunction } from './payment-function.ts';
import { schedulerRole } from './scheduler-role.ts';

/** Runs of recovery that could not be started or ended in an error, and positions in streams that were never taken. */
export const recoveryDeadLetters = (stack: Stack): Queue => {
  const deadLetters = new Queue(stack, 'recovery-dead-letters', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  acknowledge(deadLetters, 'deadLetters');
  return deadLetters;
};

/** Starts recovery every minute. Nothing is retried: the next minute is the retry. Failed runs are kept for inspection. */
export const recoverySchedule = (stack: Stack, recover: PaymentFunction, deadLetters: Queue): void => {
  recover.live.configureAsyncInvoke({
    maxEventAge: Duration.seconds(60),
    retryAttempts: 0,
    onFailure: new SqsDestination(deadLetters),
  });
  new CfnSchedule(stack, 'recovery-every-minute', {
    scheduleExpression: 'rate(1 minute)',
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: recover.live.functionArn,
      roleArn: schedulerRole(stack, 'scheduler', recover, [sendDeadLetters(deadLetters)]).roleArn,
      deadLetterConfig: { arn: deadLetters.queueArn },
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
