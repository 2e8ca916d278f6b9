import { beforeAll, describe, expect, test } from '@jest/globals';
import { scopes } from '../../../lib/types/scope.ts';
import { type Answer, apiClient, card, newKey, paid } from './api-client.ts';
import { issueKey } from './issue-key.ts';
import { readTables } from './read-tables.ts';
import { withService } from './with-service.ts';

type Endpoint = { readonly id: string; readonly secret: string | null };

let colleague: string;
const service = withService();
const client = apiClient(service);
beforeAll(async () => {
  colleague = await issueKey(service, { scopes });
});

const address = { url: 'https://hooks.example/a', description: '"secret":"generation_1.x"' };

const createEndpoint = (key: string, token?: string, body: object = address) =>
  client.call<Endpoint>('POST', '/v1/webhook_endpoints', { body, key, ...(token && { token }) });

const withoutSecret = ({ body }: Answer<Endpoint>) => ({ ...body, secret: null });

describe('another API key of the account under the same Idempotency-Key', () => {
  test('gets the answer of the first call, without its webhook secret, which the first caller still gets', async () => {
    const key = newKey();
    const first = await createEndpoint(key);
    expect(first.body.secret).toMatch(/^whsec_/);
    const other = await createEndpoint(key, colleague);
    expect(other.status).toBe(200);
    expect(other.headers.get('idempotent-replayed')).toBe('true');
    expect(other.body).toEqual(withoutSecret(first));
    expect((await createEndpoint(key)).text).toBe(first.text);

    const rotate = (token = service.api_key) =>
      client.call<Endpoint>('POST', `/v1/webhook_endpoints/${first.body.id}/rotate`, {
        body: { expires_in: 60 },
        key,
        token,
      });
    const rotated = await rotate(colleague);
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect((await rotate()).body).toEqual(withoutSecret(rotated));
    expect((await rotate(colleague)).text).toBe(rotated.text);
  });

  test('refunds nothing a second time', async () => {
    const { charge } = await paid(client, { amount: 1200 });
    const key = newKey();
    const refund = (token: string) => client.refund({ charge, amount: 700 }, { key, token });
    const first = await refund(service.api_key);
    expect([first.status, (await refund(colleague)).text]).toEqual([200, first.text]);
    expect((await client.charge(charge)).body.amount_refunded).toBe(700);
  });

  test('gets a client secret only if it may pay', async () => {
    const key = newKey();
    const first = await client.create({ amount: 3100 }, { key });
    const payer = await issueKey(service, { scopes: ['checkout:write'] });
    expect((await client.create({ amount: 3100 }, { key, token: payer })).text).toBe(first.text);
    const confirm = { key: newKey(), token: payer };
    const declined = card({ number: '4000000000000002' });
    const refused = await client.confirm(first.body.id, declined, confirm);
    expect(refused.body.error.session?.client_secret).toBe(first.body.client_secret);
    expect((await client.confirm(first.body.id, declined, { ...confirm, token: colleague })).text).toBe(
      refused.text,
    );
  });
});

test('no secret is in any table, list, event, audit entry or resent event', async () => {
  const session = await paid(client);
  const { body: endpoint } = await createEndpoint(newKey(), undefined, { url: 'https://hooks.example/b' });
  const path = `/v1/webhook_endpoints/${endpoint.id}`;
  const { body: rotated } = await client.call<Endpoint>('POST', `${path}/rotate`, {
    body: {},
    key: newKey(),
  });
  const { body: sent } = await client.call<Endpoint>('POST', `${path}/test`, { body: {}, key: newKey() });
  const secrets = [session.client_secret.slice(-43), endpoint.secret, rotated.secret].map(String);
  const resent = await client.call('POST', `/v1/events/${sent.id}/resend`, { body: {}, key: newKey() });
  const lists = ['checkout/sessions', 'charges', 'events', 'audit', 'webhook_endpoints', `events/${sent.id}`];
  const answers = await Promise.all(lists.map((list) => client.call('GET', `/v1/${list}`)));
  const texts = [resent, ...answers].map(({ status, text }) => {
    expect(status).toBe(200);
    return text;
  });
  for (const text of [...texts, JSON.stringify(await readTables(service)), service.output()])
    for (const secret of secrets) expect(text).not.toContain(secret);
});
