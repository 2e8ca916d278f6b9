import { Duration, type Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Environment } from '../environments.ts';
import type { FunctionNeeds } from '../function-needs.ts';
import type { Build, PaymentFunction } from '../lambda/payment-function.ts';
import { startedName, startFunction } from '../lambda/start-function.ts';
import { sendDeadLetters } from './run-every.ts';

const timer = 'settle-rule-versions';

export const settlingVariables = (environment: Environment): Record<string, string> => ({
  SETTLING_TIMER: startedName(environment, timer),
});

export const startSettlingTimer = (stack: Stack, environment: Environment): PolicyStatement =>
  startFunction(stack, environment, 'StartSettlingTimer', timer);

/** A failed start is not retried: the next minute starts it again. */
export const settlingTimer = (needs: FunctionNeeds, deadLetters: Queue, build: Build): PaymentFunction => {
  const built = build(needs, { statements: [sendDeadLetters(deadLetters)] });
  built.live.configureAsyncInvoke({
    maxEventAge: Duration.seconds(60),
    retryAttempts: 0,
    onFailure: new SqsDestination(deadLetters),
  });
  return built;
};
