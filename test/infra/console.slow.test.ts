import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Environment, environments } from '../../infra/environments.ts';
import { needsOf } from '../../infra/function-needs.ts';
import { consoleRoutes } from '../../lib/http/console-routes.ts';
import { routes } from '../../lib/http/routes.ts';
import { newSigningKey, verifyingKeyOf } from '../../lib/runtime/signing-keys.ts';
import { resourcesOf, type Stacks } from './assembly.ts';
import { functionsOf, statementsOf } from './role-policy.ts';
import { unbundledTemplates } from './unbundled-templates.ts';

const directory = mkdtempSync(join(tmpdir(), 'console-'));
const roles = { payments: 'operator', leads: 'admin' } as const;
const console_: Environment['console'] = {
  issuer: 'https://login.example',
  client_id: 'c1',
  roles,
  keys: [verifyingKeyOf(newSigningKey('s1'))],
};
const environment: Environment = { ...environments.prod, firewall: true, console: console_ };

let without: Stacks;
let stacks: Stacks;
beforeAll(() => {
  const region = 'eu-central-1';
  [without, stacks] = unbundledTemplates(directory, [
    { environment: { ...environments.prod, firewall: true }, region },
    { environment, region },
  ]);
});
afterAll(() => rmSync(directory, { recursive: true }));

const text = (value: unknown): string => JSON.stringify(value);
const all = <Properties>(
  template: Stacks['edge'],
  type: string,
): readonly (readonly [string, Properties])[] =>
  (template ? resourcesOf(template, type) : []).map(([id, { Properties }]) => [id, Properties as Properties]);
type Variables = { readonly Environment: { readonly Variables: Readonly<Record<string, string>> } };
const roleOf = (name: string) => {
  const found = functionsOf({ stacks }, 'prod').get(name);
  if (!found) throw new Error(`no function ${name}`);
  return {
    variables: (found.resource.Properties as Variables).Environment.Variables,
    statements: statementsOf(found),
  };
};

test('without a console nothing of it is deployed', () => {
  const ids = [without.payments, without.edge].flatMap((template) => Object.keys(template?.Resources ?? {}));
  expect(ids.filter((id) => /console|sign-?in(?!g)/i.test(id))).toEqual([]);
  expect(text(without)).not.toMatch(/CONSOLE|sign_ins_/);
  expect(functionsOf({ stacks: without }, 'prod').has('sign-in')).toBe(false);
});

type DistributionConfig = {
  readonly Origins: unknown;
  readonly CacheBehaviors: readonly { readonly PathPattern: string }[];
};

