import { describe, expect, test } from '@jest/globals';
import { NestedStack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Alarm, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Alias, Code, type IVersion, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { environments } from '../../infra/environments.ts';
import { needsOf } from '../../infra/function-needs.ts';
import { canaryDeployments, deployByCanary } from '../../infra/triggers/canary-deployments.ts';
import { beginPaymentLink, createCheckoutSession } from '../../lib/http/routes.ts';
import { readPage } from '../docs/read-blocks.ts';
import { loneStack } from './lone-stack.ts';

/** One function under a canary, in a stack below the one that holds what canaries share. */
const deployed = (context: Readonly<Record<string, string>>) => {
  const parent = loneStack('payments-prod', context);
  const metric = new Metric({ namespace: 'n', metricName: 'm' });
  const alarm = new Alarm(parent, 'alarm', { metric, threshold: 1, evaluationPeriods: 1 });
  const shared = canaryDeployments(parent, environments.prod, [alarm], undefined);
  const stack = new NestedStack(parent, 'checkout');
  const runtime = Runtime.NODEJS_24_X;
  const made = new LambdaFunction(stack, 'f', {
    runtime,
    handler: 'index.handler',
    code: Code.fromInline('1'),
  });
  const live = new Alias(stack, 'live', { aliasName: 'live', version: made.currentVersion as IVersion });
  deployByCanary(stack, { needs: needsOf('confirm-checkout-session'), function: made, live }, shared);
  const template = Template.fromStack(stack);
  const [alias] = Object.values(template.findResources('AWS::Lambda::Alias'));
  return { alias, groups: Object.values(template.findResources('AWS::CodeDeploy::DeploymentGroup')) };
};

describe('a deploy at once', () => {
  test('moves an alias itself: nothing judges the fix by the errors of the old version', () => {
    const { alias } = deployed({ canary: 'off' });
    expect(alias).not.toHaveProperty('UpdatePolicy');
  });

  test('leaves the deployment groups as they are for the next deploy', () => {
    expect(deployed({ canary: 'off' }).groups).toEqual(deployed({}).groups);
    expect(deployed({}).groups).toHaveLength(1);
  });

  test('is how a restore switches tables: functions that may not run fail the check of their new versions', () => {
    const [, restore = ''] = readPage('docs/operate.md').split('## Restore');
    const [stop = '', switchTables = ''] = restore.split('**Switch.**');
    for (const { function: name } of [createCheckoutSession, beginPaymentLink])
      expect(stop).toContain(`\`${name}\``);
    expect(switchTables).toMatch(/^[^\n]+`npm run deploy -- prod --at-once`/);
  });

  test('is what somebody asks for: otherwise CodeDeploy moves the alias', () => {
    for (const context of [{}, { canary: 'on' }])
      expect(deployed(context).alias).toMatchObject({
        UpdatePolicy: { CodeDeployLambdaAliasUpdate: { BeforeAllowTrafficHook: expect.anything() } },
      });
  });
});
