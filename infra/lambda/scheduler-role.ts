import type { Stack } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { serviceOfThisAccount } from '../base/service-of-this-account.ts';
import type { PaymentFunction } from './payment-function.ts';

/** The role with which EventBridge Scheduler starts a function, plus `more`. */
export const schedulerRole = (
  stack: Stack,
  id: string,
  { live }: PaymentFunction,
  more: readonly PolicyStatement[] = [],
): Role => {
  const role = new Role(stack, `${id}-role`, {
    assumedBy: serviceOfThisAccount(stack, 'scheduler'),
  });
  new ManagedPolicy(stack, `${id}-policy`, {
    roles: [role],
    statements: [
      new PolicyStatement({
        sid: 'StartFunction',
        actions: ['lambda:InvokeFunction'],
        resources: [live.functionArn],
      }),
      ...more,
    ],
  });
  return role;
};
