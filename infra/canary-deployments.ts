import { ArnFormat, type Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Environment } from './environments.ts';
import { inlineFunction } from './inline-function.ts';
import type { PaymentFunction } from './payment-function.ts';
import { stackName } from './stack-name.ts';
import { stranger } from './stranger.ts';

/** A new version gets a tenth of its function's calls for five minutes, and no more once one of its alarms rings. */
export const canaryDeployments = (
  stack: Stack,
  environment: Environment,
  functions: readonly PaymentFunction[],
  alarms: readonly Alarm[],
  key: IKey | undefined,
): void => {
  const application = new LambdaApplication(stack, 'deployments', {
    applicationName: stackName(environment),
  });
  const hook = preTrafficHook(stack, environment, functions, key);
  const { role, policies } = deploymentRole(stack, functions, alarms, hook);
  for (const target of functions)
    new LambdaDeploymentGroup(stack, `${target.needs.name}-deployments`, {
      application,
      deploymentGroupName: target.needs.name,
      alias: target.live,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      // By default CDK attaches AWS's policy for this role, which covers every function of the account.
      role: role.withoutPolicyUpdates(),
      alarms: [...alarms],
      preHook: hook,
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
    }).node.addDependency(...policies);
};

/** One for all groups: a role and a policy for each would be a seventh of the resources that a stack may hold. */
const deploymentRole = (
  stack: Stack,
  functions: readonly PaymentFunction[],
  alarms: readonly Alarm[],
  hook: LambdaFunction,
): { readonly role: Role; readonly policies: readonly ManagedPolicy[] } => {
  const role = new Role(stack, 'deployment-role', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
  });
  const shiftTraffic = (resources: string[]): PolicyStatement =>
    new PolicyStatement({
      sid: 'ShiftTraffic',
      actions: ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
      resources,
    });
  // A policy takes 6,144 characters, so aliases have their own.
  const ofFunctions = new ManagedPolicy(stack, 'deployment-policy', {
    roles: [role],
    statements: [
      shiftTraffic(functions.map(({ function: lambda }) => lambda.functionArn)),
      new PolicyStatement({
        sid: 'AskTheHook',
        actions: ['lambda:InvokeFunction'],
        resources: [hook.functionArn],
      }),
      new PolicyStatement({
        sid: 'WatchAlarms',
        actions: ['cloudwatch:DescribeAlarms'],
        resources: alarms.map(({ alarmArn }) => alarmArn),
      }),
    ],
  });
  const ofAliases = new ManagedPolicy(stack, 'deployment-aliases-policy', {
    roles: [role],
    statements: [
      // Not the alias itself: its update waits for the deployment group, which waits for this policy.
      shiftTraffic(functions.map(({ function: lambda, live }) => `${lambda.functionArn}:${live.aliasName}`)),
    ],
  });
  return { role, policies: [ofFunctions, ofAliases] };
};

/** Judges a version of any function before it gets traffic, so that no canary call need fail. */
const preTrafficHook = (
  stack: Stack,
  environment: Environment,
  functions: readonly PaymentFunction[],
  key: IKey | undefined,
): LambdaFunction =>
  inlineFunction(stack, environment, key, {
    name: 'check-version',
    variables: { STRANGER: JSON.stringify(stranger) },
    statements: [
      new PolicyStatement({
        sid: 'AskNewVersions',
        actions: ['lambda:InvokeFunction'],
        resources: functions.map(({ function: lambda }) => `${lambda.functionArn}:*`),
      }),
      new PolicyStatement({
        sid: 'JudgeDeployments',
        actions: ['codedeploy:GetDeployment', 'codedeploy:PutLifecycleEventHookExecutionStatus'],
        resources: functions.map(({ needs }) =>
          stack.formatArn({
            service: 'codedeploy',
            resource: 'deploymentgroup',
            resourceName: `${stackName(environment)}/${needs.name}`,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        ),
      }),
    ],
  });
