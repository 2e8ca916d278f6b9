import { Duration, type Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { acknowledge } from '../base/acknowledgements.ts';
import type { Environment } from '../environments.ts';
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
