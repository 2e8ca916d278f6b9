import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { publishRule } from '../../../lib/config/publish-rule.ts';
import { rules } from '../../../lib/runtime/rules.ts';
import { publisherPorts } from '../../../lib/runtime/rules-publisher.ts';
import { tables } from '../../../lib/storage/tables.ts';
import { type AppConfig, startAppConfig } from '../../../local/aws/appconfig/start-app-config.ts';
import { publicationOf } from '../../unit/config/publisher-of.ts';
import { accountsOf, rule } from '../../unit/routing/fixtures.ts';
import { until } from '../service/until.ts';
import { type DynamoDb, startDynamoDbWithTables } from '../storage/start-dynamodb.ts';

const before = { ...process.env };
const nothing = () => undefined;
let appConfig: AppConfig;
let dynamodb: DynamoDb;

beforeAll(async () => {
  dynamodb = await startDynamoDbWithTables();
  appConfig = await startAppConfig({ seed: JSON.stringify({ rules: { default: rule({ stripe: 1 }) } }) });
});
afterAll(async () => {
  process.env = before;
  await appConfig.close();
  await dynamodb.close();
});

test('this process uses the reader and the publisher that the environment names', async () => {
  expect(() => rules(nothing)).toThrow('APPCONFIG_APPLICATION is not set');
  expect(() => publisherPorts([], nothing)).toThrow('APPCONFIG_APPLICATION is not set');
  const { application, environment, profile, strategy } = appConfig.ids;
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_APPCONFIG: appConfig.url,
    AWS_ENDPOINT_URL_APPCONFIGDATA: appConfig.url,
    APPCONFIG_APPLICATION: application,
    APPCONFIG_ENVIRONMENT: environment,
    APPCONFIG_PROFILE: profile,
    APPCONFIG_STRATEGY: strategy,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
    ...Object.fromEntries(tables.map(({ id, variable }) => [variable, dynamodb.tables[id]])),
  });
  const published = await publishRule(publisherPorts(accountsOf('stripe'), nothing), {
    rule: { name: 'default', targets: [{ psp: 'stripe', weight: 2 }] },
    version: 7,
    author: 'key',
    request_id: 'req_1',
    approval_required: false,
  });
  const publication = publicationOf(published);
  expect(publication).toMatchObject({ changed: true, rule: { version: 8 } });
  // The first read waits for its poll no longer than a payment would.
  const read = await until(
    () => rules(nothing)().catch(() => undefined),
    (document) => document !== undefined,
  );
  expect(read?.rules.default).toEqual(publication.rule);
  expect(rules(nothing)).toBe(rules(nothing));
});
