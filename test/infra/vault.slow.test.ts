import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type AlarmId, severities } from '../../infra/base/severities.ts';
import { vaultStanding } from '../../infra/cost/standing.ts';
import { standingIn } from '../../infra/cost/standing-in.ts';
import { placeholdersIn } from '../../infra/deploying/placeholders.ts';
import { type Environment, environments } from '../../infra/environments.ts';
import { callersOf } from '../../infra/lambda/vault-callers.ts';
import { type Vault, vaults } from '../../infra/vaults.ts';
import { allowedCalls } from '../../lib/vault/allowed-calls.ts';
import { resourcesOf, type Stacks } from './assembly.ts';
import { dynamoDbContext } from './conditions.ts';
import { inCycles, referenceGraph } from './reference-graph.ts';
import { resolver } from './resolve-intrinsics.ts';
import { allows, functionsOf, statementsOf } from './role-policy.ts';
import type { Template } from './template.ts';
import { unbundledTemplates } from './unbundled-templates.ts';

const { prod } = vaults;
if (!prod) throw new Error('prod has a vault');
const vault: Vault = {
  ...prod,
  merchant: 'shop',
  router: {
    ...prod.router,
    account: '111122223333',
    region: 'eu-central-1',
    url: 'https://pay.example',
    deployed: true,
  },
  accounts: {
    ...prod.accounts,
    paypal: { psp: 'paypal', base_url: 'https://api.paypal.com', settings: {}, key_hashes: [] },
  },
};
const ours = 'arn:aws:lambda:us-east-1:444455556666:function:payments-prod-vault';
const router: Environment = {
  ...environments.prod,
  vault: {
    merchant: 'shop',
    url: 'https://cards.example',
    forward: `${ours}-forward:live`,
    manage: `${ours}-manage:live`,
    receipt_keys: [{ id: 'r1', key: 'AAAA' }],
  },
};

type KeyStatement = { readonly Sid: string; readonly Action: string | string[]; readonly Principal: unknown };

