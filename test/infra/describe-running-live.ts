import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { probeName } from '../../infra/base/probe-name.ts';
import { syntheticPayments } from '../../infra/cost/synthetic-cost.ts';
import type { Environment } from '../../infra/environments.ts';
import { smokeScopes } from '../../infra/probes/smoke-payment.ts';
import type { Assembly } from './assembly.ts';
import { type DeployedHere, deployHere } from './deployed-here.ts';
import { issueKey } from './issue-key.ts';

type Json = { readonly [field: string]: unknown };

/** Prod as it would be deployed: card numbers stay with the PSPs, two secrets, a key of its own, live keys. */
export const describeRunningLive = (environment: Environment, synthesized: () => Assembly): void =>
  describe('the synthesised assembly, run as packaged', () => {
    let deployed: DeployedHere;
    let key = '';

    const ask = async (
      method: string,
      path: string,
      body?: unknown,
      token = key,
    ): Promise<{ readonly status: number; readonly json: Json }> => {
      const response = await fetch(deployed.url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, json: (await response.json()) as Json };
    };
    const create = () =>
      ask('POST', '/v1/checkout/sessions', {
        amount: 2599,
        currency: 'eur',
        success_url: 'https://shop.example/thanks',
      });
    const confirm = (id: unknown, payment_method: Json, token?: string) =>
      ask('POST', `/v1/checkout/sessions/${id}/confirm`, { payment_method }, token);
    const byToken = { type: 'psp_token', psp: 'stripe', token: 'pm_card_visa' };

    beforeAll(async () => {
      deployed = await deployHere(synthesized(), environment);
      key = await issueKey(deployed.dynamodb, environment);
    });

    afterAll(async () => {
      await deployed?.close();
    });

    test('says what is missing until the PSPs’ keys are in place, to an API key and to no browser', async () => {
      const { json } = await create();
      const { id, client_secret } = json as { readonly id: string; readonly client_secret: string };
      const error = { code: 'not_configured', message: expect.stringContaining('payments/prod/psp') };
      expect(await confirm(id, byToken)).toMatchObject({ status: 503, json: { error } });
      const reported = await confirm(id, byToken, client_secret);
      expect(reported).toMatchObject({ status: 503, json: { error: { code: 'not_configured' } } });
      expect(JSON.stringify(reported.json)).not.toContain('payments/prod');
      expect(await ask('GET', `/v1/checkout/sessions/${id}`)).toMatchObject({
        json: { status: 'open', payment_status: 'unpaid', charge: null },
      });
      deployed.putPspKeys();
      expect(await confirm(id, byToken)).toMatchObject({ status: 200, json: { payment_status: 'paid' } });
    });

    test('takes a payment by token under a session token, refuses a card number, and refunds a part', async () => {
      const { json } = await create();
      const { id, client_secret } = json as { readonly id: string; readonly client_secret: string };
      const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };
      expect(await confirm(id, { type: 'card', card }, client_secret)).toMatchObject({
        status: 400,
        json: { error: { code: 'card_capture_disabled' } },
      });
      const paid = await confirm(id, byToken, client_secret);
      expect(paid).toMatchObject({ status: 200, json: { payment_status: 'paid', livemode: true } });
      const { charge } = (await ask('GET', `/v1/checkout/sessions/${id}`)).json;
      expect(await ask('POST', '/v1/charges/refund', { charge, amount: 599 })).toMatchObject({
        status: 200,
        json: { amount: 599, status: 'succeeded' },
      });
    });

    test('publishes one rule after the other, each beside the others, and routes by the newest', async () => {
      const publish = (name: string, weight = 1) =>
        ask('POST', '/v1/routing/rules', { name, targets: [{ psp: 'stripe', weight }] });
      expect(await publish('first')).toMatchObject({ status: 200, json: { version: 1 } });
      expect(await publish('second')).toMatchObject({
        status: 409,
        json: { error: { code: 'routing_publish_in_progress' } },
      });
      deployed.passTime(environment.rules_watch_minutes * 60_000);
      expect(await publish('second')).toMatchObject({ status: 200, json: { version: 1 } });
      const { json } = await ask('POST', '/v1/routing/rules', {
        name: 'second',
        targets: [{ psp: 'stripe', weight: 1 }],
      });
      expect(json).toMatchObject({ changed: false, deployment: { state: 'deploying' } });
      deployed.passTime(environment.rules_watch_minutes * 60_000);
      const names = async () =>
        ((await ask('GET', '/v1/routing/rules')).json.data as readonly { readonly name: string }[]).map(
          ({ name }) => name,
        );
      for (let tries = 0; tries < 1_000 && !(await names()).includes('second'); tries++)
        await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await names()).toEqual(['default', 'first', 'second']);
      // Nobody can take the two back any more.
      expect(await deployed.invoke('settle-rule-versions', {})).toEqual({ open: 2 });
      expect(await deployed.invoke('settle-rule-versions', {})).toEqual({ open: 0 });
      expect(await ask('GET', '/v1/routing/rules/second/versions')).toMatchObject({
        json: { data: [{ version: 1, state: 'published', diff: [{}, {}, {}, {}] }] },
      });
      const rollBack = () => ask('POST', '/v1/routing/rules/first/rollback', { to: 1 });
      expect(await rollBack()).toMatchObject({ status: 200, json: { changed: false } });
      expect(await publish('first', 2)).toMatchObject({ status: 200, json: { version: 2 } });
      // The bad rule is watched for minutes; what takes it back is not kept waiting.
      expect(await rollBack()).toMatchObject({
        status: 200,
        json: { version: 3, changed: true, deployment: { state: 'deploying', number: 5 } },
      });
      expect(deployed.permissions.allowed.filter((line) => line.includes('StopDeployment'))).toEqual([
        expect.stringMatching(/^roll-back-routing-rule appconfig:StopDeployment .*\/deployment\/4$/),
      ]);
      expect(await ask('POST', '/v1/routing/rules/first/versions/1/approve', {})).toMatchObject({
        status: 409,
        json: { error: { code: 'version_conflict' } },
      });
    });

    test('creates its own session through the public address and expires it: no card is charged', async () => {
      await deployed.invoke('pay-synthetically', {});
      const before = await deployed.logs();
      expect(before).toMatch(
        /"event":"synthetic_payment_failed","says":"the parameter \/payments\/prod\/synthetic-key does not exist"/,
      );
      expect(before).not.toContain('"synthetic_payment":1');
      deployed.putSyntheticKey(await issueKey(deployed.dynamodb, environment, smokeScopes));
      const first = deployed.permissions.calls.length;
      await deployed.invoke('pay-synthetically', {});
      expect(await deployed.logs()).toMatch(
        /"says":"smoke payment: cs_\w+ created and expired; no card was charged".*"synthetic_payment":1/,
      );
      const calls = deployed.permissions.calls.slice(first);
      expect([...new Set(calls.map(({ by }) => by))].toSorted()).toEqual(
        [...syntheticPayments.expired.calls, 'pay-synthetically'].toSorted(),
      );
      // Each of them was asked for its secrets here for the first time, or never before.
      const secrets = deployed.permissions.calls.filter(
        ({ by, action }) =>
          action === 'GetSecretValue' && (syntheticPayments.expired.calls as readonly string[]).includes(by),
      );
      expect(secrets).toHaveLength(syntheticPayments.expired.secret_calls);
    });

    test('asks whether the public address and the PSPs can be reached, with their keys and nothing else', async () => {
      const fault = (psp: string, kind: string) =>
        fetch(`${deployed.psps.admin}/psps/${psp}/faults`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ kind }),
        });
      // As the alarm does: on a busy machine, one of three may come too late.
      const probe = (tries = 3): Promise<unknown> =>
        deployed
          .invoke(probeName, {})
          .catch((error: unknown) => (tries > 1 ? probe(tries - 1) : Promise.reject(error)));
      const accounts = Object.keys(environment.accounts);
      const first = deployed.permissions.calls.length;
      await probe();
      const calls = deployed.permissions.calls.slice(first).filter(({ by }) => by === probeName);
      expect(calls.map(({ action }) => action)).toEqual(['GetSecretValue']);
      for (const psp of accounts.slice(1)) await fault(psp, 'down');
      await probe();
      await fault(String(accounts[0]), 'down');
      await expect(deployed.invoke(probeName, {})).rejects.toThrow('out of reach: every PSP account');
      for (const psp of accounts) await fault(psp, 'ok');
      await probe();
    });

    test('recovers what it lost sight of', async () => {
      const fault = (kind: string) =>
        fetch(`${deployed.psps.admin}/psps/stripe/faults`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ kind }),
        });
      await fault('reset-after');
      const { json } = await create();
      const { json: confirmed } = await confirm(json.id, byToken);
      await fault('ok');
      expect(confirmed).toMatchObject({ payment_status: 'processing', charge: expect.any(String) });
      const { charge } = confirmed;
      expect(await deployed.invoke('recover-charges', { charge })).toEqual({
        [String(charge)]: expect.any(String),
      });
      expect(await ask('GET', `/v1/checkout/sessions/${json.id}`)).toMatchObject({
        json: { payment_status: 'paid', charge },
      });
    });

    test('every call to AWS was one that the role of its function allows', () => {
      expect(deployed.permissions.denied).toEqual([]);
    });
  });
