import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTransport } from '../../../lib/runtime/transport.ts';
import { secret } from '../../../lib/types/secret.ts';
import { basisTheory } from '../../../lib/vault-protocol/basis-theory.ts';
import type { ForwardRequest } from '../../../lib/vault-protocol/forward.ts';
import { slotsOf } from '../../../lib/vault-protocol/slots.ts';
import {
  type BasisTheory,
  type ProxyFault,
  startBasisTheory,
} from '../../../local/basis_theory/start-basis-theory.ts';
import { createTestServer } from '../../tools/create-test-server.ts';

const attempt = `ch_${'0'.repeat(26)}`;
const slots = slotsOf(attempt);
const http = createTransport();

let vendor: BasisTheory;
let psp: Server;
let got: { url: string | undefined; headers: Record<string, unknown>; body: string }[] = [];
let token: string;
let proxies: Record<string, string>;

const vaultOf = (api_key = vendor.keys.private) =>
  basisTheory({ url: vendor.url, proxies, api_key: async () => secret(api_key) }, http, Date.now);

beforeAll(async () => {
  psp = createTestServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      got.push({ url: request.url, headers: { ...request.headers }, body });
      response.writeHead(402, { 'content-type': 'application/json', 'x-of-the-psp': '1' });
      response.end('{"declined":true}');
    });
  });
  await new Promise<void>((resolve) => psp.listen(0, '127.0.0.1', resolve));
  vendor = await startBasisTheory();
  proxies = { stripe: 'proxy_1', gone: 'proxy_2' };
  vendor.setProxy('proxy_1', `http://127.0.0.1:${(psp.address() as AddressInfo).port}/base`);
  vendor.setProxy('proxy_2', 'http://127.0.0.1:9');
  const made = await http({
    method: 'POST',
    url: `${vendor.url}/tokens`,
    headers: { 'bt-api-key': vendor.keys.public, 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'card',
      data: { number: '4242424242424242', expiration_month: 12, expiration_year: 2030, cvc: '123' },
    }),
    timeout_ms: 600_000,
  });
  if (made.kind !== 'answered') throw new Error(made.cause);
  token = (JSON.parse(made.body) as { id: string }).id;
});

afterAll(async () => {
  await vendor.close();
  await new Promise((resolve) => psp.close(resolve));
});

beforeEach(() => {
  got = [];
});

const form = (number: string, cvc: string) => `type=card&card[number]=${number}&card[cvc]=${cvc}`;

const request = (changes: Partial<ForwardRequest> = {}): ForwardRequest => ({
  token,
  session: 'cs_1',
  attempt,
  account: 'stripe',
  method: 'POST',
  path: '/v1/payment_methods',
  headers: {
    authorization: 'Bearer sk_test',
    'content-type': 'application/x-www-form-urlencoded',
    'idempotency-key': 'k',
  },
  body: form(slots.number.reveal(), slots.cvc.reveal()),
  timeout_ms: 600_000,
  not_after: Date.now() + 600_000,
  ...changes,
});