let template: Template;
let beforeCallers: Template;
const folder = mkdtempSync(join(tmpdir(), 'vault-router-'));
let routed: Stacks;
let unrouted: Stacks;
beforeAll(() => {
  const undeployed: Vault = { ...vault, router: { ...vault.router, deployed: false } };
  const region = 'us-east-1';
  [{ payments: template }, { payments: beforeCallers }, routed, unrouted] = unbundledTemplates(folder, [
    { vault, region },
    { vault: undeployed, region },
    { environment: router, region: 'eu-central-1' },
    { environment: environments.prod, region: 'eu-central-1' },
  ]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const granted = (name: string): readonly string[] => {
  const found = functionsOf({ stacks: { payments: template } }, 'prod-vault').get(name);
  if (!found) throw new Error(`no ${name}`);
  const resolve = resolver(template);
  const keys = new Map(
    resourcesOf(template, 'AWS::KMS::Key').map(([id]) => [resolve({ 'Fn::GetAtt': [id, 'Arn'] }), id]),
  );
  return statementsOf(found)
    .filter(({ sid }) => sid !== 'WriteOwnLogs')
    .flatMap(({ actions, resources }) =>
      actions.flatMap((action) =>
        resources.map((resource) => {
          const key = keys.get(resource);
          return `${action} ${key?.startsWith('cardkey') ? 'card key' : resource.split(/payments[-/]prod-vault[-/]/).at(-1)}`;
        }),
      ),
    )
    .toSorted();
};

describe('in the vault’s account', () => {
  test('is what docs/deploy.md counts for a month without a card', () => {
    // PayPal's credentials are a secret more.
    expect(standingIn([template])).toEqual({ ...vaultStanding, secrets: vaultStanding.secrets + 1 });
  });

  test('collect adds cards and makes data keys: it can read no card and decrypt nothing', () => {
    expect(granted('collect')).toEqual([
      'dynamodb:PutItem cards',
      'dynamodb:PutItem cvcs',
      'dynamodb:UpdateItem counts',
      'kms:GenerateDataKey card key',
      'secretsmanager:GetSecretValue own-AbCdEf',
    ]);
  });

  test('forward reads one card by its token: it can list none, and write none', () => {
    expect(granted('forward')).toEqual([
      'dynamodb:GetItem cards',
      'dynamodb:GetItem cvcs',
      'kms:Decrypt card key',
      'secretsmanager:GetSecretValue psp-AbCdEf',
    ]);
  });

  test('manage and the sweep forget: they can neither encrypt nor decrypt, and read no card', () => {
    expect(granted('manage')).toEqual([
      'dynamodb:DeleteItem cards',
      'dynamodb:DeleteItem cvcs',
      'dynamodb:UpdateItem cards',
      'dynamodb:UpdateItem counts',
    ]);
    expect(granted('sweep')).toEqual(['dynamodb:DeleteItem cvcs', 'dynamodb:Scan cvcs']);
  });

  const conditionsOf = (sid: string): unknown =>
    resourcesOf(template, 'AWS::IAM::ManagedPolicy')
      .flatMap(
        ([, { Properties }]) =>
          (Properties.PolicyDocument as { Statement: { Sid: string; Condition?: unknown }[] }).Statement,
      )
      .find(({ Sid }) => Sid === sid)?.Condition;

  test('manage may only write that a card is kept or a session closed, and the sweep may only see when a code ends', () => {
    for (const [sid, attribute] of [
      ['Keep', 'kept'],
      ['Close', 'closed'],
    ] as const)
      expect(conditionsOf(sid)).toEqual({
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['id', attribute, 'ttl'] },
        StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE'] },
      });
    expect(conditionsOf('FindOverdue')).toEqual({
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['id', 'ttl'] },
      StringEquals: { 'dynamodb:Select': ['SPECIFIC_ATTRIBUTES'] },
    });
  });

  test('no write of any role may have what it replaces, changes or deletes returned to it', () => {
    const table = (id: string) => `arn:aws:dynamodb:us-east-1:123456789012:table/payments-prod-vault-${id}`;
    const ways = ['ALL_OLD', 'UPDATED_OLD', 'ALL_NEW', 'UPDATED_NEW'];
    const writes = [...functionsOf({ stacks: { payments: template } }, 'prod-vault').values()]
      .map(statementsOf)
      .flatMap((statements) =>
        ['PutItem', 'UpdateItem', 'DeleteItem'].flatMap((operation) =>
          ['cards', 'cvcs', 'counts'].flatMap((id) => {
            const may = (ReturnValues?: string): boolean =>
              allows(statements, {
                action: `dynamodb:${operation}`,
                resource: table(id),
                context: dynamoDbContext({ Key: { id: '' }, ...(ReturnValues && { ReturnValues }) }),
              });
            return may() ? [[operation, id, may('NONE'), ...ways.filter(may)]] : [];
          }),
        ),
      );
    expect(writes.length).toBeGreaterThan(6);
    for (const [operation, id, plainly, ...shown] of writes)
      expect([operation, id, plainly, shown]).toEqual([operation, id, true, []]);
  });

  test('two roles use the card key, for this merchant and mode; its administrator cannot', () => {
    const statements = resourcesOf(template, 'AWS::KMS::Key')
      .filter(([id]) => id.startsWith('cardkey'))
      .flatMap(
        ([, { Properties }]) => (Properties.KeyPolicy as { Statement: readonly KeyStatement[] }).Statement,
      );
    const bound = {
      StringEquals: { 'kms:EncryptionContext:merchant': 'shop', 'kms:EncryptionContext:mode': 'live' },
    };
    const roleOf = (name: string) => ({ 'Fn::GetAtt': [expect.stringMatching(`^${name}role`), 'Arn'] });
    expect(statements.slice(1)).toEqual([
      expect.objectContaining({
        Sid: 'MakeDataKeys',
        Action: 'kms:GenerateDataKey',
        Principal: { AWS: roleOf('collect') },
        Condition: bound,
      }),
      expect.objectContaining({
        Sid: 'UnwrapDataKeys',
        Action: 'kms:Decrypt',
        Principal: { AWS: roleOf('forward') },
        Condition: bound,
      }),
    ]);
    const [administer] = statements;
    expect(
      [administer?.Action].flat().filter((action) => /\*|crypt|Generate|Grant|Sign/.test(String(action))),
    ).toEqual([]);
  });

  test('security codes and counts have an end, no copy and no stream; cards can be restored', () => {
    const [cards, cvcs, counts] = ['cards', 'cvcs', 'counts'].map(
      (id) =>
        resourcesOf(template, 'AWS::DynamoDB::GlobalTable').find(
          ([, { Properties }]) => Properties.TableName === `payments-prod-vault-${id}`,
        )?.[1],
    );
    const replicas = (table: typeof cards) =>
      (table?.Properties.Replicas as Record<string, unknown>[] | undefined)?.[0];
    for (const table of [cards, cvcs, counts]) {
      expect(table?.Properties.StreamSpecification).toBeUndefined();
      expect(table?.Properties.TimeToLiveSpecification).toEqual({ AttributeName: 'ttl', Enabled: true });
      expect(table?.Properties.SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS' });
    }
    expect(replicas(cards)?.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
    for (const table of [cvcs, counts])
      expect(replicas(table)?.PointInTimeRecoverySpecification).toEqual({
        PointInTimeRecoveryEnabled: false,
      });
    expect([cards, cvcs, counts].map((table) => table?.DeletionPolicy)).toEqual([
      'RetainExceptOnCreate',
      'Delete',
      'Delete',
    ]);
  });

  test('forward and manage are called by the named roles of the router’s account, and by no one else', () => {
    const permissions = resourcesOf(template, 'AWS::Lambda::Permission').map(([, { Properties }]) => ({
      of: JSON.stringify(Properties.FunctionName).replace(/^.*"(collect|forward|manage|sweep).*$/, '$1'),
      principal: resolver(template)(Properties.Principal),
      source: Properties.SourceArn !== undefined,
    }));
    const role = (name: string) => `arn:aws:iam::111122223333:role/payments-prod-eu-central-1-${name}`;
    const expected = (['forward', 'manage'] as const).flatMap((call) =>
      callersOf(call).map((name) => ({ of: call, principal: role(name), source: false })),
    );
    expect(permissions).toEqual(
      expect.arrayContaining([
        { of: 'collect', principal: 'apigateway.amazonaws.com', source: true },
        ...expected,
      ]),
    );
    expect(permissions).toHaveLength(expected.length + 1);
    expect(callersOf('forward')).toContain('confirm-checkout-session');
  });

  test('before the router exists, nobody may call them', () => {
    const principals = resourcesOf(beforeCallers, 'AWS::Lambda::Permission').map(
      ([, { Properties }]) => Properties.Principal,
    );
    expect(principals).toEqual(['apigateway.amazonaws.com']);
  });

  test('browsers get one call and the frame', () => {
    expect(
      resourcesOf(template, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties.RouteKey),
    ).toEqual(['POST /v1/cards']);
    const [{ CacheBehaviors } = { CacheBehaviors: [] }] = resourcesOf(
      template,
      'AWS::CloudFront::Distribution',
    ).map(
      ([, { Properties }]) =>
        Properties.DistributionConfig as { CacheBehaviors: readonly { PathPattern: string }[] },
    );
    expect(CacheBehaviors.map(({ PathPattern }) => PathPattern)).toEqual(['/fields/v1/frame.*']);
  });

  test('its frames take cards, and no frame of the router does', () => {
    const framesIn = (assembly: string): readonly string[] =>
      globSync(join(folder, assembly, '**/frame*.html')).map((file) => readFileSync(file, 'utf8'));
    const [own, routers] = [framesIn('0'), framesIn('2')];
    expect(own.length).toBeGreaterThan(1);
    expect(routers).toHaveLength(own.length);
    for (const html of own) expect(html).toContain('<input id="number"');
    for (const html of routers) {
      expect(html).not.toMatch(/<(input|select)/);
      expect(html).toContain('https://cards.example');
    }
  });

  test('functions know what they are given and no more', () => {
    const variables = Object.fromEntries(
      [...functionsOf({ stacks: { payments: template } }, 'prod-vault')].map(([name, { resource }]) => [
        name,
        Object.keys((resource.Properties.Environment as { Variables: object }).Variables).toSorted(),
      ]),
    );
    const all = ['METRICS_NAMESPACE', 'MODE', 'TABLE_CARDS', 'TABLE_COUNTS', 'TABLE_CVCS', 'VAULT_MERCHANT'];
    expect(variables).toEqual({
      collect: [...all, 'CARD_KEY', 'CARD_LIMITS', 'DOCS_URL', 'GRANT_KEYS', 'VAULT_SECRET'].toSorted(),
      forward: [...all, 'CARD_KEY', 'CREDENTIALS_SECRET', 'VAULT_ACCOUNTS'].toSorted(),
      manage: all,
      sweep: all,
    });
  });

  test('every alarm reaches a person, and the page says what to do', () => {
    const alarms = resourcesOf(template, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
    const page = readFileSync(new URL('../../docs/vault.md', import.meta.url), 'utf8');
    const headings = [...page.matchAll(/^### (.+)$/gm)].map(([, id = '']) => id);
    const linked = alarms.map(
      ({ AlarmDescription }) => String(AlarmDescription).split('docs/vault.md#')[1] ?? '',
    );
    expect([...new Set(linked)].toSorted()).toEqual(headings.toSorted());
    const topics = Object.fromEntries(
      resourcesOf(template, 'AWS::SNS::Topic').map(([id, { Properties }]) => [id, Properties.TopicName]),
    );
    for (const { AlarmDescription, AlarmActions } of alarms) {
      const severity = severities[String(AlarmDescription).split('#')[1] as AlarmId];
      const topicNames = (AlarmActions as readonly { readonly Ref: string }[]).map(({ Ref }) => topics[Ref]);
      expect(topicNames).toEqual([expect.stringMatching(new RegExp(`-vault-${severity}$`))]);
    }
    for (const part of page.split(/^### /m).slice(1))
      for (const word of ['**Look at.**', '**Do.**']) expect(part).toContain(word);
  });

  test('wakes somebody if cards cannot be taken, also where a customer’s two tries are all there is', () => {
    const alarms = resourcesOf(template, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
    const [found] = alarms.filter(({ AlarmName }) => String(AlarmName).endsWith('-vault-unavailable'));
    expect(found).toMatchObject({
      Threshold: 20,
      EvaluationPeriods: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      Metrics: expect.arrayContaining([
        expect.objectContaining({ Expression: 'IF(FILL(errors, 0) >= 2, 100 * errors / calls, 0)' }),
        ...['5xx', 'Count'].map((MetricName) =>
          expect.objectContaining({
            MetricStat: expect.objectContaining({
              Period: 300,
              Metric: {
                Namespace: 'AWS/ApiGateway',
                MetricName,
                Dimensions: [{ Name: 'ApiId', Value: expect.anything() }],
              },
            }),
          }),
        ),
      ]),
    });
  });

  test('the router wakes somebody if it cannot have cards sent, also where two confirms are all there is', () => {
    const of = ({ payments }: Stacks) =>
      resourcesOf(payments, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
    const [found] = of(routed).filter(({ AlarmName }) => AlarmName === 'payments-prod-vault-unavailable');
    expect(found).toMatchObject({
      AlarmDescription: expect.stringMatching(/Runbook: docs\/vault\.md#vault-unavailable$/),
      Threshold: 20,
      EvaluationPeriods: 1,
      Metrics: expect.arrayContaining([
        expect.objectContaining({ Expression: expect.stringMatching(/^IF\(FILL\(unsent, 0\) >= 2, 100/) }),
      ]),
    });
  });

  test('wakes somebody if strangers use up what it takes', () => {
    const alarms = resourcesOf(template, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
    const [stage] = resourcesOf(template, 'AWS::ApiGatewayV2::Stage');
    const limits = stage?.[1].Properties.DefaultRouteSettings as { readonly ThrottlingRateLimit: number };
    const [found = {}] = alarms.filter(({ AlarmName }) => String(AlarmName).endsWith('-vault-calls-refused'));
    expect(found).toMatchObject({ Namespace: 'AWS/ApiGateway', MetricName: '4xx' });
    // It can be reached, by less than a stage takes.
    expect(Number(found.Threshold) / Number(found.Period)).toBeLessThan(limits.ThrottlingRateLimit);
  });

  test('deploys in one go: nothing waits for itself', () => {
    expect(inCycles(referenceGraph(template))).toEqual([]);
  });

  test('an account whose PSP takes no cards here has none of its keys', () => {
    for (const { psp, key_hashes } of Object.values(vault.accounts))
      expect([psp in allowedCalls, key_hashes.length > 0 || psp === 'paypal']).toEqual([true, true]);
  });

  test('a value that only you know is a placeholder, and stops a deploy', () => {
    expect(placeholdersIn(prod)).toEqual([
      'merchant',
      'router.account',
      'router.region',
      'router.url',
      'router.grant_keys.0.key',
      'accounts.stripe.key_hashes.0',
      'accounts.adyen.base_url',
      'accounts.adyen.settings.merchant_account',
      'accounts.adyen.key_hashes.0',
      'accounts.checkout_com.base_url',
      'accounts.checkout_com.key_hashes.0',
    ]);
  });
});

describe('in the router’s account', () => {
  const everything = (): string => JSON.stringify(routed.payments);

  test('nothing names the vault’s tables or keys, and nothing but two functions may be called', () => {
    expect(everything()).not.toMatch(/vault-cards|vault-cvcs|vault-counts|cardkey|card-key/);
    const reached = [...functionsOf({ stacks: routed }, 'prod')].flatMap(([name, found]) =>
      statementsOf(found)
        .filter(({ resources }) => resources.some((resource) => resource.includes('444455556666')))
        .map(({ actions, resources }) => ({ name, actions, resources })),
    );
    expect(reached).toEqual(
      [...functionsOf({ stacks: routed }, 'prod').keys()].flatMap((name) => {
        const calls = (['forward', 'manage'] as const).filter((call) => callersOf(call).includes(name));
        return calls.length === 0
          ? []
          : [
              {
                name,
                actions: ['lambda:InvokeFunction'],
                resources: calls.map((call) => `${ours}-${call}:live`),
              },
            ];
      }),
    );
    expect(reached.length).toBeGreaterThanOrEqual(3);
  });

  test('every key that a role may use is one of its own account’s, through its services', () => {
    const statements = resourcesOf(routed.payments, 'AWS::IAM::ManagedPolicy').flatMap(
      ([, { Properties }]) =>
        (Properties.PolicyDocument as { Statement: { Action: string | string[]; Resource: unknown }[] })
          .Statement,
    );
    const keys = statements.filter(({ Action }) =>
      [Action].flat().some((action) => action.startsWith('kms:')),
    );
    expect(keys.length).toBeGreaterThan(5);
    for (const { Resource } of keys) expect(JSON.stringify(Resource)).not.toMatch(/arn:|\*/);
  });

  test('the roles that call have the names that the vault’s account knows', () => {
    const names = resourcesOf(routed.payments, 'AWS::IAM::Role').flatMap(([, { Properties }]) =>
      Properties.RoleName === undefined ? [] : [String(Properties.RoleName)],
    );
    const expected = [...new Set([...callersOf('forward'), ...callersOf('manage')])];
    expect(names.toSorted()).toEqual(expected.map((name) => `payments-prod-eu-central-1-${name}`).toSorted());
    for (const name of names) expect(name.length).toBeLessThanOrEqual(64);
  });

  test('a vault that is added later replaces no role and takes no right: versions still take payments with theirs', () => {
    const roles = (stacks: Stacks) => resourcesOf(stacks.payments, 'AWS::IAM::Role');
    expect(roles(routed)).toEqual(roles(unrouted));
    const rights = (stacks: Stacks) =>
      resourcesOf(stacks.payments, 'AWS::IAM::ManagedPolicy').flatMap(([id, { Properties }]) =>
        (Properties.PolicyDocument as { Statement: object[] }).Statement.map((statement) =>
          JSON.stringify([id, Properties.Roles, statement]),
        ),
      );
    const later = new Set(rights(routed));
    expect(rights(unrouted).filter((right) => !later.has(right))).toEqual([]);
  });

  test('without a vault nothing of it is there', () => {
    for (const { vault: none } of Object.values<Environment>(environments)) expect(none).toBeUndefined();
  });
});
