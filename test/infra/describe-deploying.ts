import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { functionName } from '../../infra/base/function-name.ts';
import type { Environment } from '../../infra/environments.ts';
import { areas } from '../../infra/function-needs.ts';
import { type Assembly, readTemplates, resourcesOf, type Template } from './assembly.ts';
import { inCycles, referenceGraph } from './reference-graph.ts';

/** A first deploy, one that fails in the middle and is repeated, and every later one. */
export const describeDeploying = (environment: Environment, synthesized: () => Assembly): void =>
  describe('deploying', () => {
    let template: Template;
    /** Each as CloudFormation takes it. A stack below another begins when all that it is given is there, and is there when all of it is. */
    let templates: ReadonlyMap<string, Template>;

    beforeAll(() => {
      template = synthesized().stacks.payments;
      templates = readTemplates(synthesized().directory);
    });

    const parent = (): Template => templates.get(`payments-${environment.name}.template.json`) ?? template;

    test('waits for nothing in a cycle', () => {
      expect(templates.size).toBe(1 + areas.length + (environment.firewall ? 1 : 0));
      for (const [file, stack] of templates)
        expect({ file, circles: inCycles(referenceGraph(stack)) }).toEqual({ file, circles: [] });
    });

    test('would wait in a cycle if the role that shifts traffic named the functions by outputs of the areas', () => {
      const before = structuredClone(parent());
      for (const [, policy] of resourcesOf(before, 'AWS::IAM::ManagedPolicy')) {
        const document = policy.Properties.PolicyDocument as {
          Statement: { Sid: string; Resource: unknown[] }[];
        };
        const shift = document.Statement.find(({ Sid }) => Sid === 'ShiftTraffic');
        if (!shift) continue;
        for (const [id] of resourcesOf(before, 'AWS::CloudFormation::Stack'))
          shift.Resource.push({ 'Fn::GetAtt': [id, 'Outputs.Alias'] });
      }
      const kinds = inCycles(referenceGraph(before)).map((id) => before.Resources[id]?.Type);
      const caught = kinds.filter((kind) => kind === 'AWS::CloudFormation::Stack');
      expect(caught).toHaveLength(environment.canary ? areas.length : 0);
    });

    test('would wait in a cycle if a deployment group needed the alias that needs it', () => {
      for (const below of templates.values()) {
        const before = structuredClone(below);
        for (const [id, { UpdatePolicy }] of resourcesOf(before, 'AWS::Lambda::Alias')) {
          const { CodeDeployLambdaAliasUpdate: update } = (UpdatePolicy ?? {}) as {
            readonly CodeDeployLambdaAliasUpdate?: { readonly DeploymentGroupName: { readonly Ref: string } };
          };
          const group = before.Resources[update?.DeploymentGroupName.Ref ?? ''];
          if (group) Object.assign(group.Properties, { Needs: { Ref: id } });
        }
        const kinds = inCycles(referenceGraph(before)).map((id) => before.Resources[id]?.Type);
        expect(kinds.filter((kind) => kind === 'AWS::Lambda::Alias')).toHaveLength(
          resourcesOf(below, 'AWS::CodeDeploy::DeploymentGroup').length,
        );
      }
    });

    /** CloudFormation's own limits are 500 resources and 200 parameters a stack, and a template of 1 MB. */
    test('leaves room in each stack for fifteen more endpoints, all in one area', () => {
      const endpoints = 15;
      // Log group in the parent; role, policy, function, version, alias, integration, route, permission and deployment group in the area.
      const most = { parent: 1, area: 9 };
      const parameters = 2;
      for (const [file, stack] of templates) {
        const each = file.endsWith('.nested.template.json') ? most.area : most.parent;
        const resources = Object.keys(stack.Resources).length;
        const given = Object.keys(stack.Parameters ?? {}).length;
        const counted = `${file}: ${resources} resources, ${given} parameters`;
        expect([counted, resources + endpoints * each < 450]).toEqual([counted, true]);
        expect([counted, given + endpoints * parameters < 200]).toEqual([counted, true]);
        expect(Buffer.byteLength(JSON.stringify(stack))).toBeLessThan(500_000);
      }
    });

    test('puts everything that is kept, and every log, into the stack that a failed first deploy rolls back itself', () => {
      const kept = /^AWS::(Logs::LogGroup|DynamoDB|SecretsManager|KMS|AppConfig|S3|SNS|SQS::Queue$)/;
      for (const [file, stack] of templates)
        if (file.endsWith('.nested.template.json'))
          expect(Object.values(stack.Resources).filter(({ Type }) => kept.test(Type))).toEqual([]);
    });

    test('refers to nothing outside the same template', () => {
      for (const [file, stack] of templates) {
        const known = new Set([...Object.keys(stack.Resources), ...Object.keys(stack.Parameters ?? {})]);
        const named = [...JSON.stringify(stack).matchAll(/"(?:Ref|Fn::GetAtt)":\[?"([A-Za-z0-9:]+)"/g)];
        const lost = named.flatMap(([, id = '']) => (known.has(id) || id.startsWith('AWS::') ? [] : [id]));
        expect({ file, lost }).toEqual({ file, lost: [] });
      }
    });

    test('passes everything downwards: the environment takes nothing from its areas, nor an area from another', () => {
      for (const [file, stack] of templates)
        if (file.endsWith('.nested.template.json')) expect(stack.Outputs).toBeUndefined();
    });

    test('calls the functions that it watches and deploys by their names', () => {
      const called = resourcesOf(template, 'AWS::Lambda::Function').map(([, { Properties }]) =>
        String(Properties.FunctionName),
      );
      const above = JSON.stringify(parent());
      const [, ...watched] = above.split(/"Name":"FunctionName","Value":"|FunctionName\\",\\"/);
      expect(watched.length).toBeGreaterThan(3);
      for (const rest of watched) expect(called).toContain(/^[a-z-]+/.exec(rest)?.[0]);
      const groups = resourcesOf(template, 'AWS::CodeDeploy::DeploymentGroup').map(([, { Properties }]) =>
        functionName(environment, String(Properties.DeploymentGroupName)),
      );
      const shifted = (qualifier: string) =>
        called.filter((name) => above.includes(`:function:${name}${qualifier}"`));
      for (const qualifier of ['', ':live', ':*'])
        expect(shifted(qualifier).toSorted()).toEqual(groups.toSorted());
    });

    test('leaves nothing if the first deploy fails: resources kept later are deleted, and none refuses', () => {
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

    test('removes no export, and needs none: no stack imports from another', () => {
      for (const stack of Object.values(synthesized().stacks)) {
        expect(JSON.stringify(stack)).not.toContain('Fn::ImportValue');
        for (const output of Object.values(stack.Outputs ?? {})) expect(output).not.toHaveProperty('Export');
      }
    });

    test('names every global resource with the region', () => {
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
