import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { apiClient, type Client, newKey, type Request } from './api-client.ts';
import { issueKey } from './issue-key.ts';
import { rule } from './rules-of.ts';
import { type Service, startService } from './start-service.ts';
import { until } from './until.ts';

type Version = {
  readonly version: number;
  readonly state: string;
  readonly note: string | null;
  readonly author: { readonly key: string } | null;
  readonly document: { readonly targets: readonly { readonly weight: number }[] };
  readonly diff: readonly object[];
};
type Published = {
  readonly version: number;
  readonly changed: boolean;
  readonly state: string;
  readonly error?: { readonly code: string; readonly param?: string };
};

const path = '/v1/routing/rules';
const publishing = (client: Client) => {
  const publish = (name: string, weight: number, fields: object = {}, request: Request = {}) =>
    client.call<Published>('POST', path, {
      ...request,
      body: { ...rule(name, { stripe: weight, adyen: 1 }), ...fields },
    });
  /** A busy machine's 503 may have published: the same request is sent again, under one key. */
  const publishOnce: typeof publish = (name, weight, fields, request) => {
    const key = newKey();
    return until(
      () => publish(name, weight, fields, { ...request, key }),
      ({ status }) => status !== 503,
    );
  };
  const versions = async (name: string) => {
    const { body } = await until(
      () => client.call<{ readonly data: readonly Version[] }>('GET', `${path}/${name}/versions`),
      ({ status }) => status !== 503,
    );
    return body.data;
  };
  const rollBack = (name: string, to: number, request: Request = {}) =>
    client.call<Published>('POST', `${path}/${name}/rollback`, { ...request, body: { to } });
  const inForce = (name: string, version: number) =>
    until(
      () => client.call<{ readonly version: number }>('GET', `${path}/${name}`),
      ({ body }) => body.version === version,
    );
  return { publish, publishOnce, versions, rollBack, inForce };
};

