import {
  type App,
  ArnFormat,
  CfnOutput,
  Fn,
  type Environment as Place,
  RemovalPolicy,
  Stack,
} from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration } from 'aws-cdk-lib/aws-wafv2';
import { acknowledge } from '../base/acknowledgements.ts';
import { cloudFrontRegion } from '../base/cloud-front-region.ts';
import type { Environment } from '../environments.ts';
import { consoleWebAcl, webAcl } from './web-acl.ts';

const outputName = 'WebAclArn';
const consoleOutput = 'ConsoleWebAclArn';
/** Environments in several regions have their firewalls here. */
const edgeName = ({ name }: Environment, region: string | undefined): string =>
  `payments-${name}-${region}-edge`;

/** The firewall in front of the public origin, and the console's own if there is one, with a log of the requests they blocked. */
export const edgeStack = (app: App, environment: Environment, { account, region }: Place): Stack => {
  const name = edgeName(environment, region);
  const stack = new Stack(app, name, {
    description: `Payment routing (${environment.name}): firewall of the public origin`,
    env: { ...(account && { account }), region: cloudFrontRegion },
  });
  const acl = webAcl(stack, environment);
  const logs = logsOfStopped(stack, environment, name);
  logWhatWasStopped(stack, 'firewall-logging', acl.attrArn, logs);
  new CfnOutput(stack, outputName, { value: acl.attrArn }).overrideLogicalId(outputName);
  if (environment.console) {
    const own = consoleWebAcl(stack);
    logWhatWasStopped(stack, 'console-firewall-logging', own.attrArn, logs);
    new CfnOutput(stack, consoleOutput, { value: own.attrArn }).overrideLogicalId(consoleOutput);
  }
  return stack;
};

/** The firewall's ARN for a stack in any region: resolved by CloudFormation when that stack is deployed. */
export const webAclArn = (stack: Stack, environment: Environment): string =>
  Fn.getStackOutput(edgeName(environment, stack.region), outputName, cloudFrontRegion);

/** Likewise of the console's. */
export const consoleWebAclArn = (stack: Stack, environment: Environment): string =>
  Fn.getStackOutput(edgeName(environment, stack.region), consoleOutput, cloudFrontRegion);

type StopLogs = { readonly group: LogGroup; readonly destination: string };

const logsOfStopped = (stack: Stack, environment: Environment, name: string): StopLogs => {
  const group = new LogGroup(stack, 'firewall-logs', {
    logGroupName: `aws-waf-logs-${name}`,
    retention: environment.log_retention_days,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  acknowledge(group, 'firewallLogs');
  const destination = stack.formatArn({
    service: 'logs',
    resource: 'log-group',
    resourceName: `aws-waf-logs-${name}`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  return { group, destination };
};

const logWhatWasStopped = (stack: Stack, id: string, acl: string, { group, destination }: StopLogs): void => {
  new CfnLoggingConfiguration(stack, id, {
    resourceArn: acl,
    logDestinationConfigs: [destination],
    redactedFields: [{ singleHeader: { Name: 'authorization' } }, { queryString: {} }],
    loggingFilter: {
      DefaultBehavior: 'DROP',
      Filters: [
        {
          Behavior: 'KEEP',
          Requirement: 'MEETS_ANY',
          Conditions: [{ ActionCondition: { Action: 'BLOCK' } }, { ActionCondition: { Action: 'COUNT' } }],
        },
      ],
    },
  }).node.addDependency(group);
};