test('it has a distribution of its own, with a proof of its own, and the public one serves neither', () => {
  const distributions = all<{ readonly DistributionConfig: DistributionConfig }>(
    stacks.payments,
    'AWS::CloudFront::Distribution',
  ).map(([, { DistributionConfig }]) => DistributionConfig);
  const [front, own] = distributions;
  expect(distributions).toHaveLength(2);
  const proofs = distributions.map(({ Origins }) => text(Origins).match(/"(origin|console)proof[^"]*"/g));
  expect(new Set(proofs.flat()).size).toBe(2);
  expect(text(front)).not.toContain('/console');
  expect(own?.CacheBehaviors.map(({ PathPattern }) => PathPattern)).toEqual(['/v1/*']);
});

test('neither distribution keeps an error, which another caller of the same path would get', () => {
  const distributions = all<{ readonly DistributionConfig: object }>(
    stacks.payments,
    'AWS::CloudFront::Distribution',
  );
  for (const [, { DistributionConfig }] of distributions)
    expect(DistributionConfig).toMatchObject({
      CustomErrorResponses: [500, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    });
});

test('its pages are uploaded: the document, its scripts and styles', () => {
  const uploads = all<{ readonly DestinationBucketKeyPrefix?: string; readonly SystemMetadata: object }>(
    stacks.payments,
    'Custom::CDKBucketDeployment',
  ).map(([, { DestinationBucketKeyPrefix: folder, SystemMetadata }]) => [folder, text(SystemMetadata)]);
  for (const [folder, type] of [
    ['console', 'text/html'],
    ['console/assets', 'text/javascript'],
    ['console/assets', 'text/css'],
  ])
    expect(uploads).toContainEqual([folder, expect.stringContaining(type ?? '')]);
});

test('what documents and scripts name is uploaded before them, so that no page asks for a file too early', () => {
  const uploads = Object.entries(stacks.payments.Resources).filter(
    ([, { Type }]) => Type === 'Custom::CDKBucketDeployment',
  );
  const isPinned = ([, { Properties }]: (typeof uploads)[number]) =>
    text(Properties.SystemMetadata).includes('immutable');
  const pinned = uploads.filter(isPinned).map(([id]) => id);
  expect(pinned.length).toBeGreaterThan(0);
  for (const upload of uploads.filter((one) => !isPinned(one)))
    expect(upload[1].DependsOn).toEqual(expect.arrayContaining(pinned));
});

test('one function signs people in, and alone reads the key', () => {
  const { variables, statements } = roleOf('sign-in');
  expect(variables.CONSOLE_SECRET).toBe('payments/prod/console');
  expect(JSON.parse(variables.CONSOLE_PROVIDER ?? '')).toEqual({
    issuer: 'https://login.example',
    client_id: 'c1',
    roles,
  });
  const secret = ':secret:payments/prod/console-';
  expect(text(statements)).toContain(secret);
  for (const [name, found] of functionsOf({ stacks }, 'prod'))
    if (name !== 'sign-in') {
      expect([name, text(statementsOf(found)).includes(secret)]).toEqual([name, false]);
      expect(text(found.resource.Properties.Environment ?? {})).not.toMatch(/CONSOLE_(SECRET|PROVIDER)/);
    }
});

test('every function of the API knows how to check people; a change reads sign-ins, and nothing else of their table', () => {
  for (const route of routes.filter(({ token }) => token !== 'none')) {
    const { variables, statements } = roleOf(route.function);
    expect([route.function, text(variables)]).toEqual([route.function, expect.stringContaining('"CONSOLE"')]);
    const own = needsOf(route.function).tables.events?.includes('GetItem');
    if (!route.changes || own || route.only_payers) continue;
    const [signIns] = statements.filter(({ sid }) => sid === 'OneSignIn');
    expect([route.function, signIns]).toEqual([
      route.function,
      expect.objectContaining({ actions: ['dynamodb:GetItem'] }),
    ]);
    expect(text(signIns)).toContain('sign_ins_*');
    expect(variables.TABLE_EVENTS).toBe('payments-prod-events');
  }
});

test('its routes lead to it, and strangers have a limit of their own there', () => {
  const keys = all<{ readonly RouteKey: string }>(stacks.payments, 'AWS::ApiGatewayV2::Route').map(
    ([, { RouteKey }]) => RouteKey,
  );
  expect(keys).toEqual(expect.arrayContaining(consoleRoutes.map(({ method, path }) => `${method} ${path}`)));
  const [stage] = all<{ readonly RouteSettings: Readonly<Record<string, object>> }>(
    stacks.payments,
    'AWS::ApiGatewayV2::Stage',
  );
  expect(stage?.[1].RouteSettings['GET /v1/console/login']).toEqual({
    ThrottlingRateLimit: 5,
    ThrottlingBurstLimit: 10,
  });
});

test('its firewall lets an office in, and logs what it stopped', () => {
  const acls = all(stacks.edge, 'AWS::WAFv2::WebACL');
  expect(acls).toHaveLength(2);
  expect(all(stacks.edge, 'AWS::WAFv2::LoggingConfiguration')).toHaveLength(2);
  expect(text(acls[1])).toContain('"Limit":5000');
});
