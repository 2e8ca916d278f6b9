import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rules } from '../../../lib/edge/rules.ts';
import { publisher } from '../../../lib/edge/rules-publisher.ts';
import { type AppConfig, startAppConfig } from '../../../local/aws/appconfig/start-app-config.ts';
import { accountsOf, rule } from '../../unit/routing/fixtures.ts';

const before = { ...process.env };
const nothing = () => undefined;
let appConfig: AppConfig;

beforeAll(async () => {
  appConfig = await startAppConfig({ seed: JSON.stringify({ rules: { default: rule({ stripe: 1 }) } }) });
});
afterAll(async () => {
  process.env = before;
  await appConfig.close();
});

test('the reader and the publisher of this process are what the environment names', async () => {
  expect(() => rules(nothing)).toThrow('APPCONFIG_APPLICATION is not set');
  expect(() => publisher([], nothing)).toThrow('APPCONFIG_APPLICATION is not set');
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
  });
  const publish = publisher(accountsOf('stripe'), nothing);
  const published = await publish(
    { name: 'default', targets: [{ psp: 'stripe', weight: 2 }] },
    { version: 7 },
  );
  expect(published).toMatchObject({ changed: true, rule: { version: 2 } });
  expect((await rules(nothing)()).rules.default).toEqual(published.rule);
  expect(rules(nothing)).toBe(rules(nothing));
});
