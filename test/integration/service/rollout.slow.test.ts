import { describe, expect, test } from '@jest/globals';
import { apiClient, card, newKey } from './api-client.ts';
import { cardNumber } from './card-number.ts';
import { pspAdmin } from './psp-admin.ts';
import { rule, rulesOf } from './rules-of.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

type Rule = {
  readonly version: number;
  readonly targets: readonly { readonly psp: string }[];
  readonly candidate?: { readonly percent: number; readonly rule: { readonly version: number } };
  readonly error?: { readonly code: string; readonly param?: string };
};
type Version = {
  readonly version: number;
  readonly state: string;
  readonly rollout?: { readonly percent: number; readonly changed: { readonly cause: string } };
};

const path = '/v1/routing/rules';

const service = withService({
  rules: rulesOf(),
  environment: { ROLLOUT_TICK_S: '1', HEALTH_TICK_S: '1' },
});
const client = apiClient(service);

const publish = (name: string, psp: string, fields: object = {}) =>
  client.call<Rule>('POST', path, { body: { ...rule(name, { [psp]: 1 }), ...fields } });
const change = (name: string, body: object, request: object = {}) =>
  client.call<Rule>('POST', `${path}/${name}/rollout`, { ...request, body });
const inForce = (name: string, holds: (rule: Rule) => boolean) =>
  until(
    () => client.call<Rule>('GET', `${path}/${name}`),
    ({ body }) => holds(body),
  );
const versions = async (name: string) =>
  (await client.call<{ readonly data: readonly Version[] }>('GET', `${path}/${name}/versions`)).body.data;

const routed = async (routing_rule: string) => {
  const body = { amount: 2599, currency: 'eur', success_url: 'https://shop.example/done', routing_rule };
  const created = await client.call<{
    readonly routing: { readonly version: number; readonly arm?: string; readonly plan: readonly string[] };
  }>('POST', '/v1/checkout/sessions', { body });
  expect(created.status).toBe(200);
  return created.body.routing;
};

