import { ArnFormat, Duration, type Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Environment } from './environments.ts';
import { functionName } from './function-name.ts';
import type { FunctionNeeds } from './function-needs.ts';
import type { Build, PaymentFunction } from './payment-function.ts';

const worker = 'deliver-events';

/** The function that sends webhooks, and its alias. It is started by itself, too, so its name is all that is known. */
const webhookWorkerName = (environment: Environment): string => `${functionName(environment, worker)}:live`;

export const webhookVariables = (environment: Environment): Record<string, string> => ({
  WEBHOOK_WORKER: webhookWorkerName(environment),
  ...(environment.event_bus !== undefined && { EVENT_BUS: environment.event_bus }),
});

export const startWebhookWorker = (stack: Stack, environment: Environment): PolicyStatement =>
  new PolicyStatement({
    sid: 'StartWebhookWorker',
    actions: ['lambda:InvokeFunction'],
    resources: [
      stack.formatArn({
        service: 'lambda',
        resource: 'function',
        resourceName: webhookWorkerName(environment),
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    ],
  });

/** A start that fails is not repeated: the timer finds what is due. */
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
