import { Duration, type Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { defined } from '../../lib/types/defined.ts';
import type { Environment } from '../environments.ts';
import type { FunctionNeeds } from '../function-needs.ts';
import type { Build, PaymentFunction } from '../lambda/payment-function.ts';
import { startedName, startFunction } from '../lambda/start-function.ts';

const worker = 'deliver-events';

export const webhookVariables = (environment: Environment): Record<string, string> => ({
  WEBHOOK_WORKER: startedName(environment, worker),
  ...defined({ EVENT_BUS: environment.event_bus }),
});

export const startWebhookWorker = (stack: Stack, environment: Environment): PolicyStatement =>
  startFunction(stack, environment, 'StartWebhookWorker', worker);

/** A failed start is not retried: the timer finds due deliveries. */
export const webhookWorker = (
  { event_bus }: Environment,
  needs: FunctionNeeds,
  build: Build,
): PaymentFunction => {
  const built = build(needs, { statements: event_bus === undefined ? [] : [putEvents(event_bus)] });
  built.live.configureAsyncInvoke({ maxEventAge: Duration.seconds(60), retryAttempts: 0 });
  return built;
};

const putEvents = (bus: string): PolicyStatement =>
  new PolicyStatement({ sid: 'PutEvents', actions: ['events:PutEvents'], resources: [bus] });