describe('versions', () => {
  let service: Service;
  let client: Client;
  let api: ReturnType<typeof publishing>;
  beforeAll(async () => {
    service = await startService();
    client = apiClient(service);
    api = publishing(client);
  });
  afterAll(() => service?.stop());

  test('of a rule from before there were any: the one in force, by nobody', async () => {
    expect(await api.versions('adyen')).toMatchObject([
      { version: 1, state: 'published', author: null, note: null, diff: [] },
    ]);
    expect((await client.call('GET', `${path}/adyen/versions/1`)).body).toMatchObject({ state: 'published' });
    for (const missing of ['none/versions', 'adyen/versions/2', 'adyen/versions/0', 'adyen/versions/x'])
      expect(await client.call('GET', `${path}/${missing}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'resource_missing' } },
      });
  });

  test('tell who, why and what, and a rollback is one more', async () => {
    await api.publish('told', 2, { note: 'first' });
    await api.publish('told', 3, { note: 'more' });
    expect(await api.rollBack('told', 1)).toMatchObject({ status: 200, body: { version: 3, changed: true } });
    expect(await api.versions('told')).toMatchObject([
      {
        version: 3,
        state: 'published',
        note: null,
        diff: [{ path: 'targets[0].weight', before: 3, after: 2 }],
      },
      { version: 2, state: 'rolled_back', note: 'more', diff: [{ before: 2, after: 3 }] },
      { version: 1, state: 'superseded', note: 'first' },
    ]);
    await api.inForce('told', 3);
  });

  test('a card number is no note', async () => {
    expect(await api.publish('note', 1, { note: '4242 4242 4242 4242' })).toMatchObject({
      status: 400,
      body: { error: { code: 'parameter_invalid', param: 'note' } },
    });
  });

  test('ETag and If-Match are the version', async () => {
    await api.publish('tagged', 1);
    await api.publish('tagged', 2);
    const { headers } = await api.inForce('tagged', 2);
    expect(headers.get('etag')).toBe('"2"');
    const ifMatch = (value: string, fields: object = {}) =>
      api.publish('tagged', 9, fields, { headers: { 'if-match': value } });
    expect(await ifMatch('"1"')).toMatchObject({
      status: 409,
      body: { error: { code: 'version_conflict' } },
    });
    for (const wrong of ['2', 'W/"2"', '*', '"0"', '"x"', '"1", "2"'])
      expect(await ifMatch(wrong)).toMatchObject({
        status: 400,
        body: { error: { code: 'parameter_invalid', param: 'if-match' } },
      });
    expect(await ifMatch('"2"', { version: 1 })).toMatchObject({
      status: 400,
      body: { error: { param: 'if-match' } },
    });
    const stale = await api.rollBack('tagged', 1, { headers: { 'if-match': '"1"' } });
    expect(stale).toMatchObject({ status: 409, body: { error: { code: 'version_conflict' } } });
    expect(await ifMatch('"2"', { version: 2 })).toMatchObject({ status: 200, body: { version: 3 } });
  });

  test('a late repeat under its key gets the same bytes, and publishes over nothing', async () => {
    const key = newKey();
    const first = await api.publish('keyed', 1, {}, { key });
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null]);
    await api.publish('keyed', 2);
    const again = await api.publish('keyed', 1, {}, { key });
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect(await api.publish('keyed', 3, {}, { key })).toMatchObject({
      status: 422,
      body: { error: { code: 'idempotency_key_reused' } },
    });
    expect((await api.versions('keyed')).map(({ version }) => version)).toEqual([2, 1]);

    const rollback = newKey();
    const back = await api.rollBack('keyed', 1, { key: rollback });
    await api.publish('keyed', 5);
    expect((await api.rollBack('keyed', 1, { key: rollback })).text).toBe(back.text);
    expect((await api.versions('keyed'))[0]).toMatchObject({ version: 4 });
  });

  test('fifty publishers at once without If-Match: each that gets 200 has its version, one after the other', async () => {
    const reported = new Map<number, number>();
    const reportAll = async (weight: number): Promise<void> => {
      const { status, body } = await api.publishOnce('crowd', weight);
      if (status === 200) {
        expect(reported.has(body.version)).toBe(false);
        reported.set(body.version, weight);
        return;
      }
      expect([status, body.error?.code]).toEqual([409, 'routing_publish_in_progress']);
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 1_500));
      return reportAll(weight);
    };
    await Promise.all(Array.from({ length: 50 }, (_, index) => reportAll(index + 1)));
    const all = await api.versions('crowd');
    expect(all.map(({ version }) => version)).toEqual(Array.from({ length: 50 }, (_, index) => 50 - index));
    expect(all.map(({ state }) => state)).toEqual(['published', ...Array(49).fill('superseded')]);
    for (const { version, document } of all) expect(document.targets[0]?.weight).toBe(reported.get(version));
  });

  test('fifty at once with If-Match: each adds its own on top of what it saw, and none is lost', async () => {
    await api.publish('counted', 0);
    const addOne = async (): Promise<void> => {
      const [newest] = await api.versions('counted');
      const seen = newest?.version ?? 0;
      const weight = (newest?.document.targets[0]?.weight ?? 0) + 1;
      const headers = { 'if-match': `"${seen}"` };
      const { status, body } = await api.publishOnce('counted', weight, {}, { headers });
      if (status === 200) {
        expect([body.version, body.changed]).toEqual([seen + 1, true]);
        return;
      }
      expect(status).toBe(409);
      expect(['routing_publish_in_progress', 'version_conflict']).toContain(body.error?.code);
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 1_500));
      return addOne();
    };
    await Promise.all(Array.from({ length: 50 }, addOne));
    expect((await api.versions('counted'))[0]).toMatchObject({
      version: 51,
      document: { targets: [{ weight: 50 }, {}] },
    });
  });
});

test('four eyes: a draft waits for another key, and nobody approves their own', async () => {
  const service = await startService({ environment: { REQUIRE_APPROVAL: 'on' } });
  try {
    const client = apiClient(service);
    const { publish, rollBack, versions, inForce } = publishing(client);
    const approve = (version: number, token?: string) =>
      client.call<Published>('POST', `${path}/default/versions/${version}/approve`, {
        body: {},
        ...(token !== undefined && { token }),
      });
    const bob = await issueKey(service, { scopes: ['routing:approve'] });
    expect(await publish('default', 7)).toMatchObject({
      status: 200,
      body: { version: 2, state: 'draft', changed: true, deployment: null },
    });
    expect((await client.call('GET', `${path}/default`)).body).toMatchObject({ version: 1 });
    expect(await approve(2)).toMatchObject({ status: 403, body: { error: { code: 'approval_by_author' } } });
    const writer = await issueKey(service, { scopes: ['routing:write'] });
    expect(await approve(2, writer)).toMatchObject({
      status: 403,
      body: { error: { code: 'scope_missing' } },
    });
    expect(await approve(2, bob)).toMatchObject({ status: 200, body: { version: 2, state: 'published' } });
    await inForce('default', 2);
    await publish('default', 8);
    await approve(3, bob);
    expect(await rollBack('default', 2)).toMatchObject({
      status: 200,
      body: { version: 4, state: 'published' },
    });
    expect((await versions('default')).map(({ version, state }) => `${version} ${state}`)).toEqual([
      '4 published',
      '3 rolled_back',
      '2 superseded',
      '1 superseded',
    ]);
  } finally {
    await service.stop();
  }
});
