import { Duration, type Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { PaymentFunction } from '../lambda/payment-function.ts';
import { schedulerRole } from '../lambda/scheduler-role.ts';

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
