import { ArnFormat, type Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { metricsNamespace } from '../base/metrics.ts';
import type { Foundation } from '../data/foundation.ts';
import type { Environment } from '../environments.ts';
import { paymentFunction } from '../lambda/payment-function.ts';
import { runEvery } from '../triggers/run-every.ts';
import { syntheticKeyName } from './synthetic-key.ts';

/**
 * A payer from outside at regular intervals: it knows the public address and an API key, and may only read that key in the account. Nothing is
 * retried, since the next payment is the retry.
 */
export const syntheticPayments = (
  stack: Stack,
  environment: Environment,
  { key, publicUrl }: Pick<Foundation, 'key' | 'publicUrl'>,
): void => {
  if (environment.synthetic_minutes === 0) return;
  const parameter = syntheticKeyName(environment);
  const payer = paymentFunction(
    stack,
    environment,
    {
      name: 'pay-synthetically',
      area: 'base',
      // Five calls may take forty seconds each.
      timeout_s: 205,
      memory_mb: 256,
      tables: {},
      psps: 'none',
      rules: 'none',
    },
    {
      key,
      variables: {
        MODE: environment.mode,
        CARD_CAPTURE: environment.card_capture,
        PUBLIC_URL: publicUrl,
        METRICS_NAMESPACE: metricsNamespace(environment),
        SYNTHETIC_KEY: parameter,
        ...(environment.vault && { VAULT: JSON.stringify(environment.vault) }),
      },
      statements: [
        new PolicyStatement({
          sid: 'ReadOwnKey',
          actions: ['ssm:GetParameter'],
          resources: [
            stack.formatArn({
              service: 'ssm',
              resource: 'parameter',
              resourceName: parameter.slice(1),
              arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
            }),
          ],
        }),
      ],
    },
  );
  const ids = { schedule: 'synthetic-payment', role: 'synthetic-payment' };
  runEvery(environment.synthetic_minutes, stack, ids, payer);
};
