import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Environment, environments } from '../../infra/environments.ts';
import type { Resource, Template } from './assembly.ts';
import { unbundledTemplates } from './unbundled-templates.ts';

describe('the first routing rules', () => {
  let first: Template;
  let later: Template;
  const directory = mkdtempSync(join(tmpdir(), 'seed-'));

  beforeAll(() => {
    const stripe = { psp: 'stripe', base_url: 'https://api.stripe.com', settings: {} };
    const changed: Environment = {
      ...environments.prod,
      card_capture: 'on',
      accounts: { stripe_us: stripe, stripe_eu: stripe },
      log_retention_days: 30,
      rules_watch_minutes: 0,
      canary: false,
    };
    const region = 'eu-central-1';
    [{ payments: first }, { payments: later }] = unbundledTemplates(directory, [
      { environment: environments.prod, region },
      { environment: changed, region },
    ]);
  });

  afterAll(() => rmSync(directory, { recursive: true }));

  /** The resource, and everything it refers to: a replacement anywhere there would deploy the first rules again. */
  const withReferences = (
    template: Template,
    id: string,
    found = new Map<string, Resource>(),
  ): Map<string, Resource> => {
    const resource = template.Resources[id];
    if (!resource || found.has(id)) return found;
    found.set(id, resource);
    for (const [, referred] of JSON.stringify(resource.Properties).matchAll(/"Ref":"([A-Za-z0-9]+)"/g))
      withReferences(template, String(referred), found);
    return found;
  };

  const seeded = (template: Template): readonly (readonly [string, Resource])[] =>
    Object.entries(template.Resources).filter(([, { Type }]) =>
      ['AWS::AppConfig::HostedConfigurationVersion', 'AWS::AppConfig::Deployment'].includes(Type),
    );

  test('are one version and one deployment, which outlive the stack', () => {
    expect(seeded(first).map(([, { Type, DeletionPolicy }]) => [Type, DeletionPolicy])).toEqual([
      ['AWS::AppConfig::HostedConfigurationVersion', 'RetainExceptOnCreate'],
      ['AWS::AppConfig::Deployment', 'RetainExceptOnCreate'],
    ]);
  });

  test('are not touched by a later deploy of a changed environment: CloudFormation sees the same resources', () => {
    expect(later).not.toEqual(first);
    expect(seeded(later)).toEqual(seeded(first));
  });

  test('depend on nothing that a changed environment replaces', () => {
    const replacing: Readonly<Record<string, readonly string[]>> = {
      'AWS::AppConfig::Application': [],
      'AWS::AppConfig::Environment': ['ApplicationId'],
      'AWS::AppConfig::ConfigurationProfile': ['ApplicationId', 'LocationUri', 'Type'],
      'AWS::AppConfig::DeploymentStrategy': ['Name', 'ReplicateTo'],
      'AWS::AppConfig::HostedConfigurationVersion': [
        'ApplicationId',
        'ConfigurationProfileId',
        'Content',
        'ContentType',
        'Description',
      ],
      'AWS::AppConfig::Deployment': [
        'ApplicationId',
        'EnvironmentId',
        'ConfigurationProfileId',
        'ConfigurationVersion',
        'DeploymentStrategyId',
        'Description',
      ],
    };
    for (const [id] of seeded(first))
      for (const [referred, resource] of withReferences(first, id)) {
        const fixed = replacing[resource.Type];
        if (!fixed) continue;
        const after = later.Resources[referred];
        expect(after?.Type).toBe(resource.Type);
        for (const property of fixed)
          expect({ referred, property, value: after?.Properties[property] }).toEqual({
            referred,
            property,
            value: resource.Properties[property],
          });
      }
  });

  test('are deployed by a strategy of their own, so that the published ones may change', () => {
    const strategies = (template: Template) =>
      Object.values(template.Resources).filter(({ Type }) => Type === 'AWS::AppConfig::DeploymentStrategy');
    expect(strategies(later)).not.toEqual(strategies(first));
  });

  test('name the region of the credentials and no other', () => {
    expect(JSON.stringify(first)).toContain('eu-central-1');
    expect(JSON.stringify(first)).not.toContain('us-east-1');
  });
});
