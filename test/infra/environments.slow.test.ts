import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deployable } from '../../infra/deploying/deployable.ts';
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

describe('what is deployed of an environment', () => {
  const file = 'infra/environments.ts';
  const stripe = { psp: 'stripe', base_url: 'https://api.stripe.com', settings: {} };
  const with_ = (accounts: Environment['accounts'], more: Partial<Environment> = {}): Environment => ({
    ...environments.dev,
    ...more,
    accounts,
  });
  const open = {
    psp: 'paypal',
    base_url: 'https://api-m.paypal.com',
    settings: { webhook_id: 'YOURWEBHOOK' },
  };

  test('leaves out an account whose address or settings are placeholders, and names each place', () => {
    const { site, warnings, problems } = deployable(environments.prod, file);
    expect(Object.keys(site.accounts)).toEqual(['stripe']);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^adyen .*accounts\.adyen\.base_url and accounts\.adyen\.settings\.merchant_account in/,
      ),
      expect.stringMatching(/^checkout_com .*accounts\.checkout_com\.base_url in/),
    ]);
    expect(problems).toEqual([]);
    expect(Object.keys(deployable(with_({ stripe, mine: open }), file).site.accounts)).toEqual(['stripe']);
  });

  test('is all of it once everything is filled in', () => {
    const filled = with_({ stripe, mine: { ...open, settings: { webhook_id: 'WH-1' } } });
    expect(deployable(filled, file)).toEqual({ site: filled, warnings: [], problems: [] });
  });

  test('is nothing once it is established: the account may hold charges', () => {
    const { warnings, problems } = deployable({ ...environments.prod, established: true }, file);
    expect(warnings).toEqual([]);
    expect(problems).toEqual([
      'accounts.adyen.base_url in infra/environments.ts is a placeholder',
      'accounts.adyen.settings.merchant_account in infra/environments.ts is a placeholder',
      'accounts.checkout_com.base_url in infra/environments.ts is a placeholder',
    ]);
  });

  test('is nothing without an account, or with a placeholder anywhere else', () => {
    expect(deployable(with_({ mine: open }), file).problems).toEqual([`dev has no account in ${file}`]);
    const elsewhere = { domain: { name: 'pay.YOURSHOP.example', certificate_arn: 'arn:aws:acm:x' } };
    expect(deployable(with_({ stripe }, elsewhere), file).problems).toEqual([
      `domain.name in ${file} is a placeholder`,
    ]);
  });
});

const directory = mkdtempSync(join(tmpdir(), 'environments-'));
const region = 'eu-central-1';

const stream_arn =
  'arn:aws:dynamodb:eu-central-1:123456789012:table/payments-prod-charges-r1/stream/2026-11-26T10:00:00.000';
const charges = { name: 'payments-prod-charges-r1', stream_arn };
const limits = { name: 'payments-prod-limits-r1' };

const certificate_arn = 'arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000';
const account = (psp: string) => ({ psp, base_url: `https://api.${psp}.example`, settings: { of: psp } });
const full: Environment = {
  ...environments.prod,
  name: 'full',
  accounts: {
    ...Object.fromEntries(Object.keys(registry).map((psp) => [psp, account(psp)])),
    stripe_us: account('stripe'),
  },
  domain: { name: 'pay.shop.example', certificate_arn },
  frame_ancestors: ['https://shop.example'],
  font_origins: ['https://fonts.shop.example'],
  event_bus: 'arn:aws:events:us-east-1:123456789012:event-bus/payments',
};

let own: Stacks;
let restored: Stacks;
let stacks: Stacks;

beforeAll(() => {
  [own, restored, stacks] = unbundledTemplates(directory, [
    { environment: environments.prod, region },
    { environment: { ...environments.prod, restored: { charges, limits } }, region },
    { environment: full, region },
  ]);
});

afterAll(() => rmSync(directory, { recursive: true }));

