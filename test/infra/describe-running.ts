import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { assumptions } from '../../infra/cost/cost-model.ts';
import {
  configurationCalls,
  item_kb,
  log_bytes,
  recoveryQueries,
  steadySeries,
  type TableCalls,
  tableCalls,
} from '../../infra/cost/payment-calls.ts';
import { syntheticPayments } from '../../infra/cost/synthetic-cost.ts';
import { environments } from '../../infra/environments.ts';
import { needsOf } from '../../infra/function-needs.ts';
import { smokeScopes } from '../../infra/probes/smoke-payment.ts';
import { addressLimit } from '../../lib/http/client-address.ts';
import { parseRecordKeys } from '../../lib/http/token-secrets.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { until } from '../integration/service/until.ts';
import type { Assembly } from './assembly.ts';
import { type DeployedHere, deployHere } from './deployed-here.ts';
import { idsIn } from './ids-in.ts';
import { issueKey } from './issue-key.ts';
import type { Call } from './permission-proxy.ts';
import { functionsOf } from './role-policy.ts';

let assembly: Assembly;
let deployed: DeployedHere;
let key = '';

type Json = { readonly [field: string]: unknown };

const ask = async (
  method: string,
  path: string,
  body?: unknown,
  token = key,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; json: Json }> => {
  const response = await fetch(deployed.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json()) as Json };
};

const create = (more: Json = {}) =>
  ask('POST', '/v1/checkout/sessions', {
    amount: 2599,
    currency: 'eur',
    success_url: 'https://shop.example/thanks',
    ...more,
  });

/** A session whose first PSP is the one asked for: ids are random, so a few are made until one falls so. */
const plannedFor = async (psp: string): Promise<string> => {
  for (;;) {
    const { json } = await create();
    if ((json.routing as { plan: readonly string[] }).plan[0] === psp) return String(json.id);
  }
};

