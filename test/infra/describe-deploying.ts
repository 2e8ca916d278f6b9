import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Environment } from '../../infra/environments.ts';
import { type Assembly, resourcesOf, type Template } from './assembly.ts';
import { inCycles, referenceGraph } from './reference-graph.ts';

/** A first deploy, one that fails in the middle and is repeated, and every later one. */
export const describeDeploying = (environment: Environment, synthesized: () => Assembly): void =>
  describe('deploying', () => {
    let template: Template;

    beforeAll(() => {
      template = synthesized().stacks.payments;
    });

    test('waits for nothing in a circle', () => {
      for (const stack of Object.values(synthesized().stacks))
        expect(inCycles(referenceGraph(stack))).toEqual([]);
    });

    test('would wait in circles if a deployment group needed the alias that needs it', () => {
      const before = structuredClone(template);
      const aliasOf = new Map(
        resourcesOf(before, 'AWS::Lambda::Alias').map(([id, { Properties }]) => [
          (Properties.FunctionName as { Ref: string }).Ref,
          id,
        ]),
      );
      for (const [, policy] of resourcesOf(before, 'AWS::IAM::ManagedPolicy')) {
        const document = policy.Properties.PolicyDocument as {
          Statement: { Sid: string; Resource: { 'Fn::GetAtt'?: [string, string]; Ref?: string }[] }[];
        };
        const shift = document.Statement.find(({ Sid }) => Sid === 'ShiftTraffic');
        if (!shift) continue;
        shift.Resource = shift.Resource.flatMap((lambda) => {
          const alias = aliasOf.get(lambda['Fn::GetAtt']?.[0] ?? '');
          return alias === undefined ? [lambda] : [lambda, { Ref: alias }];
        });
      }
      const kinds = inCycles(referenceGraph(before)).map((id) => before.Resources[id]?.Type);
      const aliases = kinds.filter((kind) => kind === 'AWS::Lambda::Alias');
      expect(aliases).toHaveLength(resourcesOf(template, 'AWS::CodeDeploy::DeploymentGroup').length);
      expect(aliases.length > 0).toBe(environment.canary);
    });

    test('fits into a stack', () => {
      expect(Object.keys(template.Resources).length).toBeLessThan(500);
      expect(Buffer.byteLength(JSON.stringify(template))).toBeLessThan(700_000);
    });

    test('for the first time, and failing, leaves nothing: what is kept later goes then, and nothing refuses to go', () => {
      for (const { DeletionPolicy } of Object.values(template.Resources))
        expect(['Delete', 'RetainExceptOnCreate', undefined]).toContain(DeletionPolicy);
      expect(environment.established).toBe(false);
      expect(JSON.stringify(template)).not.toContain('"DeletionProtectionEnabled":true');
      const { artifacts } = JSON.parse(
        readFileSync(join(synthesized().directory, 'manifest.json'), 'utf8'),
      ) as { readonly artifacts: Readonly<Record<string, { readonly properties?: object }>> };
      for (const { properties = {} } of Object.values(artifacts))
        expect(properties).not.toMatchObject({ terminationProtection: true });
    });

    test('takes no export away, and needs none: no stack imports from another', () => {
      for (const stack of Object.values(synthesized().stacks)) {
        expect(JSON.stringify(stack)).not.toContain('Fn::ImportValue');
        for (const output of Object.values(stack.Outputs ?? {})) expect(output).not.toHaveProperty('Export');
      }
    });

    test('names nothing that is one for all regions but with the region', () => {
      const global: Readonly<Record<string, readonly string[]>> = {
        'AWS::IAM::Role': ['RoleName'],
        'AWS::IAM::ManagedPolicy': ['ManagedPolicyName'],
        'AWS::CloudFront::Function': ['Name'],
        'AWS::CloudFront::ResponseHeadersPolicy': ['ResponseHeadersPolicyConfig.Name'],
        'AWS::CloudFront::OriginAccessControl': ['OriginAccessControlConfig.Name'],
        'AWS::CloudWatch::Dashboard': ['DashboardName'],
        'AWS::S3::Bucket': ['BucketName'],
        'AWS::Budgets::Budget': ['Budget.BudgetName'],
        'AWS::WAFv2::WebACL': ['Name'],
      };
      for (const stack of Object.values(synthesized().stacks))
        for (const [type, paths] of Object.entries(global))
          for (const [id, { Properties }] of resourcesOf(stack, type))
            for (const path of paths) {
              const name = path
                .split('.')
                .reduce<unknown>(
                  (value, key) => (value as Record<string, unknown> | undefined)?.[key],
                  Properties,
                );
              if (name !== undefined)
                expect({ id, name: JSON.stringify(name) }).toMatchObject({
                  name: expect.stringContaining('us-east-1'),
                });
            }
    });
  });
