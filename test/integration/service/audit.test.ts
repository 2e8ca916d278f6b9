import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AuditEntry } from '../../../lib/types/audit-entry.ts';
import { freePort } from '../../../local/support/free-port.ts';
import { openReceiver } from '../psp-simulators/webhook-receiver.ts';
import { apiClient, type Client } from './api-client.ts';
import { issueKey } from './issue-key.ts';
import { rule } from './rules-of.ts';
import { type Service, startService } from './start-service.ts';
import { until } from './until.ts';

let service: Service;
let client: Client;
let port: number;
let receiver: Awaited<ReturnType<typeof openReceiver>>;

beforeAll(async () => {
  port = await freePort();
  service = await startService({ port, environment: { REQUIRE_APPROVAL: 'on' } });
  client = apiClient(service);
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await service?.stop();
});

type List<Entry> = { readonly data: readonly Entry[] };

/** The entries about a target, oldest first. */
const trailOf = async (target: string, count: number): Promise<readonly AuditEntry[]> => {
  const read = async () =>
    (await client.call<List<AuditEntry>>('GET', `/v1/audit?target=${target}`)).body.data;
  return (await until(read, ({ length }) => length >= count)).toReversed();
};

const acts = (trail: readonly AuditEntry[]): readonly string[] => trail.map(({ action }) => action);

const key = (...parameters: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const env = { ...process.env, PORT: String(port) };
    execFile(process.execPath, ['local/tools/keys.ts', ...parameters], { env }, (_, out, err) =>
      resolve(out + err),
    );
  });

test('a rule: who wrote it, who approved it, who rolled it back, each with the call; and that it came into force', async () => {
  const publish = (weight: number) =>
    client.call('POST', '/v1/routing/rules', { body: rule('told', { stripe: weight, adyen: 1 }) });
  const approver = apiClient({
    ...service,
    api_key: await issueKey(service, { scopes: ['routing:approve'] }),
  });
  const approve = (version: number) =>
    approver.call('POST', `/v1/routing/rules/told/versions/${version}/approve`, { body: {} });
  const calls = [await publish(1), await approve(1), await publish(2), await approve(2)];
  calls.push(await client.call('POST', '/v1/routing/rules/told/rollback', { body: { to: 1 } }));
  expect(calls.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);

  const trail = await trailOf('told', 5);
  const written = trail.filter(({ action }) => action !== 'routing_rule.approve');
  expect(acts(trail).toSorted()).toEqual([
    'routing_rule.approve',
    'routing_rule.approve',
    'routing_rule.draft',
    'routing_rule.draft',
    'routing_rule.roll_back',
  ]);
  expect(new Set(trail.map(({ request_id }) => request_id))).toEqual(
    new Set(calls.map(({ headers }) => headers.get('request-id'))),
  );
  expect(new Set(written.map(({ actor }) => actor.id)).size).toBe(1);
  expect(new Set(trail.map(({ actor }) => actor.id)).size).toBe(2);

  const events = async () =>
    (
      await client.call<List<{ readonly data: { readonly seq: number; readonly reason?: string } }>>(
        'GET',
        '/v1/events?type=routing.rule.published&object=told',
      )
    ).body.data;
  const reported = await until(events, ({ length }) => length >= 3);
  expect(reported.map(({ data }) => [data.seq, data.reason]).toSorted()).toEqual([
    [1, undefined],
    [2, undefined],
    [3, 'rolled_back'],
  ]);
});

test('a webhook endpoint: each change once, in the write that makes it', async () => {
  const body = { url: receiver.url };
  const headers = { 'idempotency-key': 'endpoint-1' };
  const made = await client.call<{ readonly id: string }>('POST', '/v1/webhook_endpoints', { body, headers });
  await client.call('POST', '/v1/webhook_endpoints', { body, headers });
  const path = `/v1/webhook_endpoints/${made.body.id}`;
  await client.call('POST', path, { body: { description: 'shop' } });
  await client.call('POST', `${path}/rotate`, { body: {} });
  const gone = await client.call('DELETE', path);
  expect((await client.call('DELETE', path)).status).toBe(404);

  const trail = await trailOf(made.body.id, 4);
  expect(acts(trail).toSorted()).toEqual([
    'webhook_endpoint.create',
    'webhook_endpoint.delete',
    'webhook_endpoint.rotate',
    'webhook_endpoint.update',
  ]);
  const byCall = new Map(trail.map((entry) => [entry.request_id, entry.action]));
  expect(byCall.get(made.headers.get('request-id'))).toBe('webhook_endpoint.create');
  expect(byCall.get(gone.headers.get('request-id'))).toBe('webhook_endpoint.delete');
  expect(JSON.stringify(trail)).not.toMatch(/whsec/);
});

test('an API key: who issued and who revoked it, as the machine knows them', async () => {
  const created = await key('create', '--scopes', 'charges:read');
  const [, id = ''] = /Key (key_[0-9a-z]{26})/.exec(created) ?? [];
  expect(await key('revoke', id)).toMatch(/is revoked/);
  const trail = await trailOf(id, 2);
  expect(acts(trail).toSorted()).toEqual(['api_key.create', 'api_key.revoke']);
  for (const entry of trail)
    expect(entry).toMatchObject({ actor: { type: 'user', id: userInfo().username }, request_id: null });
  const [, plain = ''] = /(sk_test_\w+)/.exec(created) ?? [];
  expect(JSON.stringify(trail)).not.toContain(plain);
  const started = await client.call<List<AuditEntry>>('GET', '/v1/audit?actor=npm%20start');
  expect(acts(started.body.data)).toEqual(['api_key.create']);
});