describe('a rollout', () => {
  test('splits the sessions, grows, and takes the place of the rule', async () => {
    await publish('split', 'stripe');
    const begun = await publish('split', 'adyen', { rollout: { percent: 50 } });
    expect(begun).toMatchObject({
      status: 200,
      body: {
        version: 1,
        changed: true,
        state: 'published',
        candidate: { percent: 50, rule: { version: 2 } },
      },
    });
    await inForce('split', ({ candidate }) => candidate?.percent === 50);
    const seen = new Set<string>();
    for (let n = 0; n < 40; n++) {
      const { version, arm, plan } = await routed('split');
      seen.add(arm ?? 'none');
      expect([version, plan]).toEqual(arm === 'candidate' ? [2, ['adyen']] : [1, ['stripe']]);
    }
    expect([...seen].toSorted()).toEqual(['candidate', 'control']);
    expect(await change('split', { percent: 60 })).toMatchObject({
      status: 200,
      body: { candidate: { percent: 60 } },
    });
    expect(await change('split', { action: 'complete' })).toMatchObject({
      status: 200,
      body: { version: 2 },
    });
    const { body } = await inForce('split', ({ version }) => version === 2);
    expect(body.candidate).toBeUndefined();
    expect(await routed('split')).toMatchObject({ version: 2, plan: ['adyen'] });
    expect((await routed('split')).arm).toBeUndefined();
    expect(await versions('split')).toMatchObject([
      { version: 2, state: 'published', rollout: { percent: 100, changed: { cause: 'asked' } } },
      { version: 1, state: 'superseded' },
    ]);
  });

  test('takes its steps automatically', async () => {
    await publish('steps', 'stripe');
    const rollout = Object.fromEntries([
      ['percent', 1],
      ['then', [50, 100]],
      ['after_s', 1],
    ]);
    expect(await publish('steps', 'adyen', { rollout })).toMatchObject({ status: 200 });
    await inForce('steps', ({ version }) => version === 2);
    expect(await versions('steps')).toMatchObject([
      { state: 'published', rollout: { percent: 100, changed: { cause: 'step', key: null } } },
      { state: 'superseded' },
    ]);
  });

  test('keeps others from publishing the rule, and is stopped', async () => {
    await publish('stopped', 'stripe');
    await publish('stopped', 'adyen', { rollout: { percent: 10 } });
    const refused = { status: 409, body: { error: { code: 'rollout_in_progress' } } };
    expect(await publish('stopped', 'checkout_com')).toMatchObject(refused);
    expect(await publish('stopped', 'checkout_com', { dry_run: true })).toMatchObject(refused);
    const key = newKey();
    const stopped = await change('stopped', { action: 'stop' }, { key });
    expect(stopped).toMatchObject({ status: 200, body: { version: 1, changed: true } });
    expect(stopped.body.candidate).toBeUndefined();
    expect((await change('stopped', { action: 'stop' }, { key })).text).toBe(stopped.text);
    expect(await change('stopped', { action: 'stop' })).toMatchObject({
      status: 404,
      body: { error: { code: 'resource_missing', param: 'name' } },
    });
    expect(await versions('stopped')).toMatchObject([{ state: 'rolled_back' }, { state: 'published' }]);
    expect(await publish('stopped', 'checkout_com')).toMatchObject({ status: 200, body: { version: 3 } });
    const events = await until(
      () =>
        client.call<{ readonly data: readonly { readonly type: string; readonly data: object }[] }>(
          'GET',
          '/v1/events?type=routing.rollout.stopped',
        ),
      ({ body }) => body.data.length > 0,
    );
    expect(events.body.data[0]?.data).toMatchObject({
      id: 'stopped',
      object: 'routing.rule',
      seq: 2,
      status: 'rolled_back',
      reason: 'asked',
    });
  });

  test('is withdrawn by its guard, and no payment is lost', async () => {
    await publish('guarded', 'stripe');
    await pspAdmin(service).faults('adyen', { kind: 'down' });
    const rollout = { percent: 50, guard: { approval_drop_pp: 20 } };
    const failover = {
      on: ['psp_unavailable', 'rate_limited', 'issuer_unavailable', 'processor_error', 'not_supported'],
    };
    const body = { ...rule('guarded', { adyen: 1, stripe: 0 }), failover, rollout };
    expect((await client.call('POST', path, { body })).status).toBe(200);
    await inForce('guarded', ({ candidate }) => candidate?.percent === 50);
    let paid = 0;
    const pay = async (): Promise<void> => {
      const session = await client.create({ routing_rule: 'guarded' });
      const { body } = await client.confirm(session.body.id, card({ number: cardNumber(++paid) }));
      expect(body.payment_status).toBe('paid');
    };
    const stopped = await until(
      async () => {
        await Promise.all(Array.from({ length: 10 }, pay));
        return versions('guarded');
      },
      ([newest]) => newest?.state === 'rolled_back',
    );
    expect(stopped[0]).toMatchObject({
      version: 2,
      rollout: {
        percent: 0,
        guard: { approval_drop_pp: 20, observed: { evidence: expect.any(Number) } },
        changed: { cause: 'guard', key: null },
      },
    });
    const events = await until(
      () =>
        client.call<{ readonly data: readonly { readonly data: { readonly id: string } }[] }>(
          'GET',
          '/v1/events?type=routing.rollout.stopped',
        ),
      ({ body }) => body.data.some(({ data }) => data.id === 'guarded'),
    );
    expect(events.body.data[0]?.data).toMatchObject({
      id: 'guarded',
      reason: 'guard',
      status: 'rolled_back',
    });
    const acts = await client.call<{ readonly data: readonly object[] }>(
      'GET',
      '/v1/audit?action=routing_rule.roll_out',
    );
    expect(acts.body.data).toContainEqual(
      expect.objectContaining({ actor: { type: 'system', id: 'settle-rule-versions' }, target: 'guarded' }),
    );
  });

  test.each([
    [{ percent: 0 }, 'rollout.percent'],
    [{ percent: 100 }, 'rollout.percent'],
    [{ percent: 1.5 }, 'rollout.percent'],
    [{}, 'rollout.percent'],
    [10, 'rollout'],
    [rolloutWith({ then: [50] }), 'rollout.after_s'],
    [rolloutWith({ after_s: 60 }), 'rollout.after_s'],
    [rolloutWith({ then: [], after_s: 60 }), 'rollout.then'],
    [rolloutWith({ then: [50, 50], after_s: 60 }), 'rollout.then'],
    [rolloutWith({ then: [10], after_s: 60 }), 'rollout.then'],
    [rolloutWith({ then: [101], after_s: 60 }), 'rollout.then[0]'],
    [rolloutWith({ then: [50], after_s: 0 }), 'rollout.after_s'],
    [rolloutWith({ guard: {} }), 'rollout.guard.approval_drop_pp'],
    [rolloutWith({ guard: { approval_drop_pp: 0 } }), 'rollout.guard.approval_drop_pp'],
    [rolloutWith({ guard: { approval_drop_pp: 2, x: 1 } }), 'rollout.guard.x'],
    [rolloutWith({ step: 1 }), 'rollout.step'],
  ])('%j is refused by the name of its field', async (rollout, param) => {
    expect(await publish('adyen', 'stripe', { rollout })).toMatchObject({
      status: 400,
      body: { error: { param } },
    });
  });

  test('a missing rule is distinguished from one without a rollout, and a similar name is suggested', async () => {
    for (const [name, message] of [
      ['adyne', 'No routing rule is named "adyne" (did you mean "adyen"?). There are: adyen, '],
      ['adyen', 'No version of rule adyen is being rolled out.'],
    ] as const)
      expect(await change(name, { action: 'stop' })).toMatchObject({
        status: 404,
        body: { error: { code: 'resource_missing', message: expect.stringContaining(message) } },
      });
  });

  test.each([
    [{}, 'percent'],
    [{ percent: 0 }, 'percent'],
    [{ percent: 101 }, 'percent'],
    [{ percent: 50, action: 'stop' }, 'action'],
    [{ action: 'pause' }, 'action'],
    [{ percent: 50, note: 'x' }, 'note'],
  ])('a change of %j is refused by the name of its field', async (body, param) => {
    expect(await change('adyen', body)).toMatchObject({ status: 400, body: { error: { param } } });
  });
});

function rolloutWith(fields: object): object {
  return { percent: 10, ...fields };
}
