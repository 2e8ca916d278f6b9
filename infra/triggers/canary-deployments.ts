import { ArnFormat, type Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { CfnAlias, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { functionName } from '../base/function-name.ts';
import { passToArea } from '../base/pass-to-area.ts';
import { serviceThatMaySayFor } from '../base/service-of-this-account.ts';
import { stackName } from '../base/stack-name.ts';
import type { Environment } from '../environments.ts';
import { areas, needsIn } from '../function-needs.ts';
import { inlineFunction } from '../lambda/inline-function.ts';
import type { PaymentFunction } from '../lambda/payment-function.ts';
import { stranger } from '../lambda/stranger.ts';

/** Shared by the deployments of all functions, in any stack. */
export type CanaryDeployments = {
  readonly application: LambdaApplication;
  readonly hook: LambdaFunction;
  readonly role: Role;
  readonly policies: readonly ManagedPolicy[];
  readonly alarms: readonly Alarm[];
};

/** Refers to functions by name: each stack of functions is created after this and depends on it. */
export const canaryDeployments = (
  stack: Stack,
  environment: Environment,
  alarms: readonly Alarm[],
  key: IKey | undefined,
): CanaryDeployments => {
  const application = new LambdaApplication(stack, 'deployments', {
    applicationName: stackName(environment),
  });
  const hook = preTrafficHook(stack, environment, key);
  return { application, hook, alarms, ...deploymentRole(stack, environment, alarms, hook) };
};

/** Whether this deploy gives new versions all calls at once: alarms count every version, so errors of the old one would roll a fix back. */
const atOnce = (stack: Stack): boolean => stack.node.tryGetContext('canary') === 'off';

/** A new version gets a tenth of its function's calls for five minutes, and none once one of its alarms rings; or all at once, with `-c canary=off`. */
export const deployByCanary = (stack: Stack, target: PaymentFunction, through: CanaryDeployments): void => {
  const group = new LambdaDeploymentGroup(stack, `${target.needs.name}-deployments`, {
    application: through.application,
    deploymentGroupName: target.needs.name,
    alias: target.live,
    deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
    // By default, CDK attaches AWS's policy for this role, which covers every function in the account.
    role: through.role.withoutPolicyUpdates(),
    alarms: [...through.alarms],
    autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
  });
  group.node.addDependency(...through.policies);
  const { cfnOptions } = target.live.node.defaultChild as CfnAlias;
  // CDK's own, which is not the one below.
  delete cfnOptions.updatePolicy;
  if (atOnce(stack)) return;
  // CDK's own `preHook` would name the hook as if it were in the same stack.
  cfnOptions.updatePolicy = {
    codeDeployLambdaAliasUpdate: {
      applicationName: through.application.applicationName,
      deploymentGroupName: group.deploymentGroupName,
      beforeAllowTrafficHook: passToArea(stack, 'CheckVersion', through.hook.functionName),
    },
  };
};

/** Functions that a person calls now and then have no canary: a tenth of five minutes' calls is none, and a canary that sees no call passes. */
const deployedByCanary = areas
  .flatMap((area) => needsIn(area).filter(({ rare }) => !rare))
  .map(({ name }) => name);

const arnsOf = (stack: Stack, environment: Environment, qualifier: string): string[] =>
  deployedByCanary.map((name) =>
    stack.formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: `${functionName(environment, name)}${qualifier}`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    }),
  );

/** One for all groups: a role and a policy for each would be a seventh of the resources that a stack may hold. */
const deploymentRole = (
  stack: Stack,
  environment: Environment,
  alarms: readonly Alarm[],
  hook: LambdaFunction,
): { readonly role: Role; readonly policies: readonly ManagedPolicy[] } => {
  const role = new Role(stack, 'deployment-role', {
    assumedBy: serviceThatMaySayFor(stack, 'codedeploy'),
  });
  const shiftTraffic = (resources: string[]): PolicyStatement =>
    new PolicyStatement({
      sid: 'ShiftTraffic',
      actions: ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
      resources,
    });
  // A policy may have 6,144 characters, so aliases have their own.
  const ofFunctions = new ManagedPolicy(stack, 'deployment-policy', {
    roles: [role],
    statements: [
      shiftTraffic(arnsOf(stack, environment, '')),
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
    statements: [shiftTraffic(arnsOf(stack, environment, ':live'))],
  });
  return { role, policies: [ofFunctions, ofAliases] };
};

/** Checks a version of any function before it gets traffic, so that no canary call has to fail. */
const preTrafficHook = (stack: Stack, environment: Environment, key: IKey | undefined): LambdaFunction =>
  inlineFunction(stack, environment, key, {
    name: 'check-version',
    variables: { STRANGER: JSON.stringify(stranger) },
    statements: [
      new PolicyStatement({
        sid: 'AskNewVersions',
        actions: ['lambda:InvokeFunction'],
        resources: arnsOf(stack, environment, ':*'),
      }),
      new PolicyStatement({
        sid: 'JudgeDeployments',
        actions: ['codedeploy:GetDeployment', 'codedeploy:PutLifecycleEventHookExecutionStatus'],
        resources: deployedByCanary.map((name) =>
          stack.formatArn({
            service: 'codedeploy',
            resource: 'deploymentgroup',
            resourceName: `${stackName(environment)}/${name}`,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        ),
      }),
    ],
  });
