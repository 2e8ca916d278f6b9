import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { standing } from '../../infra/cost/standing.ts';
import { standingIn } from '../../infra/cost/standing-in.ts';
import { type Environment, environments } from '../../infra/environments.ts';
import { callerRoleName, callersOf } from '../../infra/lambda/vault-callers.ts';
import { type Resource, readTemplates, resourcesOf, type Stacks } from './assembly.ts';
import { inCycles, referenceGraph } from './reference-graph.ts';
import { unbundledTemplates } from './unbundled-templates.ts';

/** Types whose names are one for all regions of an account. */
const named: Readonly<Record<string, (properties: Resource['Properties']) => unknown>> = {
  'AWS::CloudFront::Function': ({ Name }) => Name,
  'AWS::CloudFront::ResponseHeadersPolicy': ({ ResponseHeadersPolicyConfig }) =>
    (ResponseHeadersPolicyConfig as { readonly Name: string }).Name,
  'AWS::CloudFront::OriginAccessControl': ({ OriginAccessControlConfig }) =>
    (OriginAccessControlConfig as { readonly Name: string }).Name,
  'AWS::CloudWatch::Dashboard': ({ DashboardName }) => DashboardName,
};

const mayCallVault = (['forward', 'manage'] as const)
  .flatMap(callersOf)
  .map((name) => callerRoleName('prod', 'eu-central-1', name));

/** Types of which a second deploy into the same account finds the first one's. */
const generated: Readonly<Record<string, string>> = {
  'AWS::IAM::Role': 'RoleName',
  'AWS::IAM::ManagedPolicy': 'ManagedPolicyName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::WAFv2::WebACL': 'Name',
  'AWS::Scheduler::Schedule': 'Name',
};

describe('an environment that changes', () => {
  const directory = mkdtempSync(join(tmpdir(), 'changes-'));
  const { stripe: _taken, ...others } = environments.prod.accounts;
  let first: Stacks;
  let without: Stacks;
  let again: Stacks;
  let walled: Stacks;
  let elsewhere: Stacks;

  beforeAll(() => {
    const wall: Environment = {
      ...environments.prod,
      firewall: true,
      established: true,
      reserved_recovery: 2,
    };
    const region = 'eu-central-1';
    [first, without, again, walled, elsewhere] = unbundledTemplates(directory, [
      { environment: environments.prod, region },
      { environment: { ...environments.prod, accounts: others }, region },
      { environment: environments.prod, region },
      { environment: wall, region },
      { environment: wall, region: 'us-east-1' },
    ]);
  });

  afterAll(() => rmSync(directory, { recursive: true }));

  const all = (stacks: Stacks) => Object.values(stacks).flatMap(({ Resources }) => Object.entries(Resources));

  test('has no cycle in any of its shapes', () => {
    const shapes = readdirSync(directory);
    expect(shapes.length).toBeGreaterThan(3);
    for (const shape of shapes)
      for (const stack of readTemplates(join(directory, shape)).values())
        expect(inCycles(referenceGraph(stack))).toEqual([]);
  });

  test('loses an account and nothing that others use: its alarms go, versions are kept, and no secret or table is touched', () => {
    const after = new Map(all(without));
    const gone = all(first).filter(([id]) => !after.has(id));
    expect(new Set(gone.map(([, { Type }]) => Type))).toEqual(
      new Set(['AWS::CloudWatch::Alarm', 'AWS::Lambda::Version']),
    );
    for (const [, { Type, DeletionPolicy }] of gone)
      if (Type === 'AWS::Lambda::Version') expect(DeletionPolicy).toBe('RetainExceptOnCreate');
    for (const [id, resource] of all(first))
      if (
        /Secret|GlobalTable|KMS::Key|AppConfig::(Application|Environment|ConfigurationProfile)/.test(
          resource.Type,
        )
      )
        expect(after.get(id)).toEqual(resource);
  });

  test('gets it back as it was', () => {
    expect(all(again).map(([id]) => id)).toEqual(all(first).map(([id]) => id));
  });

  test('has different names in two regions of one account, firewall included', () => {
    const names = (stacks: Stacks): readonly string[] =>
      Object.entries(named).flatMap(([type, nameOf]) =>
        resourcesOf(stacks.payments, type).map(([, { Properties }]) => JSON.stringify(nameOf(Properties))),
      );
    expect(names(walled).length).toBeGreaterThanOrEqual(6);
    expect(names(walled).filter((name) => names(elsewhere).includes(name))).toEqual([]);
    const wall = (stacks: Stacks) => JSON.stringify(stacks.edge).match(/aws-waf-logs-[a-z0-9-]+/)?.[0];
    expect(wall(walled)).toBe('aws-waf-logs-payments-prod-eu-central-1-edge');
    expect(wall(elsewhere)).toBe('aws-waf-logs-payments-prod-us-east-1-edge');
  });

  test('leaves names to CloudFormation that nothing outside needs', () => {
    for (const stacks of [first, walled])
      for (const [type, property] of Object.entries(generated))
        for (const [id, { Type, Properties }] of all(stacks))
          if (Type === type && !mayCallVault.includes(String(Properties[property])))
            expect({ id, named: property in Properties }).toEqual({ id, named: false });
  });

  test('costs with the firewall what the tables say', () => {
    expect(standingIn(Object.values(walled))).toEqual(standing['prod with the firewall']);
  });

  test('refuses to lose its tables once it is established', () => {
    const protections = (stacks: Stacks) =>
      resourcesOf(stacks.payments, 'AWS::DynamoDB::GlobalTable').map(
        ([, { Properties }]) =>
          (Properties.Replicas as { DeletionProtectionEnabled: boolean }[])[0]?.DeletionProtectionEnabled,
      );
    expect(new Set(protections(first))).toEqual(new Set([false]));
    expect(new Set(protections(walled))).toEqual(new Set([true]));
  });

  test('reserves concurrency if it says so, which a new account refuses', () => {
    const reserved = (stacks: Stacks) =>
      resourcesOf(stacks.payments, 'AWS::Lambda::Function').flatMap(
        ([, { Properties }]) => Properties.ReservedConcurrentExecutions ?? [],
      );
    expect([reserved(first), reserved(walled)]).toEqual([[], [2]]);
  });
});
