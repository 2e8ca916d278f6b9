import type { Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Environment } from './environments.ts';
import type { PaymentFunction } from './payment-function.ts';
import { stackName } from './stack-name.ts';

/** A new version gets a tenth of its function's calls for five minutes, and none any more when one of its alarms is raised. */
export const canaryDeployments = (
  stack: Stack,
  environment: Environment,
  functions: readonly PaymentFunction[],
  alarms: readonly Alarm[],
): void => {
  const application = new LambdaApplication(stack, 'deployments', {
    applicationName: stackName(environment),
  });
  for (const target of functions) {
    const { role, policy } = deploymentRole(stack, target, alarms);
    new LambdaDeploymentGroup(stack, `${target.needs.name}-deployments`, {
      application,
      deploymentGroupName: target.needs.name,
      alias: target.live,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      // Left to itself, CDK attaches AWS's policy for this role, which covers every function of the account.
      role: role.withoutPolicyUpdates(),
      alarms: [...alarms],
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
    }).node.addDependency(policy);
  }
};

const deploymentRole = (
  stack: Stack,
  { needs, function: lambda, live }: PaymentFunction,
  alarms: readonly Alarm[],
): { readonly role: Role; readonly policy: ManagedPolicy } => {
  const role = new Role(stack, `${needs.name}-deployment-role`, {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
  });
  const policy = new ManagedPolicy(stack, `${needs.name}-deployment-policy`, {
    roles: [role],
    statements: [
      new PolicyStatement({
        sid: 'ShiftTraffic',
        actions: ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
        // Not the alias itself: its update waits for the deployment group, and that for this policy.
        resources: [lambda.functionArn, `${lambda.functionArn}:${live.aliasName}`],
      }),
      new PolicyStatement({
        sid: 'WatchAlarms',
        actions: ['cloudwatch:DescribeAlarms'],
        resources: alarms.map(({ alarmArn }) => alarmArn),
      }),
    ],
  });
  return { role, policy };
};
