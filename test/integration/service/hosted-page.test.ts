import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { apiClient, type Client, card, type Session } from './api-client.ts';
import { issueKey } from './issue-key.ts';
import { type Service, startService } from './start-service.ts';

type Paged = Session & { readonly url: string | null };

const urlIn = (body: unknown): string | null => (body as Paged).url;

describe('the address of a session’s page', () => {
  let service: Service;
  let client: Client;
  beforeAll(async () => {
    service = await startService();
    client = apiClient(service);
  });
  afterAll(() => service?.stop());

  test('has the secret behind #, for whoever may pay: in every answer, and in a replay', async () => {
    const headers = { 'idempotency-key': 'page-1' };
    const { body } = await client.create({}, { headers });
    const url = `${service.base_url}/pay/${body.id}#${body.client_secret}`;
    expect(urlIn(body)).toBe(url);
    expect(urlIn((await client.create({}, { headers })).body)).toBe(url);
    expect(urlIn((await client.session(body.id)).body)).toBe(url);
    expect(urlIn((await client.confirm(body.id, card())).body)).toBe(url);
  });

  test('is null in lists, and for a key that may only read', async () => {
    const { body } = await client.create();
    const list = await client.call<{ readonly data: readonly Paged[] }>('GET', '/v1/checkout/sessions');
    expect(list.body.data.map(({ url }) => url)).toEqual(list.body.data.map(() => null));
    const token = await issueKey(service, { scopes: ['checkout:read'] });
    const { body: read } = await client.session(body.id, { token });
    expect(read).toMatchObject({ url: null, client_secret: null });
    expect(JSON.stringify(read)).not.toContain('_secret_');
  });
});

describe('where nothing takes cards', () => {
  let service: Service;
  let client: Client;
  beforeAll(async () => {
    const vault = { vendor: 'basis_theory', url: 'http://127.0.0.1:9', proxies: {}, secret: 'payments/psp' };
    service = await startService({ environment: { CARD_CAPTURE: 'off', VAULT: JSON.stringify(vault) } });
    client = apiClient(service);
  });
  afterAll(() => service?.stop());

  test('a session has no page, and no payment leads back to one', async () => {
    const { body } = await client.create();
    expect(urlIn(body)).toBeNull();
    expect(body.client_secret).toEqual(expect.any(String));
    const { status, body: refused } = await client.call<{ readonly error: object }>(
      'POST',
      `/v1/checkout/sessions/${body.id}/confirm`,
      {
        body: {
          payment_method: { type: 'psp_token', psp: 'stripe', token: 'pm_card_visa' },
          return_mode: 'hosted',
        },
      },
    );
    expect([status, refused.error]).toEqual([
      400,
      expect.objectContaining({ code: 'parameter_invalid', param: 'return_mode' }),
    ]);
  });
});
