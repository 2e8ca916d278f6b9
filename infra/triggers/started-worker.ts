import { Duration } from 'aws-cdk-lib';
import type { FunctionNeeds } from '../function-needs.ts';
import type { Build, PaymentFunction } from '../lambda/payment-function.ts';

/** A function that calls start. A failed start is not retried: the next read of what it works on starts it again. */
export const startedWorker = (needs: FunctionNeeds, build: Build): PaymentFunction => {
  const built = build(needs);
  built.live.configureAsyncInvoke({ maxEventAge: Duration.seconds(60), retryAttempts: 0 });
  return built;
};
