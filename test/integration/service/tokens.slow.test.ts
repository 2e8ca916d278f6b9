import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Route, routes } from '../../../lib/http/routes.ts';
import { scopes } from '../../../lib/types/scope.ts';
import { apiClient, card, paid, type Session } from './api-client.ts';
import { issueKey } from './issue-key.ts';
import { pspAdmin } from './psp-admin.ts';
import { readWritten } from './read-tables.ts';
import { psps, rule } from './rules-of.ts';
import { withService } from './with-service.ts';

let own: Session;
let other: Session;
let spare: Session;
let charge: string;
let link: string;
const service = withService();
const client = apiClient(service);
beforeAll(async () => {
  // An event of the payment made here would be noted on its charge at some moment.
  await pspAdmin(service).webhooks('stripe', { mode: 'off' });
  own = (await client.create()).body;
  other = (await client.create()).body;
  spare = (await client.create()).body;
  ({ charge } = await paid(client));
  const made = { amount: 1000, currency: 'eur' };
  link = (await client.call<Session>('POST', '/v1/payment_links', { body: made })).body.id;
});

/** A request the route would grant, to whoever may send it. Nothing changes by it, as far as that is possible. */
const requestTo = ({
  function: name,
  path,
  method,
}: Route): { readonly path: string; readonly body?: unknown } => {
  switch (name) {
    case 'create-checkout-session':
      return {
        path: '/v1/checkout/sessions',
        body: { amount: 1000, currency: 'eur', success_url: 'https://a.example' },
      };
    // To be deleted by nobody.
    case 'delete-payment-link':
      return { path: `/v1/payment_links/pl_${'0'.repeat(26)}` };
    case 'retrieve-checkout-session':
      return { path: `/v1/checkout/sessions/${own.id}` };
    case 'confirm-checkout-session':
      return { path: `/v1/checkout/sessions/${own.id}/confirm`, body: { payment_method: card() } };
    case 'expire-checkout-session':
      return { path: `/v1/checkout/sessions/${spare.id}/expire`, body: {} };
    case 'complete-authentication':
      return { path: `/v1/checkout/sessions/${own.id}/return?state=none` };
    case 'refund-charge':
      return { path: '/v1/charges/refund', body: { charge, amount: 1 } };
    case 'capture-charge':
      return { path: '/v1/charges/capture', body: { charge } };
    case 'cancel-charge':
      return { path: '/v1/charges/cancel', body: { charge } };
    case 'refresh-charge':
      return { path: `/v1/charges/${charge}/refresh`, body: {} };
    case 'decide-charge':
      return { path: `/v1/charges/${charge}/decide`, body: { outcome: 'failed', note: 'why', revision: 1 } };
    case 'retrieve-charge':
      return { path: `/v1/charges/${charge}` };
    case 'update-routing-rules':
      return { path: '/v1/routing/rules', body: { ...rule('default', { stripe: 1 }), dry_run: true } };
    case 'retrieve-routing-rules':
    case 'retrieve-rule-versions':
      return { path: path.replace('{name}', 'default').replace('{version}', '1') };
    case 'roll-back-routing-rule':
      return { path: '/v1/routing/rules/default/rollback', body: { to: 1 } };
    case 'change-rollout':
      return { path: '/v1/routing/rules/default/rollout', body: { action: 'stop' } };
    case 'approve-rule-version':
      return { path: '/v1/routing/rules/default/versions/1/approve', body: {} };
    case 'receive-psp-webhook':
      return { path: '/v1/webhooks/stripe', body: {} };
    default:
      // One that has no more than its path to say what it is about.
      return {
        path: path.replace('{id}', idIn(path)),
        ...(method === 'POST' && { body: {} }),
      };
  }
};

const idIn = (path: string): string => {
  if (path.includes('/payment_links/')) return link;
  return path.includes('/charges/') ? charge : own.id;
};

const ask = (route: Route, token: string | null) => {
  const { path, body } = requestTo(route);
  return client.call(route.method, path, { token, body });
};

const codeOf = async (route: Route, token: string | null): Promise<string | undefined> => {
  const { body } = await ask(route, token);
  return body.error?.code;
};

const guarded = routes.filter(({ token }) => token !== 'none');
const named = guarded.map((route) => [`${route.method} ${route.path}`, route] as const);
const refusals = ['token_missing', 'token_invalid', 'scope_missing'];

