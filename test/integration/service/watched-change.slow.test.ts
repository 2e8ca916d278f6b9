import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { apiClient, type Client } from './api-client.ts';
import { rule } from './rules-of.ts';
import { type Service, startService } from './start-service.ts';
import { until } from './until.ts';

/** As in an environment where AppConfig watches each change of the rules for five minutes. */

type Answer = {
  readonly version: number;
  readonly candidate?: object;
  readonly deployment: { readonly state: string; readonly number: number };
  readonly error: { readonly code: string; readonly message: string };
};

const path = '/v1/routing/rules';
let service: Service;
let client: Client;

beforeEach(async () => {
  service = await startService({ watchMs: 300_000 });
  client = apiClient(service);
});
afterEach(() => service?.stop());

const publish = (name: string, psp: string, fields: object = {}) =>
  client.call<Answer>('POST', path, { body: { ...rule(name, { [psp]: 1 }), ...fields } });
const states = async () => {
  const { body } = await client.call<{
    readonly data: readonly { readonly version: number; readonly state: string }[];
  }>('GET', `${path}/default/versions`);
  return body.data.map(({ version, state }) => `${version} ${state}`);
};
const inForce = (holds: (answer: Answer) => boolean) =>
  until(
    () => client.call<Answer>('GET', `${path}/default`),
    ({ body }) => holds(body),
  );

test('a bad rule is taken back at once, while every other change waits', async () => {
  expect(await publish('default', 'adyen')).toMatchObject({
    status: 200,
    body: { version: 2, deployment: { state: 'deploying', number: 2 } },
  });
  await inForce(({ version }) => version === 2);
  const waits = await publish('another', 'stripe');
  expect([waits.status, waits.body.error.code]).toEqual([409, 'routing_publish_in_progress']);
  expect(waits.body.error.message).toContain('is being watched for up to 5 min');
  const seconds = Number(waits.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(240);
  expect(seconds).toBeLessThanOrEqual(300);

  const back = await client.call<Answer>('POST', `${path}/default/rollback`, {
    body: { to: 1 },
    headers: { 'if-match': '"2"' },
  });
  expect(back).toMatchObject({
    status: 200,
    body: { version: 3, changed: true, deployment: { state: 'deploying', number: 3 } },
  });
  await inForce(({ version }) => version === 3);
  expect(await states()).toEqual(['3 published', '2 rolled_back', '1 superseded']);
});

test('a rollout is stopped at once', async () => {
  expect(await publish('default', 'adyen', { rollout: { percent: 50 } })).toMatchObject({ status: 200 });
  await inForce(({ candidate }) => candidate !== undefined);
  const to = (body: object) => client.call<Answer>('POST', `${path}/default/rollout`, { body });
  expect(await to({ percent: 60 })).toMatchObject({
    status: 409,
    body: { error: { code: 'routing_publish_in_progress' } },
  });
  expect(await to({ action: 'stop' })).toMatchObject({ status: 200, body: { version: 1 } });
  await inForce(({ candidate }) => candidate === undefined);
  expect(await states()).toEqual(['2 rolled_back', '1 published']);
});