describe('an environment whose tables were restored', () => {
  const tablesOf = ({ payments }: Stacks) => resourcesOf(payments, 'AWS::DynamoDB::GlobalTable');
  const templateOf = ({ payments }: Stacks) =>
    JSON.stringify(
      resourcesOf(payments, 'AWS::Lambda::Function').map(([, { Properties }]) => Properties.Environment),
    );

  test('keeps its own tables as they are', () => {
    expect(tablesOf(restored)).toEqual(tablesOf(own));
    expect(tablesOf(own).length).toBeGreaterThan(6);
  });

  test('gives functions the restored ones, and roles no access to those they replace', () => {
    for (const { name } of [charges, limits]) {
      expect(templateOf(own)).not.toContain(name);
      expect(templateOf(restored)).toContain(`"${name}"`);
      expect(templateOf(restored)).not.toContain(`"${name.replace('-r1', '')}"`);
    }
    const reached = [...functionsOf({ stacks: restored }, 'prod').values()]
      .flatMap(statementsOf)
      .flatMap(({ resources }) => resources);
    expect(reached.some((resource) => resource.includes(charges.name))).toBe(true);
    expect(reached.filter((resource) => /prod-(charges|limits)(?!-r1)/.test(resource))).toEqual([]);
  });

  test('reads the stream of the restored table from its beginning', () => {
    const mappings = (stacks: Stacks) =>
      resourcesOf(stacks.payments, 'AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => Properties);
    const replaced = mappings(restored).filter(({ EventSourceArn }) => EventSourceArn === stream_arn);
    expect(replaced).toMatchObject([{ StartingPosition: 'TRIM_HORIZON' }]);
    expect(mappings(restored)).toHaveLength(mappings(own).length);
  });

  test('is refused without the stream of a table that has one', () => {
    const without = { ...environments.prod, restored: { charges: { name: charges.name } } };
    expect(() => unbundledTemplates(directory, [{ environment: without, region }])).toThrow(
      'restored.charges in infra/environments.ts needs stream_arn',
    );
  });
});

describe('an environment with every PSP, two accounts of one, and a domain', () => {
  const accounts = Object.keys(full.accounts).toSorted();
  const properties = (type: string) =>
    resourcesOf(stacks.payments, type).map(([, resource]) => resource.Properties);

  test('gives functions each account, with all keys in one secret', () => {
    const names = properties('AWS::SecretsManager::Secret').map(({ Name }) => String(Name));
    expect(names.toSorted()).toEqual(['payments/full/psp', 'payments/full/signing']);
    const confirm = functionsOf({ stacks }, 'full').get('confirm-checkout-session');
    const environment = confirm?.resource.Properties.Environment as
      | { Variables: { PSP_ACCOUNTS: string } }
      | undefined;
    expect(JSON.parse(environment?.Variables.PSP_ACCOUNTS ?? '')).toMatchObject({
      paypal: { psp: 'paypal', secret: 'payments/full/psp', settings: { of: 'paypal' } },
      square: { psp: 'square', secret: 'payments/full/psp', settings: { of: 'square' } },
      stripe_us: { psp: 'stripe', secret: 'payments/full/psp' },
    });
  });

  test('watches each account', () => {
    const alarms = properties('AWS::CloudWatch::Alarm').map(({ AlarmName }) => String(AlarmName));
    for (const id of ['unknown-outcomes', 'approval-rate'])
      expect(alarms.flatMap((name) => name.split(`payments-full-${id}-`)[1] ?? []).toSorted()).toEqual(
        accounts,
      );
  });

  test('lets its card fields load fonts from its origins, and no other environment', () => {
    const frames = globSync(join(directory, '**/frame.html')).map((file) => readFileSync(file, 'utf8'));
    const sources = frames.map((html) => /font-src ([^;]+);/.exec(html.split('</title>')[0] ?? '')?.[1]);
    expect(sources.toSorted()).toEqual(['https://fonts.shop.example', undefined]);
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
    const [[distribution] = []] = resourcesOf(stacks.payments, 'AWS::CloudFront::Distribution');
    expect(stacks.payments.Outputs).toMatchObject({
      CnameTarget: { Value: { 'Fn::GetAtt': [distribution, 'DomainName'] } },
    });
    expect(JSON.stringify(properties('AWS::CloudFront::ResponseHeadersPolicy'))).toContain(
      'frame-ancestors https://shop.example"',
    );
  });

  test('puts events on the bus that it names, by the worker alone', () => {
    const functions = [...functionsOf({ stacks }, full.name)];
    const grants = functions.filter(([, found]) =>
      statementsOf(found).some(({ actions }) => actions.includes('events:PutEvents')),
    );
    expect(grants.map(([name]) => name)).toEqual(['deliver-events']);
    const callers = functions.filter(([, { resource }]) =>
      JSON.stringify(resource.Properties.Environment ?? {}).includes(`"EVENT_BUS":"${full.event_bus}"`),
    );
    expect(callers.map(([name]) => name).toSorted()).toEqual([
      'deliver-events',
      'record-events',
      'recover-charges',
      'resend-event',
      'resend-failed-events',
      'test-webhook-endpoint',
    ]);
  });
});
