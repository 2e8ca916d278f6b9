import { type App, type Stack, Tags } from 'aws-cdk-lib';
import { edgeStack } from './edge-stack.ts';
import type { Environment } from './environments.ts';
import { paymentsStack } from './payments-stack.ts';

/**
 * One environment: one stack, and the firewall if there is one, which CloudFront expects in us-east-1. Account and region are those of the deploying
 * credentials.
 */
export const paymentsApp = (app: App, environment: Environment): Stack => {
  const account = process.env.CDK_DEFAULT_ACCOUNT;
  const region = process.env.CDK_DEFAULT_REGION ?? 'us-east-1';
  const env = { ...(account && { account }), region };
  // CloudFormation does not know tags on dashboards.
  const excludeResourceTypes = ['AWS::CloudWatch::Dashboard'];
  Tags.of(app).add('service', 'payments', { excludeResourceTypes });
  Tags.of(app).add('environment', environment.name, { excludeResourceTypes });
  const stack = paymentsStack(app, environment, env);
  if (environment.firewall) stack.addStackDependency(edgeStack(app, environment, env));
  return stack;
};
