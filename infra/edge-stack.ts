import { ArnFormat, CfnOutput, Fn, RemovalPolicy, Stack, type Stage } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration } from 'aws-cdk-lib/aws-wafv2';
import { acknowledge } from './acknowledgements.ts';
import type { Environment } from './environments.ts';
import { webAcl } from './web-acl.ts';

/** CloudFront takes its firewall from this region and no other. */
const cloudFrontRegion = 'us-east-1';
const outputName = 'WebAclArn';
const stackName = ({ name }: Environment): string => `payments-${name}-edge`;

/** The firewall in front of the one origin, with a log of what it stopped. */
export const edgeStack = (stage: Stage, environment: Environment): Stack => {
  const stack = new Stack(stage, 'edge', {
    stackName: stackName(environment),
    description: `Payment routing (${environment.name}): firewall of the public origin`,
    env: { ...(stage.account && { account: stage.account }), region: cloudFrontRegion },
  });
  const acl = webAcl(stack, environment);
  logWhatWasStopped(stack, environment, acl.attrArn);
  new CfnOutput(stack, outputName, { value: acl.attrArn }).overrideLogicalId(outputName);
  return stack;
};

/** The firewall's ARN for a stack in any region: resolved by CloudFormation when that stack is deployed. */
export const webAclArn = (environment: Environment): string =>
  Fn.getStackOutput(stackName(environment), outputName, cloudFrontRegion);

const logWhatWasStopped = (stack: Stack, environment: Environment, acl: string): void => {
  const logs = new LogGroup(stack, 'firewall-logs', {
    logGroupName: `aws-waf-logs-payments-${environment.name}`,
    retention: environment.log_retention_days,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  acknowledge(logs, 'firewallLogs');
  const destination = stack.formatArn({
    service: 'logs',
    resource: 'log-group',
    resourceName: `aws-waf-logs-payments-${environment.name}`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  new CfnLoggingConfiguration(stack, 'firewall-logging', {
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
  }).node.addDependency(logs);
};
