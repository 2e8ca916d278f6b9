import { ArnFormat, Duration, type Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Environment } from './environments.ts';
import { functionName } from './function-name.ts';
import type { PaymentFunction } from './payment-function.ts';

const worker = 'deliver-events';

/** What `WEBHOOK_WORKER` names: the function that sends webhooks, and its alias. It is started by itself, too, so its name is all that is known. */
export const webhookWorkerName = (environment: Environment): string =>
  `${functionName(environment, worker)}:live`;

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
export const webhookWorker = (build: (name: string) => PaymentFunction): PaymentFunction => {
  const built = build(worker);
  built.live.configureAsyncInvoke({ maxEventAge: Duration.seconds(60), retryAttempts: 0 });
  return built;
};
