import type { Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';

/** A service of AWS, when it acts for this account. For any other, it would do here what a stranger tells it. */
export const serviceOfThisAccount = (stack: Stack, name: string): ServicePrincipal =>
  new ServicePrincipal(`${name}.amazonaws.com`, {
    conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
  });

/**
 * The same for a service that does not document whether it says for whom it acts when it takes a role. If it does not, IAM keeps strangers away: a role
 * can be passed to a service in its own account only.
 */
export const serviceThatMaySayFor = (stack: Stack, name: string): ServicePrincipal =>
  new ServicePrincipal(`${name}.amazonaws.com`, {
    conditions: { StringEqualsIfExists: { 'aws:SourceAccount': stack.account } },
  });
