import { type App, type Environment as Place, type Stack, Tags } from 'aws-cdk-lib';
import { edgeStack } from '../api/edge-stack.ts';
import type { Environment } from '../environments.ts';
import { vaultStack } from '../vault/vault-stack.ts';
import type { Vault } from '../vaults.ts';
import { paymentsStack } from './payments-stack.ts';

/**
 * One environment: one stack, and the firewall if there is one, which CloudFront requires in us-east-1. Account and region come from the deploying
 * credentials.
 */
export const paymentsApp = (app: App, environment: Environment): Stack => {
  const env = place();
  tag(app, environment.name);
  const stack = paymentsStack(app, environment, env);
  if (environment.firewall) stack.addStackDependency(edgeStack(app, environment, env));
  return stack;
};

/** The vault of an environment, for another account. */
export const vaultApp = (app: App, vault: Vault): Stack => {
  tag(app, vault.name);
  return vaultStack(app, vault, place());
};

const place = (): Place => {
  const account = process.env.CDK_DEFAULT_ACCOUNT;
  const region = process.env.CDK_DEFAULT_REGION ?? 'us-east-1';
  return { ...(account && { account }), region };
};

const tag = (app: App, environment: string): void => {
  // CloudFormation does not support tags on dashboards.
  const excludeResourceTypes = ['AWS::CloudWatch::Dashboard'];
  Tags.of(app).add('service', 'payments', { excludeResourceTypes });
  Tags.of(app).add('environment', environment, { excludeResourceTypes });
};
