import { type App, Stage, Tags } from 'aws-cdk-lib';
import { edgeStack } from './edge-stack.ts';
import type { Environment } from './environments.ts';
import { statefulStack } from './stateful-stack.ts';
import { statelessStack } from './stateless-stack.ts';

/**
 * One environment: what holds data, what can be thrown away and built again, and the firewall, which CloudFront looks for in us-east-1.
 * Account and region are those of the credentials that deploy.
 */
export const paymentsStage = (app: App, environment: Environment): Stage => {
  const account = process.env.CDK_DEFAULT_ACCOUNT;
  const region = process.env.CDK_DEFAULT_REGION;
  const stage = new Stage(app, `payments-${environment.name}`, {
    env: { ...(account && { account }), ...(region && { region }) },
  });
  Tags.of(stage).add('service', 'payments');
  Tags.of(stage).add('environment', environment.name);
  const stateful = statefulStack(stage, environment);
  const edge = edgeStack(stage, environment);
  statelessStack(stage, environment, stateful).addStackDependency(edge);
  return stage;
};
