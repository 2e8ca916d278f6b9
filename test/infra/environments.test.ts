import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Environment, environmentNamed, environments } from '../../infra/environments.ts';
import * as registry from '../../lib/psp/registry.ts';
import { resourcesOf, type Stacks } from './assembly.ts';
import { functionsOf, statementsOf } from './role-policy.ts';
import { unbundledTemplates } from './unbundled-templates.ts';

describe('the environments', () => {
  test('have accounts only at PSPs with adapters', () => {
    for (const { accounts } of Object.values(environments))
      for (const { psp } of Object.values(accounts)) expect(Object.keys(registry)).toContain(psp);
  });

  test('are found by name, and no other', () => {
    expect(environmentNamed('prod')).toBe(environments.prod);
    for (const name of ['production', '', undefined])
      expect(() => environmentNamed(name)).toThrow('dev|staging|prod');
  });
});

describe('an environment with every PSP, two accounts of one, and a domain', () => {
  const directory = mkdtempSync(join(tmpdir(), 'environment-'));
  const certificate_arn =
    'arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000';
  const account = (psp: string) => ({ psp, base_url: `https://api.${psp}.example`, settings: { of: psp } });
  const environment: Environment = {
    ...environments.prod,
    name: 'full',
    accounts: {
      ...Object.fromEntries(Object.keys(registry).map((psp) => [psp, account(psp)])),
      stripe_us: account('stripe'),
    },
    domain: { name: 'pay.shop.example', certificate_arn },
    frame_ancestors: ['https://shop.example'],
    event_bus: 'arn:aws:events:us-east-1:123456789012:event-bus/payments',
  };
  const accounts = Object.keys(environment.accounts).toSorted();
  let stacks: Stacks;
  const properties = (type: string) =>
    resourcesOf(stacks.payments, type).map(([, resource]) => resource.Properties);

  beforeAll(() => {
    [stacks] = unbundledTemplates(directory, [{ environment, region: 'eu-central-1' }]);
  }, 120_000);

  afterAll(() => rmSync(directory, { recursive: true }));

  test('gives functions each account, with all keys in one secret', () => {
    const names = properties('AWS::SecretsManager::Secret').map(({ Name }) => String(Name));
    expect(names.toSorted()).toEqual(['payments/full/psp', 'payments/full/signing']);
    const confirm = functionsOf({ stacks }, 'full').get('confirm-checkout-session');
    const told = confirm?.resource.Properties.Environment as
      | { Variables: { PSP_ACCOUNTS: string } }
      | undefined;
    expect(JSON.parse(told?.Variables.PSP_ACCOUNTS ?? '')).toMatchObject({
      paypal: { psp: 'paypal', secret: 'payments/full/psp', settings: { of: 'paypal' } },
      square: { psp: 'square', secret: 'payments/full/psp', settings: { of: 'square' } },
      stripe_us: { psp: 'stripe', secret: 'payments/full/psp' },
    });
  });

  test('watches each account', () => {
    const alarms = properties('AWS::CloudWatch::Alarm').map(({ AlarmName }) => String(AlarmName));
    for (const id of ['psp-unavailable', 'unknown-outcomes', 'approval-rate'])
      expect(alarms.flatMap((name) => name.split(`payments-full-${id}-`)[1] ?? []).toSorted()).toEqual(
        accounts,
      );
  });

  test('is reached under its domain, with TLS 1.2, and framed by its shop only', () => {
    expect(properties('AWS::CloudFront::Distribution')).toMatchObject([
      {
        DistributionConfig: {
          Aliases: ['pay.shop.example'],
          ViewerCertificate: { AcmCertificateArn: certificate_arn, MinimumProtocolVersion: 'TLSv1.2_2021' },
        },
      },
    ]);
    expect(JSON.stringify(properties('AWS::Lambda::Function'))).toContain(
      '"PUBLIC_URL":"https://pay.shop.example"',
    );
    expect(JSON.stringify(properties('AWS::CloudFront::ResponseHeadersPolicy'))).toContain(
      'frame-ancestors https://shop.example"',
    );
  });

  test('puts events on the bus that it names, by the worker alone', () => {
    const functions = [...functionsOf({ stacks }, environment.name)];
    const grants = functions.filter(([, found]) =>
      statementsOf(found).some(({ actions }) => actions.includes('events:PutEvents')),
    );
    expect(grants.map(([name]) => name)).toEqual(['deliver-events']);
    const told = functions.filter(([, { resource }]) =>
      JSON.stringify(resource.Properties.Environment ?? {}).includes(
        `"EVENT_BUS":"${environment.event_bus}"`,
      ),
    );
    expect(told.map(([name]) => name).toSorted()).toEqual([
      'deliver-events',
      'record-events',
      'recover-charges',
      'resend-event',
      'test-webhook-endpoint',
    ]);
  });
});
