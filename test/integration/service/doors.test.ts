import { request } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { parseApiKey } from '../../../lib/storage/api-key-format.ts';
import { maxAmount } from '../../../lib/types/money.ts';
import { scopes } from '../../../lib/types/scope.ts';
import { apiClient, card, newKey, paid } from './api-client.ts';
import { issueKey } from './issue-key.ts';
import { readTables } from './read-tables.ts';
import { psps } from './rules-of.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

const service = withService();
const client = apiClient(service);

/** The status, or what went wrong with the connection. `chunked`: without saying how long the body is. */
const post = (url: string, bytes: number, { chunked = false } = {}): Promise<number | string> =>
  new Promise((resolve) => {
    const body = Buffer.alloc(bytes, 'a');
    const sent = request(url, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        ...(!chunked && { 'content-length': bytes }),
      },
    });
    sent.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    sent.end(body);
  });

const limit = 256 * 1024;

describe('bodies', () => {
  test.each(psps)('a webhook of %s over 256 KiB never reaches the function', async (psp) => {
    const url = `${service.base_url}/v1/webhooks/${psp}`;
    const lines = () => service.output().split('"route":"receive-psp-webhook"').length;
    const before = lines();
    expect(await post(url, limit + 1)).toBe(413);
    expect(await post(url, limit + 1, { chunked: true })).toBe(413);
    expect(lines()).toBe(before);
    expect([400, 401]).toContain(await post(url, limit));
    await until(
      () => Promise.resolve(lines()),
      (now) => now > before,
    );
  });

  test.each(psps)('a body over 1 MiB does not bring the simulator of %s down', async (psp) => {
    const url = service.psps[psp] ?? '';
    for (const bytes of [(1 << 20) + 1, 8 << 20])
      for (const chunked of [false, true]) expect(await post(`${url}/`, bytes, { chunked })).toBe(413);
    const { charge } = await paid(client, { routing_rule: psp });
    expect(charge).toMatch(/^ch_/);
  });

  test('nor does a body that stops half way bring it down', async () => {
    for (const url of [...Object.values(service.psps), service.admin, service.base_url])
      await new Promise<void>((resolve) => {
        const sent = request(url, { method: 'POST', agent: false, headers: { 'content-length': 1000 } });
        sent.on('error', () => {});
        sent.on('close', () => resolve());
        sent.write('half', () => sent.destroy());
      });
    await paid(client);
  });
});

test('a read-only key sees no client secret anywhere', async () => {
  const { id, client_secret } = (await client.create()).body;
  const reader = await issueKey(service, { scopes: ['checkout:read'] });
  const seen = await client.session(id, { token: reader });
  expect(seen.body).toMatchObject({ id, client_secret: null, metadata: {} });
  expect(seen.text).not.toContain(client_secret.slice(-43));
  const both = await issueKey(service, { scopes: ['checkout:read', 'checkout:write'] });
  expect((await client.session(id, { token: both })).body.client_secret).toBe(client_secret);
  expect((await client.session(id, { token: client_secret })).body.client_secret).toBe(client_secret);
  const refused = await client.confirm(id, card(), { token: reader });
  expect([refused.status, refused.body.error.code]).toEqual([403, 'scope_missing']);
  expect((await client.confirm(id, card(), { token: client_secret })).status).toBe(200);
});

test('every log line of a change says who', async () => {
  const key = await issueKey(service, { scopes });
  const own = apiClient({ base_url: service.base_url, api_key: key });
  const requests: string[] = [];
  const note = <T extends { readonly headers: Headers }>(answer: T): T => {
    requests.push(answer.headers.get('request-id') ?? '');
    return answer;
  };
  const { body: opened } = note(await own.create({ capture_method: 'manual' }));
  const { body: held } = note(await own.confirm(opened.id));
  note(await own.capture({ charge: held.charge, amount: 1000 }));
  note(await own.refund({ charge: held.charge, amount: 100 }));
  const { body: second } = note(await own.create({ capture_method: 'manual' }));
  const { body: other } = note(await own.confirm(second.id));
  note(await own.cancel({ charge: other.charge }));
  const lines = service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{"at"'))
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    .filter(({ request_id }) => requests.includes(String(request_id)));
  expect(new Set(lines.map(({ request_id }) => request_id)).size).toBe(requests.length);
  const addresses = new Set(lines.map(({ address }) => address));
  expect([...addresses]).toEqual([expect.stringMatching(/^[\w-]{16}$/)]);
  for (const line of lines)
    expect(line).toMatchObject({ token: 'api_key', key: `key_${parseApiKey(key)?.hash.slice(0, 12)}` });
  // And what each of them has to read again meanwhile, such as the rules.
  const changes = ['session_planned', 'attempt', 'capture', 'refund', 'cancel', 'request'];
  expect(lines.map(({ event }) => event)).toEqual(expect.arrayContaining(changes));
});

test('a card number is taken in its own field only, and neither stored nor shown elsewhere', async () => {
  const numbers = ['5555555555554444', '6011111111111117', '3056930009020004'] as const;
  const [plain, second] = numbers;
  const grouped = plain.replace(/(\d{4})(?=\d)/g, '$1 ');
  const { body: opened } = await client.create();
  const { charge } = await paid(client);
  const secret = 'payment_method.card.name';
  const answers = [
    ...(await Promise.all(
      (
        [
          [{ reference: plain }, 'reference'],
          [{ reference: `for ${grouped}` }, 'reference'],
          [{ metadata: { card: plain } }, 'metadata.card'],
          [{ metadata: { [plain]: 'card' } }, 'metadata.[digits]'],
          [{ customer_email: `${plain}@shop.example` }, 'customer_email'],
          [{ success_url: `https://shop.example/?pan=${plain}` }, 'success_url'],
          [{ amount: plain }, 'amount'],
          [{ amount: Number(plain) }, 'amount'],
          [{ [plain]: 1 }, '…'],
          [{ routing_rule: plain }, 'routing_rule'],
        ] as const
      ).map(async ([fields, param]) => ({
        param,
        answer: await client.tryToCreate(fields, { key: newKey() }),
      })),
    )),
    { param: 'metadata.note', answer: await client.refund({ charge, metadata: { note: second } }) },
    { param: 'charge', answer: await client.refund({ charge: second }) },
    { param: secret, answer: await client.confirm(opened.id, card({ name: plain })) },
    { param: 'id', answer: await client.session(plain) },
    { param: 'id', answer: await client.charge(plain) },
    { param: 'name', answer: await client.call('GET', `/v1/routing/rules/${plain}`) },
    { param: undefined, answer: await client.call('GET', `/v1/${grouped.replaceAll(' ', '%20')}`) },
    { param: 'psp', answer: await client.call('POST', `/v1/webhooks/${plain}`, { body: {} }) },
  ];
  for (const { param, answer } of answers) {
    const { error } = answer.body as unknown as { readonly error: { readonly param?: string } };
    expect([answer.status >= 400 && answer.status < 500, error.param]).toEqual([true, param]);
    expect(answer.text.replace(`to ${maxAmount},`, '')).not.toMatch(/\d{4}[ -]?\d{4}[ -]?\d{4}/);
  }
  const stored = JSON.stringify(await readTables(service));
  for (const number of [...numbers, grouped]) {
    expect(stored).not.toContain(number);
    const lines = service.output().split('\n');
    expect(lines.filter((line) => line.startsWith('{"at"') && line.includes(number))).toEqual([]);
  }
});
