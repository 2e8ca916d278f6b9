import { expect, test } from '@jest/globals';
import { apiClient } from './api-client.ts';
import { rule } from './rules-of.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

const service = withService();
const client = apiClient(service);

const path = '/v1/routing/rules';
type Version = { readonly version: number; readonly document: object | null; readonly note: string | null };

/** Asked again while a busy machine cannot tell: a 503 says so. */
const reported = <T extends { readonly status: number }>(ask: () => Promise<T>): Promise<T> =>
  until(ask, ({ status }) => status !== 503);
const publish = (name: string) =>
  reported(() => client.call<Version>('POST', path, { body: rule(name, { stripe: 1, adyen: 1 }) }));
const inForce = (name: string, status: number) =>
  until(
    () => client.call('GET', `${path}/${name}`),
    (answer) => answer.status === status,
  );
const sessionOf = (name: string) => reported(() => client.tryToCreate({ routing_rule: name }));
const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };

test('a deleted rule takes no new session, one that it planned is paid, and a rollback brings it back', async () => {
  await publish('summer');
  await inForce('summer', 200);
  const planned = await sessionOf('summer');
  expect(planned.status).toBe(200);

  const headers = { 'idempotency-key': 'delete-summer' };
  const remove = () =>
    reported(() => client.call('DELETE', `${path}/summer?note=it%20is%20autumn`, { headers }));
  const deleted = await remove();
  expect(deleted).toMatchObject({
    status: 200,
    body: { object: 'routing.rule', name: 'summer', version: 2, deleted: true, state: 'published' },
  });
  expect((await remove()).text).toBe(deleted.text);
  const another = await reported(() =>
    client.call('DELETE', `${path}/summer?note=it%20is%20winter`, { headers }),
  );
  expect([another.status, another.body.error.code]).toEqual([422, 'idempotency_key_reused']);
  await inForce('summer', 404);
  await until(
    () => sessionOf('summer'),
    ({ status }) => status === 400,
  );
  const confirmed = await client.call('POST', `/v1/checkout/sessions/${planned.body.id}/confirm`, {
    body: { payment_method: { type: 'card', card } },
  });
  expect(confirmed).toMatchObject({
    status: 200,
    body: { payment_status: 'paid', routing: { rule: 'summer', version: 1 } },
  });

  const { body } = await client.call<{ readonly data: readonly Version[] }>('GET', `${path}/summer/versions`);
  expect(body.data).toMatchObject([
    { version: 2, document: null, note: 'it is autumn', state: 'published' },
    { version: 1, document: { name: 'summer' }, state: 'superseded' },
  ]);
  const back = await reported(() => client.call('POST', `${path}/summer/rollback`, { body: { to: 1 } }));
  expect(back).toMatchObject({ status: 200, body: { name: 'summer', version: 3 } });
  await inForce('summer', 200);
  expect((await sessionOf('summer')).status).toBe(200);
});

test('what may not be deleted says why, by the name of what is wrong', async () => {
  await publish('winter');
  const refused = async (target: string, headers: Readonly<Record<string, string>> = {}) => {
    const { status, body } = await reported(() => client.call('DELETE', `${path}/${target}`, { headers }));
    return [status, body.error?.code, body.error?.param];
  };
  expect(await refused('default')).toEqual([400, 'parameter_invalid', 'name']);
  expect(await refused('no-such-rule')).toEqual([404, 'resource_missing', 'name']);
  expect(await refused('winter?why=cold')).toEqual([400, 'parameter_unknown', 'why']);
  expect(await refused(`winter?note=${'x'.repeat(501)}`)).toEqual([400, 'parameter_invalid', 'note']);
  expect(await refused('winter?note=4242424242424242')).toEqual([400, 'parameter_invalid', 'note']);
  expect(await refused('winter', { 'if-match': '"7"' })).toEqual([409, 'version_conflict', 'if-match']);
  expect((await client.call('GET', `${path}/winter/versions`)).status).toBe(200);
  expect(await refused('winter', { 'if-match': '"1"' })).toEqual([200, undefined, undefined]);
});