describe.each(named)('%s', (_, route) => {
  test('without a token', async () => {
    const { status, headers, body } = await ask(route, null);
    expect([status, body.error.code]).toEqual([401, 'token_missing']);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="payments"');
    expect(headers.get('request-id')).toBe(body.error.request_id);
  });

  test('with each scope alone', async () => {
    for (const scope of scopes) {
      const code = await codeOf(route, await issueKey(service, { scopes: [scope] }));
      if (route.token === 'any' || scope === route.scope) expect(refusals).not.toContain(code);
      else expect([scope, code]).toEqual([scope, 'scope_missing']);
    }
  });

  test('with every scope but its own', async () => {
    const others = scopes.filter((scope) => scope !== route.scope);
    const { status, headers } = await ask(route, await issueKey(service, { scopes: others }));
    expect(status).toBe(route.token === 'any' ? 200 : 403);
    if (route.token === 'any') return;
    expect(headers.get('www-authenticate')).toBe('Bearer realm="payments", error="insufficient_scope"');
  });

  test('with a key that is revoked, of live mode, unknown, cut, or with a wrong checksum', async () => {
    const good = service.api_key;
    const changed = good.slice(0, 12) + (good[12] === 'x' ? 'y' : 'x') + good.slice(13);
    for (const token of [
      await issueKey(service, { scopes, revoked: true }),
      await issueKey(service, { scopes, livemode: true }),
      changed,
      good.slice(0, -1),
      `${good}0`,
      good.replace('sk_test_', 'sk_live_'),
      'sk_test_',
      'null',
    ]) {
      const { status, headers, body, text } = await ask(route, token);
      expect([status, body.error.code]).toEqual([401, 'token_invalid']);
      expect(headers.get('www-authenticate')).toBe('Bearer realm="payments", error="invalid_token"');
      if (token.length > 8) expect(text).not.toContain(token);
    }
  });

  test("with a session's own token, another session's, and a forged one", async () => {
    const takes = route.token === 'session_or_api_key' || route.token === 'any';
    const code = await codeOf(route, own.client_secret);
    if (takes) expect(refusals).not.toContain(code);
    else expect(code).toBe('scope_missing');
    const code_of_other = await codeOf(route, other.client_secret);
    if (route.token === 'any') expect(refusals).not.toContain(code_of_other);
    else expect(code_of_other).toBe('scope_missing');
    const forged = other.client_secret.replace(other.id, own.id);
    expect(await codeOf(route, forged)).toBe(takes ? 'token_invalid' : 'scope_missing');
    expect(await codeOf(route, own.id)).toBe('token_invalid');
  });

  test("with a payment link's id, another link's, and one that is none", async () => {
    const code = await codeOf(route, link);
    if (route.token === 'link_or_api_key') expect(refusals).not.toContain(code);
    else expect(code).toBe('scope_missing');
    expect(await codeOf(route, `pl_${'0'.repeat(26)}`)).toBe('scope_missing');
    expect(await codeOf(route, `${link}0`)).toBe('token_invalid');
  });

  test('a token in the query string is ignored', async () => {
    const { path, body } = requestTo(route);
    for (const name of ['authorization', 'token', 'access_token', 'api_key', 'client_secret']) {
      const asked = `${path}?${name}=${encodeURIComponent(service.api_key)}`;
      const answer = await client.call(route.method, asked, { token: null, body });
      expect([name, answer.body.error.code]).toEqual([name, 'token_missing']);
      expect(answer.text).not.toContain(service.api_key);
    }
  });
});

test('a refused call stores nothing', async () => {
  const before = await readWritten(service);
  for (const route of guarded)
    for (const token of [null, 'sk_test_wrong', other.client_secret]) await ask(route, token);
  expect(await readWritten(service)).toEqual(before);
});

test('a client secret opens a redacted view, and not of another session', async () => {
  const { body } = await client.session(own.id, { token: own.client_secret });
  expect(body).toMatchObject({ id: own.id, amount: 2599 });
  for (const hidden of ['routing', 'metadata', 'reference', 'pay_once', 'customer_email'])
    expect(body).not.toHaveProperty(hidden);
  expect((await client.session(other.id, { token: own.client_secret })).status).toBe(403);
});

describe('routes without a bearer token', () => {
  test('the return of 3-D Secure needs a state of ours, for this session', async () => {
    for (const query of [
      '',
      '?state=',
      '?state=a.b.c',
      `?state=${'x'.repeat(2_000)}`,
      `?state=k1.${charge}.${encodeURIComponent('é'.repeat(43))}`,
    ]) {
      const { status, body } = await client.call('GET', `/v1/checkout/sessions/${own.id}/return${query}`);
      expect([query.slice(0, 20), status, body.error.code]).toEqual([
        query.slice(0, 20),
        401,
        'token_invalid',
      ]);
    }
  });

  test('a webhook needs the signature of its PSP; a bearer token does not count', async () => {
    for (const psp of psps) {
      const body = psp === 'adyen' ? unsignedNotification : {};
      const answer = await client.call('POST', `/v1/webhooks/${psp}`, { body });
      expect([psp, answer.status, answer.body.error.code]).toEqual([psp, 401, 'signature_invalid']);
    }
    expect(await client.call('POST', '/v1/webhooks/nobody', { body: {} })).toMatchObject({
      status: 404,
      body: { error: { code: 'resource_missing', param: 'psp' } },
    });
  });
});

const unsignedNotification = {
  live: 'false',
  notificationItems: [
    {
      NotificationRequestItem: {
        amount: { currency: 'EUR', value: 2599 },
        eventCode: 'AUTHORISATION',
        eventDate: '2026-01-01T00:00:00+00:00',
        merchantAccountCode: 'account',
        merchantReference: 'ch_00000000000000000000000000',
        pspReference: 'X',
        success: 'true',
        additionalData: { hmacSignature: 'AAAA' },
      },
    },
  ],
};