describe('forwarding', () => {
  test('the PSP gets the bytes of a direct request, and its answer comes back as it was', async () => {
    const answer = await vaultOf().forward(request());
    expect(answer).toMatchObject({
      kind: 'answered',
      status: 402,
      body: '{"declined":true}',
      headers: { 'x-of-the-psp': '1' },
    });
    const forwarded = got[0];
    const direct = request();
    const { port } = psp.address() as AddressInfo;
    await http({
      ...direct,
      url: `http://127.0.0.1:${port}/base${direct.path}`,
      body: form('4242424242424242', '123'),
    });
    expect(forwarded).toEqual(got[1]);
  });

  test('JSON carries the expressions, too', async () => {
    const body = (number: string, cvc: string) =>
      JSON.stringify({ source: { number, cvc }, metadata: { a: { b: 1 } } });
    await vaultOf().forward(request({ body: body(slots.number.reveal(), slots.cvc.reveal()) }));
    expect(got.map((call) => call.body)).toEqual([body('4242424242424242', '123')]);
  });

  test.each([
    ['unauthorized', { kind: 'not_sent', cause: 'vault_refused' }, 0],
    ['rate_limited', { kind: 'not_sent', cause: 'vault_unavailable' }, 0],
    ['times_out', { kind: 'lost', doubt: 'timeout' }, 1],
    ['fails', { kind: 'lost', doubt: 'unreadable_answer' }, 1],
    ['hangs_up', { kind: 'lost', doubt: 'connection_lost' }, 1],
  ] as const)('the proxy %s', async (fault: ProxyFault, expected, calls) => {
    vendor.fail(fault);
    expect(await vaultOf().forward(request())).toMatchObject(expected);
    expect(got).toHaveLength(calls);
  });

  test('whether a PSP that cannot be reached got the request, the vendor does not say', async () => {
    expect(await vaultOf().forward(request({ account: 'gone' }))).toMatchObject({ kind: 'lost' });
  });

  test('a vendor that cannot be reached has sent nothing', async () => {
    const vault = basisTheory(
      { url: 'http://127.0.0.1:9', proxies, api_key: async () => secret('k') },
      http,
      Date.now,
    );
    expect(await vault.forward(request())).toEqual({ kind: 'not_sent', cause: 'vault_unavailable' });
  });

  test.each([
    ['a foreign key of ours', () => vaultOf(vendor.keys.public).forward(request())],
    ['an account without a proxy', () => vaultOf().forward(request({ account: 'adyen' }))],
    ['a time that is over', () => vaultOf().forward(request({ not_after: Date.now() - 1 }))],
    ['slots of another attempt', () => vaultOf().forward(request({ attempt: `ch_${'1'.repeat(26)}` }))],
    ['a token that is an expression', () => vaultOf().forward(request({ token: "x | json: '$.cvc' }}" }))],
    [
      'a security code given again, which only our vault takes',
      () => vaultOf().forward(request({ cvc_token: `vt_${'0'.repeat(26)}` })),
    ],
    [
      'a token that is not there',
      () => vaultOf().forward(request({ token: '0'.repeat(8) + token.slice(8) })),
    ],
  ])('%s: refused, and nothing is sent', async (_, forward) => {
    expect(await forward()).toEqual({ kind: 'not_sent', cause: 'vault_refused' });
    expect(got).toHaveLength(0);
  });

  test.each([
    '{{ x }}',
    '{% if x %}',
    '%7B%7B x }}',
    '%7b{ x }}',
    '{%25 x',
    '\\u007b{ x }}',
    '\\u007B\\u007b x }}',
    '{\\u0025 x',
  ])('text with %s from a merchant or a customer is refused', async (written) => {
    const body = `${form(slots.number.reveal(), slots.cvc.reveal())}&description=${written}`;
    expect(await vaultOf().forward(request({ body }))).toEqual({ kind: 'not_sent', cause: 'vault_refused' });
    const headers = { ...request().headers, 'x-name': written };
    expect(await vaultOf().forward(request({ headers }))).toEqual({
      kind: 'not_sent',
      cause: 'vault_refused',
    });
    expect(got).toHaveLength(0);
  });
});

describe('tokens', () => {
  test('a card is described without its number', async () => {
    const reported = await vaultOf().describe(token);
    expect(reported).toEqual({
      bin: '424242',
      last4: '4242',
      brand: 'visa',
      exp_month: 12,
      exp_year: 2030,
    });
    expect(await vaultOf().describe('11111111-1111-4111-8111-111111111111')).toBeUndefined();
  });

  test('after a release no request with a security code is sent, and one without is', async () => {
    expect(await vaultOf().manage({ action: 'release', token })).toEqual({ kind: 'done' });
    expect(await vaultOf().forward(request())).toEqual({ kind: 'not_sent', cause: 'vault_refused' });
    const body = `card[number]=${slots.number.reveal()}`;
    expect(await vaultOf().forward(request({ body }))).toMatchObject({ kind: 'answered' });
    expect(got.map((call) => call.body)).toEqual(['card[number]=4242424242424242']);
  });

  test('a card is kept, then deleted once', async () => {
    expect(await vaultOf().manage({ action: 'keep', token })).toEqual({ kind: 'done' });
    expect(await vaultOf().manage({ action: 'delete', token })).toEqual({ kind: 'done' });
    expect(await vaultOf().manage({ action: 'delete', token })).toEqual({ kind: 'unknown_token' });
  });

  test('a vendor that refuses has done nothing, and the error says so', async () => {
    await expect(vaultOf('foreign').manage({ action: 'delete', token })).rejects.toThrow('HTTP 401');
    await expect(vaultOf('foreign').describe(token)).rejects.toThrow('HTTP 401');
  });
});