const card = {
  payment_method: {
    type: 'card',
    card: { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' },
  },
};

/** What runs here is what would be deployed: bundles, variables and roles as synthesised, under Lambda's runtime interface. */
export const describeRunning = (synthesized: () => Assembly): void =>
  describe('the synthesised assembly, run as packaged', () => {
    beforeAll(async () => {
      assembly = synthesized();
      deployed = await deployHere(assembly, environments.dev);
      key = await issueKey(deployed.dynamodb);
    });

    afterAll(async () => {
      await deployed?.close();
    });

    test('takes a payment, refunds a part and re-routes the next one', async () => {
      const created = await create();
      expect(created).toMatchObject({ status: 200, json: { status: 'open', amount: 2599 } });
      const { id, client_secret } = created.json as { id: string; client_secret: string };

      const paid = await ask('POST', `/v1/checkout/sessions/${id}/confirm`, card, client_secret);
      expect(paid).toMatchObject({ status: 200, json: { payment_status: 'paid' } });

      const caller = { object: 'caller', livemode: false, environment: 'dev' };
      for (const [kind, token] of [
        ['api_key', key],
        ['session', client_secret],
      ] as const)
        expect(await ask('GET', '/v1/me', undefined, token)).toMatchObject({
          status: 200,
          json: { ...caller, kind },
        });

      const read = await ask('GET', `/v1/checkout/sessions/${id}`);
      const charge = String(read.json.charge);
      expect(read).toMatchObject({ status: 200, json: { status: 'complete', payment_status: 'paid' } });

      const refund = await ask('POST', '/v1/charges/refund', { charge, amount: 599 });
      expect(refund).toMatchObject({ status: 200, json: { amount: 599, charge } });
      expect(['succeeded', 'pending']).toContain(refund.json.status);
      expect(await ask('GET', `/v1/charges/${charge}`)).toMatchObject({
        status: 200,
        json: { amount_captured: 2599 },
      });

      const rule = { name: 'only-checkout', targets: [{ psp: 'checkout_com', weight: 1 }] };
      expect(await ask('POST', '/v1/routing/rules', rule)).toMatchObject({
        status: 200,
        json: { object: 'routing.rule', version: 1 },
      });
      const { name } = rule;
      const versions = await ask('GET', `/v1/routing/rules/${name}/versions`);
      expect(versions).toMatchObject({ status: 200, json: { object: 'list' } });
      const back = await ask('POST', `/v1/routing/rules/${name}/rollback`, { to: 1 });
      expect(back).toMatchObject({ status: 200, json: { changed: false } });
      expect(await ask('POST', `/v1/routing/rules/${name}/versions/1/approve`, {})).toMatchObject({
        status: 409,
        json: { error: { code: 'version_conflict' } },
      });
      const begun = await ask('POST', '/v1/routing/rules', {
        name,
        targets: [{ psp: 'stripe', weight: 1 }],
        rollout: { percent: 50, guard: { approval_drop_pp: 2 } },
      });
      expect(begun).toMatchObject({ status: 200, json: { version: 1, candidate: { percent: 50 } } });
      // With the windows of health, for its guard.
      expect(await deployed.invoke('settle-rule-versions', {})).toEqual({ open: 1 });
      expect(await ask('POST', `/v1/routing/rules/${name}/rollout`, { action: 'stop' })).toMatchObject({
        status: 200,
        json: { version: 1, changed: true },
      });
      await ask('POST', '/v1/routing/rules', { ...rule, name: 'trial' });
      expect(await ask('DELETE', '/v1/routing/rules/trial')).toMatchObject({
        status: 200,
        json: { version: 2, deleted: true },
      });
      const tried = await ask('POST', '/v1/routing/rules', {
        ...rule,
        name: 'default',
        dry_run: true,
        backtest: { sessions: 100 },
      });
      const { id: backtest } = tried.json.backtest as { readonly id: string };
      expect(await ask('GET', `/v1/routing/backtests/${backtest}`)).toMatchObject({
        status: 200,
        json: { object: 'routing.backtest', state: expect.stringMatching(/^(done|refused)$/) },
      });
      expect(await deployed.invoke('settle-rule-versions', {})).toEqual({ open: expect.any(Number) });
    });

    test('holds money, captures it, and releases other money', async () => {
      const held = async (): Promise<string> => {
        const { json } = await create({ capture_method: 'manual' });
        const confirmed = await ask('POST', `/v1/checkout/sessions/${json.id}/confirm`, card);
        expect(confirmed).toMatchObject({ status: 200, json: { payment_status: 'authorized' } });
        return String(confirmed.json.charge);
      };
      expect((await ask('POST', '/v1/charges/capture', { charge: await held(), amount: 1000 })).status).toBe(
        200,
      );
      expect((await ask('POST', '/v1/charges/cancel', { charge: await held() })).status).toBe(200);
    });

    test('expires a session, takes over what the PSP has, and refuses to decide what is known', async () => {
      const { json: opened } = await create();
      expect(await ask('POST', `/v1/checkout/sessions/${opened.id}/expire`, {})).toMatchObject({
        status: 200,
        json: { status: 'expired' },
      });
      const id = await plannedFor('stripe');
      const { json: paid } = await ask('POST', `/v1/checkout/sessions/${id}/confirm`, card);
      const refreshed = await ask('POST', `/v1/charges/${paid.charge}/refresh`, {});
      expect(refreshed).toMatchObject({ status: 200, json: { status: 'captured', amount_captured: 2599 } });
      const { revision } = refreshed.json;
      const decision = { outcome: 'failed', note: 'The dashboard says so.', revision };
      expect(await ask('POST', `/v1/charges/${paid.charge}/decide`, decision)).toMatchObject({
        status: 409,
        json: { error: { code: 'charge_not_decidable' } },
      });
    });

    test('makes a payment link, begins its sessions for whoever has it, and pays one', async () => {
      const wish = { amount: 2599, currency: 'eur', pay_once: true };
      const links = '/v1/payment_links';
      const { status, json: link } = await ask('POST', links, wish, key, { 'idempotency-key': 'link' });
      expect([status, link.url]).toEqual([200, expect.stringMatching(/^https:.*\/pay\/pl_[0-9a-z]{26}$/)]);
      const path = `${links}/${link.id}`;
      const holder = String(link.id);
      expect((await ask('GET', links)).json.data).toEqual([link]);
      expect((await ask('GET', `${links}?starting_after=forged`)).status).toBe(400);
      expect(await ask('GET', path, undefined, holder)).toMatchObject({
        status: 200,
        json: { active: true },
      });
      const { json: begun } = await ask('POST', `${path}/sessions`, {}, holder);
      const paid = await ask(
        'POST',
        `/v1/checkout/sessions/${begun.id}/confirm`,
        card,
        String(begun.client_secret),
      );
      expect(paid).toMatchObject({ status: 200, json: { payment_status: 'paid' } });
      expect(await ask('POST', `${path}/sessions`, {}, holder)).toMatchObject({
        status: 409,
        json: { error: { code: 'order_already_paid' } },
      });
      expect(await ask('DELETE', path)).toMatchObject({ status: 200, json: { deleted: true } });
      expect((await ask('GET', path, undefined, holder)).status).toBe(404);
    });

    test('adds notes to a charge, each once, and lists them page by page', async () => {
      const { json: opened } = await create();
      const { json: paid } = await ask('POST', `/v1/checkout/sessions/${opened.id}/confirm`, card);
      const path = `/v1/charges/${paid.charge}/notes`;
      const add = (text: string) => ask('POST', path, { text }, key, { 'idempotency-key': text });
      const added = [await add('first'), await add('second'), await add('first')];
      expect(added.map(({ status, json }) => [status, json.text])).toEqual([
        [200, 'first'],
        [200, 'second'],
        [200, 'first'],
      ]);
      const { json: page } = await ask('GET', `${path}?limit=1`);
      expect([page.data, page.has_more]).toEqual([[added[1]?.json], true]);
      const { json: rest } = await ask('GET', `${path}?limit=1&starting_after=${page.next_cursor}`);
      expect([rest.data, rest.has_more]).toEqual([[added[0]?.json], false]);
    });

    test('adds up what was counted', async () => {
      const to = Math.floor(Date.now() / 1000);
      const numbers = await ask('GET', `/v1/stats?from=${to - 86_400}&to=${to}&by=psp,currency`);
      expect(numbers).toMatchObject({ status: 200, json: { object: 'stats', rows: expect.any(Array) } });
    });

    test('exports what was created and what moved, as a file behind a link', async () => {
      const to = Math.floor(Date.now() / 1000) + 60;
      for (const what of ['charges', 'movements']) {
        const begun = await ask('POST', '/v1/exports', { what, from: to - 86_400, to });
        expect(begun).toMatchObject({ status: 200, json: { object: 'export', status: 'running' } });
        const whole = await until(
          () => ask('GET', `/v1/exports/${begun.json.id}`),
          ({ json }) => json.status !== 'running',
        );
        expect(whole.json.status).toBe('done');
        const file = await fetch(String(whole.json.url));
        expect([file.status, (await file.text()).split(',')[0]]).toEqual([200, 'type']);
      }
    });

    test('lists sessions, charges and refunds, each page with a cursor to the next', async () => {
      const reference = 'order-of-two';
      const { json: opened } = await create({ reference });
      await create({ reference });
      const { json: paid } = await ask('POST', `/v1/checkout/sessions/${opened.id}/confirm`, card);
      const { charge } = paid;
      for (const amount of [100, 200]) await ask('POST', '/v1/charges/refund', { charge, amount });
      for (const path of [
        '/v1/checkout/sessions?limit=1',
        `/v1/checkout/sessions?limit=1&reference=${reference}`,
        '/v1/charges?limit=1',
        `/v1/refunds?limit=1&charge=${charge}`,
      ]) {
        const { status, json } = await ask('GET', path);
        expect([path, status, json.has_more]).toEqual([path, 200, true]);
        const next = await ask('GET', `${path}&starting_after=${json.next_cursor}`);
        expect([next.status, (next.json.data as readonly object[]).length]).toEqual([200, 1]);
      }
      for (const query of ['customer_email=a@b.example', 'status=expired'])
        expect((await ask('GET', `/v1/checkout/sessions?${query}`)).status).toBe(200);
      for (const query of [
        'open=true',
        `session=${opened.id}`,
        `reference=${reference}`,
        'psp_reference=none',
      ])
        expect((await ask('GET', `/v1/charges?${query}`)).status).toBe(200);
      for (const query of ['limit=1', `session=${opened.id}`, `reference=${reference}`])
        for (const list of ['refunds', 'disputes'])
          expect((await ask('GET', `/v1/${list}?${query}`)).status).toBe(200);
      expect((await ask('GET', '/v1/refunds/re_00000000000000000000000000')).status).toBe(404);
    });

    test('answers unknown routes, bad returns and unsigned webhooks in its own shape, and recovery runs', async () => {
      expect(await ask('GET', '/v1/nothing')).toMatchObject({
        status: 404,
        json: { error: { code: 'resource_missing' } },
      });
      expect(await ask('GET', '/v1/routing/rules')).toMatchObject({ status: 200 });
      expect(await ask('GET', '/v1/routing/health')).toMatchObject({
        status: 200,
        json: { object: 'routing.health' },
      });
      const close = { state: 'closed', note: 'A look.', revision: 0 };
      // A rule from above names nobody else.
      expect(await ask('POST', '/v1/routing/psps/checkout_com', close)).toMatchObject({
        status: 409,
        json: { error: { code: 'psp_required' } },
      });
      for (const change of [
        { ...close, force: true },
        { ...close, state: 'open', revision: 1 },
      ])
        expect(await ask('POST', '/v1/routing/psps/checkout_com', change)).toMatchObject({
          status: 200,
          json: { object: 'routing.psp', state: change.state, revision: change.revision + 1 },
        });
      expect(await ask('GET', '/v1/routing/psps')).toMatchObject({ status: 200, json: { object: 'list' } });
      expect(await ask('GET', '/v1/checkout/sessions/cs_0/return?state=forged')).toMatchObject({
        status: 401,
      });
      expect(await ask('POST', '/v1/webhooks/stripe', {})).toMatchObject({ status: 401 });
      for (const list of ['checkout/sessions', 'charges', 'refunds', 'events', 'audit', 'disputes']) {
        expect(await ask('GET', `/v1/${list}`)).toMatchObject({ status: 200, json: { object: 'list' } });
        expect(await ask('GET', `/v1/${list}?starting_after=forged`)).toMatchObject({ status: 400 });
      }
      expect(await ask('GET', '/v1/refunds/re_0')).toMatchObject({ status: 404 });
      expect(await ask('GET', '/v1/disputes/dp_0')).toMatchObject({ status: 404 });
      const methods = '/v1/payment_methods';
      expect(await ask('GET', `${methods}?customer=c`)).toMatchObject({ status: 200, json: { data: [] } });
      expect(await ask('POST', methods, { customer: 'c' })).toMatchObject({ status: 400 });
      expect(await ask('GET', `${methods}?customer=c&starting_after=forged`)).toMatchObject({
        status: 400,
      });
      for (const how of ['GET', 'DELETE']) {
        const headers = { 'idempotency-key': how };
        const unknown = `${methods}/pm_${'0'.repeat(26)}`;
        expect(await ask(how, unknown, undefined, key, headers)).toMatchObject({ status: 404 });
      }
      expect(await ask('GET', '/v1/events/evt_0')).toMatchObject({ status: 404 });
      expect(await ask('GET', `/v1/disputes/dp_${'0'.repeat(22)}`)).toMatchObject({ status: 404 });
      expect(await deployed.invoke('recover-charges', {})).toEqual(expect.any(Object));
      expect(await deployed.invoke('record-events', { Records: [] })).toEqual({
        batchItemFailures: [],
        state: {},
      });
    });

    test('requires 3-D Secure, and brings the customer back through the signed return', async () => {
      const id = await plannedFor('stripe');
      const number = '4000002760003184';
      const stepUp = {
        payment_method: { ...card.payment_method, card: { ...card.payment_method.card, number } },
      };
      const { json } = await ask('POST', `/v1/checkout/sessions/${id}/confirm`, stepUp);
      expect(json).toMatchObject({ payment_status: 'requires_action' });
      const action = json.next_action as { redirect_to_url: { url: string } };
      const issuer = await fetch(`${action.redirect_to_url.url}?result=approve`, { redirect: 'manual' });
      const back = new URL(String(issuer.headers.get('location')));
      // Built from PUBLIC_URL, which names a distribution that exists only in AWS.
      expect(back.origin).toMatch(/^https:\/\/distribution/);
      const returned = await fetch(deployed.url + back.pathname + back.search, { redirect: 'manual' });
      expect(returned.status).toBe(303);
      expect(returned.headers.get('location')).toBe(`https://shop.example/thanks?session_id=${id}`);
      expect((await ask('GET', `/v1/checkout/sessions/${id}`)).json).toMatchObject({
        payment_status: 'paid',
      });
    });

    test("settles a refund by the PSP's own signed webhook", async () => {
      const id = await plannedFor('adyen');
      const { json: paid } = await ask('POST', `/v1/checkout/sessions/${id}/confirm`, card);
      expect(paid).toMatchObject({ payment_status: 'paid' });
      const { json: refund } = await ask('POST', '/v1/charges/refund', { charge: paid.charge });
      // On a busy machine the event is faster than the answer.
      expect(['pending', 'succeeded']).toContain(refund.status);
      const refunds = async () =>
        (await ask('GET', `/v1/charges/${paid.charge}`)).json.refunds as readonly {
          readonly status: string;
        }[];
      while ((await refunds())[0]?.status === 'pending') await sleep(100);
      expect(await refunds()).toMatchObject([{ status: 'succeeded' }]);
    });

    test('counts a shopper by the address from the distribution, whatever the shopper sends', async () => {
      const g1 = deployed.originProof;
      const tokens = parseRecordKeys(JSON.stringify(deployed.signing.records));
      const counted = async (headers: Readonly<Record<string, string>>) => {
        const { id, client_secret } = (await create()).json as { id: string; client_secret: string };
        await ask('POST', `/v1/checkout/sessions/${id}/confirm`, card, client_secret, headers);
        const limits = await idsIn(deployed.dynamodb, tableName('dev', 'limits'));
        return (address: string) =>
          limits.includes(`ip#${addressLimit({ view: 'redacted' }, address, tokens, false)?.id}`);
      };
      const claimed = await counted({ 'true-client-ip': '203.0.113.7', 'origin-secret': 'x'.repeat(64) });
      expect([claimed('203.0.113.7'), claimed('127.0.0.1')]).toEqual([false, true]);
      expect(await deployed.logs()).not.toContain(g1);
    });

    test('refuses every call at the gateway’s own address, unknown routes, webhooks and returns included, and calls nothing for it', async () => {
      const looked = () =>
        deployed.permissions.calls.filter(({ by }) => ['list-charges', 'refuse-unknown-route'].includes(by))
          .length;
      const before = looked();
      const direct = async (method: string, path: string, headers: Readonly<Record<string, string>>) => {
        const answer = await fetch(deployed.gatewayUrl + path, {
          method,
          headers,
          ...(method === 'POST' && { body: '{}' }),
        });
        return [answer.status, await answer.text()];
      };
      const forged = { 'origin-secret': 'x'.repeat(64), 'true-client-ip': '203.0.113.7' };
      for (const headers of [{}, { authorization: `Bearer ${key}` }, forged])
        for (const [method, path] of [
          ['GET', '/v1/charges'],
          ['POST', '/v1/checkout/sessions'],
          ['POST', '/v1/webhooks/stripe'],
          ['GET', '/v1/checkout/sessions/cs_1/return?state=x'],
          ['GET', '/nowhere'],
        ] as const)
          expect({ path, answer: await direct(method, path, headers) }).toEqual({
            path,
            answer: [403, '{"message":"Forbidden"}'],
          });
      const proven = await direct('GET', '/v1/charges', { 'origin-secret': deployed.originProof });
      expect(proven[0]).toBe(401);
      expect(looked() - before).toBeLessThanOrEqual(1);
    });

    test('makes the DynamoDB calls that the cost of a payment counts', async () => {
      const { id, client_secret } = (await create()).json as { id: string; client_secret: string };
      const paid = await ask('POST', `/v1/checkout/sessions/${id}/confirm`, card, client_secret);
      await ask('GET', `/v1/checkout/sessions/${id}`, undefined, client_secret);
      const [{ json: unpaid }, { json: other }] = [await create(), await create()];
      await ask('POST', `/v1/checkout/sessions/${other.id}/expire`, {});
      // The others work for what was before, when it is their time.
      const names = Object.keys(tableCalls);
      const first = deployed.permissions.calls.length;
      const logged = (await deployed.logs(names)).length;
      // Once more, warm: keys and secrets are at hand, and so is every connection.
      const again = (await create()).json as { id: string; client_secret: string };
      await ask('POST', `/v1/checkout/sessions/${again.id}/confirm`, card, again.client_secret);
      await ask('GET', `/v1/checkout/sessions/${again.id}`, undefined, again.client_secret);
      await ask('POST', '/v1/charges/refund', { charge: paid.json.charge, amount: 100 });
      const lines = (await deployed.logs(names)).length - logged;
      await ask('POST', `/v1/checkout/sessions/${unpaid.id}/expire`, {});
      const calls = deployed.permissions.calls.slice(first).filter(({ by }) => names.includes(by));
      const called = calls.filter(({ table }) => !byClock.includes(table));
      const counted = Object.fromEntries(
        names.map((name) => [name, countCalls(called.filter(({ by }) => by === name))]),
      );
      expect(counted).toEqual(tableCalls);
      expect(Math.max(...called.flatMap(({ bytes }) => bytes))).toBeLessThan(item_kb * 1024);
      expect(lines).toBeLessThan(log_bytes);
      // Warm, nobody asks for a secret before ten minutes have passed.
      expect(calls.filter(({ action }) => action === 'GetSecretValue')).toEqual([]);
    });

    test('asks once in each function for each part of its one secret that it uses, however many accounts it holds', () => {
      const asking = deployed.permissions.calls.filter(({ action }) => action === 'GetSecretValue');
      expect(asking.map(({ by }) => by).toSorted()).toEqual(
        deployed
          .started()
          // Recovery asks once something is due.
          .filter((name) => name !== 'recover-charges')
          .flatMap((name) => {
            const { keys = [], psps } = needsOf(name);
            return [...keys, ...(psps === 'credentials' ? ['psp'] : [])].map(() => name);
          }),
      );
    });

    test('a process that starts receives no configuration: it goes on with the session of those before, at the price counted', async () => {
      const name = 'create-checkout-session';
      for (let start = 0; start < 3; start += 1) {
        await deployed.startAnew(name);
        const [first, received] = [
          deployed.permissions.calls.length,
          deployed.permissions.received.filter((by) => by === name).length,
        ];
        expect((await create()).status).toBe(200);
        const calls = deployed.permissions.calls.slice(first).filter(({ by }) => by === name);
        const of = (...actions: readonly string[]) =>
          calls.filter(({ action }) => actions.includes(action)).length;
        const ofRules = countCalls(calls.filter(({ table }) => table === configurationTable));
        expect(of('StartConfigurationSession')).toBe(0);
        expect(of('GetLatestConfiguration')).toBeLessThanOrEqual(configurationCalls.poll.polls);
        expect(ofRules.reads).toBeLessThanOrEqual(configurationCalls.cold.reads);
        expect(ofRules.writes).toBeLessThanOrEqual(configurationCalls.poll.writes);
        const now = deployed.permissions.received.filter((by) => by === name).length;
        expect(now - received).toBe(configurationCalls.cold.received);
      }
      // The first of all did receive it.
      expect(deployed.permissions.received).toContain(name);
    });

    test('recovery that finds nothing asks as often as the cost counts', async () => {
      const { calls } = deployed.permissions;
      const recover = async () => {
        const first = calls.length;
        const found = (await deployed.invoke('recover-charges', {})) as Record<string, unknown>;
        return { found, queries: calls.slice(first).filter(({ action }) => action === 'Query') };
      };
      // What the tests before left open may be due by now on a slow machine.
      let run = await recover();
      while (Object.keys(run.found).some((end) => end !== 'expired')) run = await recover();
      // Beside them it reads what is open, which in an idle month is nothing.
      expect(run.queries).toHaveLength(recoveryQueries);
    });

    test('keeps webhook endpoints, and sends nothing to this machine', async () => {
      const path = '/v1/webhook_endpoints';
      const created = await ask('POST', path, { url: 'http://localhost:8080/hooks' });
      expect(created).toMatchObject({ status: 200, json: { secret: expect.stringMatching(/^whsec_/) } });
      const one = `${path}/${created.json.id}`;
      expect(await ask('POST', path, { url: 'http://127.0.0.1:8080/' })).toMatchObject({ status: 400 });
      expect(await ask('POST', one, { description: 'shop' })).toMatchObject({ status: 200 });
      expect(await ask('POST', `${one}/rotate`, {})).toMatchObject({ status: 200 });
      expect(await ask('GET', path)).toMatchObject({
        status: 200,
        json: { data: [{ description: 'shop' }] },
      });
      const event = await ask('POST', `${one}/test`, {});
      expect(event).toMatchObject({ status: 200, json: { type: 'webhook_endpoint.test' } });
      while (!(await deployed.logs()).includes('"cause":"address_not_public"')) await sleep(50);
      const again = await ask('POST', `/v1/events/${event.json.id}/resend`, {});
      expect(again).toMatchObject({ status: 200, json: { deliveries: [{ http_status: null }] } });
      expect(await ask('GET', '/v1/deliveries?status=pending')).toMatchObject({ status: 200 });
      const failed = await ask('POST', `${one}/resend`, { from: 0, to: 9_999_999_999 });
      expect(failed).toMatchObject({ status: 200 });
      expect(await ask('DELETE', one)).toMatchObject({ status: 200, json: { deleted: true } });
      const logs = await deployed.logs();
      expect(logs).not.toContain(String(created.json.secret));
    });

    test('makes, lists, rotates and deletes API keys, and logs no secret', async () => {
      const path = '/v1/api_keys';
      const wishes = { name: 'shop', scopes: ['checkout:read'] };
      const headers = { 'idempotency-key': 'shop' };
      const made = await ask('POST', path, wishes, key, headers);
      expect(made).toMatchObject({ status: 200, json: { secret: expect.stringMatching(/^sk_test_/) } });
      const again = await ask('POST', path, wishes, key, headers);
      expect(again).toMatchObject({ status: 200, json: { id: made.json.id, secret: null } });
      const one = `${path}/${made.json.id}`;
      const rotated = await ask('POST', `${one}/rotate`, {}, key, headers);
      expect(rotated).toMatchObject({ status: 200, json: { id: made.json.id } });
      for (const { json } of [made, rotated])
        expect(await ask('GET', '/v1/me', undefined, String(json.secret))).toMatchObject({
          status: 200,
          json: { name: 'shop' },
        });
      const page = await ask('GET', `${path}?limit=1`);
      expect(page).toMatchObject({ status: 200, json: { data: [{ id: made.json.id }], has_more: true } });
      expect((await ask('GET', `${path}?starting_after=${page.json.next_cursor}`)).status).toBe(200);
      expect((await ask('GET', one)).status).toBe(200);
      expect(await ask('DELETE', one, undefined, key, headers)).toMatchObject({
        status: 200,
        json: { deleted: true },
      });
      const logs = await deployed.logs();
      for (const { json } of [made, rotated]) expect(logs).not.toContain(String(json.secret));
    });

    test('makes its own payment through the public address with no more than its own key, and refunds it', async () => {
      deployed.putSyntheticKey(await issueKey(deployed.dynamodb, environments.dev, smokeScopes));
      const first = deployed.permissions.calls.length;
      await deployed.invoke('pay-synthetically', {});
      expect(await deployed.logs()).toMatch(
        /"event":"synthetic_payment","says":"smoke payment: cs_\w+ paid, its refund is \w+".*"synthetic_payment":1/,
      );
      const calls = deployed.permissions.calls.slice(first);
      const { at_psp, calls: made } = syntheticPayments.paid;
      // What the PSP tells, and what the test before has put on its way, come when they come.
      const meanwhile = ['receive-psp-webhook', 'deliver-events'];
      const asked = [...new Set(calls.map(({ by }) => by))].filter((name) => !meanwhile.includes(name));
      expect(asked.toSorted()).toEqual([...made, 'pay-synthetically'].toSorted());
      expect(made.filter((name) => needsOf(name).psps === 'credentials')).toHaveLength(at_psp);
      expect(calls.filter(({ by }) => by === 'pay-synthetically').map(({ action }) => action)).toEqual([
        'GetParameter',
      ]);
    });

    test('writes the metrics that the bill counts, split by accounts, and rare ones', async () => {
      const series = seriesIn(await deployed.logs());
      const of = (name: string) => series.filter((line) => line.split(' ')[0] === name);
      for (const name of steadySeries.once) expect(of(name)).toEqual([name]);
      for (const name of steadySeries.perAccount) {
        expect(of(name).length).toBeGreaterThan(0);
        for (const line of of(name)) expect(line).toMatch(/ psp=(stripe|adyen|checkout_com)$/);
      }
      const steady: readonly string[] = [...steadySeries.once, ...steadySeries.perAccount];
      const rare = series.filter((line) => !steady.includes(String(line.split(' ')[0])));
      expect(rare.length).toBeLessThanOrEqual(assumptions.rare_series);
    });

    test('every function of the assembly has run', () => {
      expect(deployed.started()).toEqual([...functionsOf(assembly, 'dev').keys()].toSorted());
    });

    test('every call to AWS was one that the role of its function allows', () => {
      expect(deployed.permissions.denied).toEqual([]);
      for (const call of [
        'confirm-checkout-session dynamodb:PutItem',
        'update-routing-rules appconfig:StartDeployment',
      ])
        expect(deployed.permissions.allowed.filter((line) => line.startsWith(call))).not.toEqual([]);
    });

    test('a call that the role does not allow is refused', async () => {
      await expect(issueKey(deployed.permissions.endpoint('retrieve-charge', 'dynamodb'))).rejects.toThrow();
      expect(deployed.permissions.denied.at(-1)).toMatch(/^retrieve-charge dynamodb:PutItem .*api-keys$/);
    });

    test('no card number and no token is in any log, and its lines are metrics', async () => {
      const logs = await deployed.logs();
      expect(logs).toContain('"event":"attempt"');
      expect(logs).toContain('"_aws"');
      for (const secret of ['4242424242424242', key, '_secret_']) expect(logs).not.toContain(secret);
    });
  });

/** `<metric> <dimension>=<value>…` of every series in the log, once. */
const seriesIn = (logs: string): readonly string[] => {
  const found = logs.split('\n').flatMap((text) => {
    if (!text.includes('"_aws"')) return [];
    const line = JSON.parse(text) as Record<string, unknown> & {
      readonly _aws: {
        readonly CloudWatchMetrics: readonly {
          readonly Dimensions: readonly (readonly string[])[];
          readonly Metrics: readonly { readonly Name: string }[];
        }[];
      };
    };
    return line._aws.CloudWatchMetrics.flatMap(({ Dimensions, Metrics }) =>
      Dimensions.flatMap((split) =>
        Metrics.map(({ Name }) => [Name, ...split.map((field) => `${field}=${line[field]}`)].join(' ')),
      ),
    );
  });
  return [...new Set(found)].toSorted();
};

const configurationTable = tableName('dev', 'configuration');
const eventsTable = tableName('dev', 'events');
const keysTable = tableName('dev', 'api_keys');

/** By the clock, not by the call: rules are polled, closed PSPs are read, and a key is read again after a minute. Each is priced apart. */
const byClock: readonly unknown[] = [configurationTable, eventsTable, keysTable];

const countCalls = (calls: readonly Call[]): TableCalls => {
  const of = (...actions: readonly string[]) => calls.filter(({ action }) => actions.includes(action));
  return {
    reads: of('GetItem').length,
    writes: of('PutItem', 'UpdateItem').length,
    transaction_items: of('TransactWriteItems').reduce((sum, { items }) => sum + items, 0),
  };
};
