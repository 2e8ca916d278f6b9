import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { AppConfigRequest } from '../../../lib/config/ask-app-config.ts';
import type { ControlPlane } from '../../../lib/config/control-plane.ts';
import { createControlPlane } from '../../../lib/config/create-control-plane.ts';
import { clock } from '../../../lib/runtime/clock.ts';
import { askAppConfig } from '../../../lib/runtime/rules-publisher.ts';
import type { ApiError } from '../../../lib/types/api-error.ts';
import type { RoutingRule } from '../../../lib/types/routing.ts';
import { type AppConfig, startAppConfig } from '../../../local/aws/appconfig/start-app-config.ts';
import { ruleOf } from '../../unit/config/arrange-publisher.ts';
import { publisherOf } from '../../unit/config/publisher-of.ts';
import { accountsOf } from '../../unit/routing/fixtures.ts';

/** Publishing where the answers lack what not every control plane has. */

const seeded = (...names: readonly string[]): string =>
  JSON.stringify({
    rules: Object.fromEntries(names.map((name) => [name, { ...ruleOf(1, name), version: 1, created: 1 }])),
  });
const before = { ...process.env };
let appConfig: AppConfig;

beforeEach(async () => {
  appConfig = await startAppConfig({ seed: seeded('default', 'eu', 'us') });
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_APPCONFIG: appConfig.url,
  });
});
afterEach(async () => {
  await appConfig.close();
  process.env = { ...before };
});

type Output = { ConfigurationProfileId?: string; Items?: Output[] };

/** What is asked, by method and the end of its path. */
const nameOf = ({ method, path }: AppConfigRequest): string =>
  `${method} ${path.replace(/^.*?(deployments|hostedconfigurationversions)/, '$1').replace(/\d+$/, '{number}')}`;

/** `lacking`: the requests whose answers have no profile. */
const arrange = (...lacking: readonly string[]) => {
  const calls: string[] = [];
  const control = createControlPlane(async (request) => {
    calls.push(nameOf(request));
    const answer = await askAppConfig(request);
    if (answer.kind !== 'answered' || !lacking.includes(nameOf(request))) return answer;
    const output: Output = JSON.parse(answer.body);
    for (const one of [output, ...(output.Items ?? [])]) delete one.ConfigurationProfileId;
    return { ...answer, body: JSON.stringify(output) };
  }, appConfig.ids);
  let now = Date.now();
  const publisher = publishTo(control, () => now);
  return {
    control,
    calls,
    /** A minute after the one before: where no deployment is known, a version that is younger may be on its way to one. */
    publish: (rule: RoutingRule, options = {}) => {
      now += 61_000;
      return publisher.publish(rule, options);
    },
    /** Names of the rules in the newest version. */
    names: async () => {
      const [newest] = await control.versions();
      return Object.keys(JSON.parse(await control.content(newest?.number ?? 0)).rules).sort();
    },
  };
};

const publishTo = (control: ControlPlane, now = Date.now) =>
  publisherOf({ control, accounts: accountsOf('stripe'), clock: { ...clock, now }, log: () => undefined });

describe.each([
  ['in the list of deployments', ['GET deployments']],
  ['anywhere', ['GET deployments', 'GET deployments/{number}', 'POST deployments']],
])('a control plane that names the profile not %s', (_, lacking) => {
  test('publishing one rule keeps all others', async () => {
    const { publish, names } = arrange(...lacking);
    for (let change = 2; change < 6; change++) {
      expect(await publish(ruleOf(change))).toMatchObject({ previous: { version: change - 1 } });
      expect(await names()).toEqual(['default', 'eu', 'us']);
    }
    await publish(ruleOf(1, 'new'));
    expect(await names()).toEqual(['default', 'eu', 'new', 'us']);
  });

  test('a version that is no longer current is refused', async () => {
    const { publish } = arrange(...lacking);
    await publish(ruleOf(2));
    const refused = publish(ruleOf(3), { version: 1 });
    await expect(refused).rejects.toMatchObject({ code: 'version_conflict' });
  });

  test('a document without rules does not become the base, and is repaired from the one before', async () => {
    const { publish, names } = arrange(...lacking);
    await publish(ruleOf(2, 'eu'));
    appConfig.plant('{"rules":{"default":{"targets":[]}}}');
    await publish(ruleOf(3));
    expect(await names()).toEqual(['default', 'eu', 'us']);
  });
});

test('the deployment itself is asked for its profile, and no more of them than is needed', async () => {
  const { publish, calls } = arrange('GET deployments');
  for (let change = 2; change < 6; change++) await publish(ruleOf(change));
  expect(calls.filter((name) => name === 'GET deployments/{number}')).toHaveLength(4);
  const whole = arrange();
  await whole.publish(ruleOf(7));
  expect(whole.calls).not.toContain('GET deployments/{number}');
});

test('versions without any deployment are not overwritten by an empty document', async () => {
  const { control, publish, names } = arrange();
  const [seed] = await control.versions();
  if (seed === undefined) throw new Error('there is a seed');
  const without = { ...control, deployments: async () => ({ latest: 1, ofRules: [] }) };
  await publishTo(without).publish(ruleOf(2));
  expect(await names()).toEqual(['default', 'eu', 'us']);
  await publish(ruleOf(3, 'eu'));
  expect(await names()).toEqual(['default', 'eu', 'us']);
});

test('if no version holds rules, nothing is published', async () => {
  const { control } = arrange();
  const broken = { ...control, content: async () => 'no rules' };
  const refused = await publishTo(broken)
    .publish(ruleOf(2))
    .catch((error: ApiError) => error.code);
  expect(refused).toBe('internal');
  expect((await control.versions()).map(({ number }) => number)).toEqual([1]);
});
