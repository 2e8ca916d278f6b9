import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { RemovalPolicy, type Stack } from 'aws-cdk-lib';
import {
  CfnApplication,
  CfnConfigurationProfile,
  CfnDeployment,
  CfnDeploymentStrategy,
  CfnEnvironment,
  CfnHostedConfigurationVersion,
} from 'aws-cdk-lib/aws-appconfig';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { AlarmTopics } from '../base/alarm-topics.ts';
import { removalPolicy } from '../base/removal-policy.ts';
import type { Environment } from '../environments.ts';
import { needsOf } from '../function-needs.ts';
import { paymentFunction } from '../lambda/payment-function.ts';
import { rulesMonitors } from './rules-monitors.ts';

/** The ids with which the functions read and publish rules. */
export type RoutingRulesIds = {
  readonly application: string;
  readonly environment: string;
  readonly profile: string;
  readonly strategy: string;
};

/**
 * The store of routing rules. The stack owns the store and the first version, which a new environment starts with; every later version belongs to
 * `POST /v1/routing/rules`, and no deploy touches it.
 */
export const routingRulesConfiguration = (
  stack: Stack,
  environment: Environment,
  key: IKey | undefined,
  topics: AlarmTopics,
): RoutingRulesIds => {
  const application = new CfnApplication(stack, 'rules-application', {
    name: `payments-${environment.name}`,
  });
  const profile = validatedProfile(stack, environment, application, key);
  const place = new CfnEnvironment(stack, 'rules-environment', {
    applicationId: application.ref,
    name: environment.name,
    deletionProtectionCheck: environment.protected ? 'APPLY' : 'BYPASS',
    ...(environment.rules_watch_minutes > 0 && { monitors: rulesMonitors(stack, environment, topics) }),
  });
  const strategy = instantStrategy(
    stack,
    'rules-strategy',
    `payments-${environment.name}-rules`,
    environment.rules_watch_minutes,
  );
  for (const resource of [application, profile, place])
    resource.applyRemovalPolicy(removalPolicy(environment));
  firstVersion(stack, environment, { application, profile, place });
  return {
    application: application.ref,
    environment: place.ref,
    profile: profile.ref,
    strategy: strategy.ref,
  };
};

const validatedProfile = (
  stack: Stack,
  environment: Environment,
  application: CfnApplication,
  key: IKey | undefined,
): CfnConfigurationProfile => {
  const validator = paymentFunction(stack, environment, needsOf('validate-routing-rules'), {
    key,
    variables: {},
    statements: [],
  });
  // No source condition: AppConfig documents none for validators, and a stranger's call gets only a verdict on the stranger's own document.
  validator.live.addPermission('appconfig', { principal: new ServicePrincipal('appconfig.amazonaws.com') });
  const profile = new CfnConfigurationProfile(stack, 'rules-profile', {
    applicationId: application.ref,
    name: 'routing-rules',
    locationUri: 'hosted',
    type: 'AWS.Freeform',
    validators: [{ type: 'LAMBDA', content: validator.live.functionArn }],
    deletionProtectionCheck: environment.protected ? 'APPLY' : 'BYPASS',
  });
  profile.node.addDependency(validator.live);
  return profile;
};

const instantStrategy = (
  stack: Stack,
  id: string,
  name: string,
  watch_minutes: number,
): CfnDeploymentStrategy =>
  new CfnDeploymentStrategy(stack, id, {
    name,
    deploymentDurationInMinutes: 0,
    growthFactor: 100,
    growthType: 'LINEAR',
    finalBakeTimeInMinutes: watch_minutes,
    replicateTo: 'NONE',
  });

type Places = {
  readonly application: CfnApplication;
  readonly profile: CfnConfigurationProfile;
  readonly place: CfnEnvironment;
};

/**
 * A changed property would make CloudFormation deploy the first rules over live ones. So nothing here depends on configuration: it has its own
 * strategy, and a document whose digest is checked.
 */
const firstVersion = (
  stack: Stack,
  environment: Environment,
  { application, profile, place }: Places,
): void => {
  const version = new CfnHostedConfigurationVersion(stack, 'first-rules', {
    applicationId: application.ref,
    configurationProfileId: profile.ref,
    contentType: 'application/json',
    content: firstRules(),
    description: 'What a new environment starts with',
  });
  const deployment = new CfnDeployment(stack, 'first-rules-deployment', {
    applicationId: application.ref,
    environmentId: place.ref,
    configurationProfileId: profile.ref,
    configurationVersion: version.ref,
    deploymentStrategyId: instantStrategy(
      stack,
      'first-rules-strategy',
      `payments-${environment.name}-first-rules`,
      0,
    ).ref,
  });
  // AppConfig cannot undo a completed deployment; its record is deleted with its environment.
  for (const resource of [version, deployment])
    resource.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
};

const firstRulesDigest = '7dc2a7d78a1aa31dd3c7a449ee01b61fe7de7e7a4840ae2f725332468436e344';

const firstRules = (): string => {
  const content = JSON.stringify(
    JSON.parse(readFileSync(new URL('first-routing-rules.json', import.meta.url), 'utf8')),
  );
  if (createHash('sha256').update(content).digest('hex') !== firstRulesDigest)
    throw new Error(
      'first-routing-rules.json has changed: environments that exist have deployed it. Change rules through POST /v1/routing/rules.',
    );
  return content;
};
