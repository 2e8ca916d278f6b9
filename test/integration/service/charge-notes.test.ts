import { hash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { keyId } from '../../../lib/types/api-key.ts';
import type { AuditEntry } from '../../../lib/types/audit-entry.ts';
import { type Answer, apiClient, type Failure, newKey, paid } from './api-client.ts';
import { issueKey } from './issue-key.ts';
import { readTables, readWritten } from './read-tables.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

type Note = {
  readonly id: string;
  readonly object: string;
  readonly text: string;
  readonly by: string;
  readonly created: number;
};
type List = {
  readonly data: readonly Note[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly previous_cursor: string | null;
};

/** May add notes, and nothing else. */
let writer: string;
const service = withService();
const client = apiClient(service);
beforeAll(async () => {
  writer = await issueKey(service, { name: 'Customer service', scopes: ['notes:write'] });
});

const add = (charge: string, body: unknown, request: object = {}) =>
  client.call<Note & Failure>('POST', `/v1/charges/${charge}/notes`, { token: writer, body, ...request });
const list = (charge: string, query = '', request: object = {}) =>
  client.call<List & Failure>('GET', `/v1/charges/${charge}/notes${query}`, request);
const refusal = ({ status, body }: Answer<Failure>) => [status, body.error?.code, body.error?.param];
const textsOf = ({ body }: Answer<List>): readonly string[] => body.data.map(({ text }) => text);
const charge = async (): Promise<string> => (await paid(client)).charge;
const chargeItem = async (id: string) =>
  (await readTables(service)).charges.find((item) => (item as { id: { S: string } }).id.S === id);

/** The same call, again while the store is contended. */
const added = (id: string, body: unknown, key = newKey()) =>
  until(
    () => add(id, body, { key }),
    ({ status }) => status !== 503,
  );

test('a note is shown to who reads charges, newest first, page by page, and the charge is as before', async () => {
  const id = await charge();
  const before = await chargeItem(id);
  const { status, body } = await add(id, { text: 'The customer called.' });
  expect([status, body]).toEqual([
    200,
    {
      id: expect.stringMatching(/^note_[0-9a-hjkmnp-tv-z]{26}$/),
      object: 'note',
      text: 'The customer called.',
      by: keyId({ hash: hash('sha256', writer) }),
      created: expect.any(Number),
    },
  ]);
  expect((await list(id)).body).toEqual({
    object: 'list',
    data: [body],
    has_more: false,
    next_cursor: null,
    previous_cursor: null,
  });
  for (const text of ['b', 'c', 'd']) await add(id, { text });
  const first = await list(id, '?limit=3');
  expect(textsOf(first)).toEqual(['d', 'c', 'b']);
  const rest = await list(id, `?limit=3&starting_after=${first.body.next_cursor}`);
  expect([textsOf(rest), rest.body.has_more]).toEqual([['The customer called.'], false]);
  const back = await list(id, `?limit=3&ending_before=${rest.body.previous_cursor}`);
  expect(textsOf(back)).toEqual(['d', 'c', 'b']);
  expect(await chargeItem(id)).toEqual(before);
  expect((await list(await charge())).body.data).toEqual([]);
});

describe('is refused', () => {
  const length = 'expected a string of 1 to 1000 characters';
  const card = 'expected a string without a card number in it';

  const cases: Readonly<Record<string, readonly [body: object, code: string, message: string]>> = {
    'an empty text': [{ text: '' }, 'parameter_invalid', length],
    '1,001 letters': [{ text: 'x'.repeat(1_001) }, 'parameter_invalid', length],
    '1,001 characters of two units each': [{ text: '🙂'.repeat(1_001) }, 'parameter_invalid', length],
    null: [{ text: null }, 'parameter_invalid', length],
    'a number': [{ text: 7 }, 'parameter_invalid', length],
    'no text': [{}, 'parameter_missing', 'text'],
    ...Object.fromEntries(
      [
        '4242424242424242',
        'it was 4242 4242 4242 4242, she says',
        '4242-4242-4242-4242',
        '4242.4242.4242.4242',
        '4242\n4242\n4242\n4242',
        '4242 / 4242 / 4242 / 4242',
        '3782 822463 10005',
        '４２４２ ４２４２ ４２４２ ４２４２',
        '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
        '4242\u200b4242\u200b4242\u200b4242',
      ].map((text) => [JSON.stringify(text), [{ text }, 'parameter_invalid', card]]),
    ),
  };
  test.each(Object.entries(cases))('%s', async (_, [body, code, message]) => {
    const id = await charge();
    const before = await readWritten(service);
    const answer = await add(id, body);
    expect(refusal(answer)).toEqual([400, code, 'text']);
    expect(answer.body.error.message).toContain(message);
    expect(answer.text).not.toMatch(/\d{12}/);
    expect(await readWritten(service)).toEqual(before);
  });

  test('with an unknown field, and for an unknown charge as the charge itself is', async () => {
    const id = await charge();
    expect(refusal(await add(id, { text: 'a', note: 'b' }))).toEqual([400, 'parameter_unknown', 'note']);
    expect(refusal(await list(id, '?status=open'))).toEqual([400, 'parameter_unknown', 'status']);
    for (const unknown of [`ch_${'0'.repeat(26)}`, 'ch_1', `notes_${id}`, 'x'.repeat(2_045)]) {
      const { body: of } = await client.call('GET', `/v1/charges/${unknown}`);
      const before = await readWritten(service);
      for (const { status, body } of [await add(unknown, { text: 'a' }), await list(unknown)])
        expect([status, { ...body.error, request_id: '' }]).toEqual([404, { ...of.error, request_id: '' }]);
      expect(await readWritten(service)).toEqual(before);
    }
  });

  test('to whom its scope was not given', async () => {
    const id = await charge();
    const reader = await issueKey(service, { scopes: ['charges:read'] });
    expect(refusal(await add(id, { text: 'a' }, { token: reader }))).toEqual([
      403,
      'scope_missing',
      undefined,
    ]);
    expect(refusal(await list(id, '', { token: writer }))).toEqual([403, 'scope_missing', undefined]);
    expect((await list(id, '', { token: reader })).status).toBe(200);
    expect((await add(id, { text: 'a' }, { token: null })).status).toBe(401);
  });
});

test('every text of 1,000 characters is kept as it is, and a charge has room for fifty of the widest', async () => {
  const id = await charge();
  const texts = ['<b>&"\u2028', ' ', '🙂'.repeat(1_000), 'é'.repeat(1_000), '{"text":null}'];
  texts.push(...Array.from({ length: 45 }, (_, n) => String(10 + n) + '🙂'.repeat(998)));
  for (const text of texts) expect((await add(id, { text })).body.text).toBe(text);
  expect(textsOf(await list(id, '?limit=100'))).toEqual(texts.toReversed());
  expect(refusal(await add(id, { text: 'one more' }))).toEqual([409, 'too_many_notes', 'id']);
  expect(textsOf(await list(id, '?limit=100'))).toEqual(texts.toReversed());
});

test('of sixty at once fifty are added, and each that was answered is there once', async () => {
  const id = await charge();
  const asked = Array.from({ length: 60 }, (_, n) => ({ text: `note ${n}`, key: newKey() }));
  const answers = await Promise.all(asked.map(({ text, key }) => added(id, { text }, key)));
  const kept = answers.filter(({ status }) => status === 200);
  expect(kept).toHaveLength(50);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(refusal(answer)).toEqual([409, 'too_many_notes', 'id']);
  const { body } = await list(id, '?limit=100');
  expect(new Set(body.data)).toEqual(new Set(kept.map((answer) => answer.body)));
  expect(body.data).toHaveLength(50);
  // The key of a note is answered as before even now.
  const place = answers.findIndex(({ status }) => status === 200);
  const { text = '', key = '' } = asked[place] ?? {};
  expect((await add(id, { text }, { key })).text).toBe(answers[place]?.text);
});

test('a repeated call adds nothing, also if both come at once; its key means this text on this charge', async () => {
  const id = await charge();
  const key = newKey();
  const [one, other] = await Promise.all([
    added(id, { text: 'once' }, key),
    added(id, { text: 'once' }, key),
  ]);
  const third = await add(id, { text: 'once' }, { key });
  expect([one.status, other.text, third.text]).toEqual([200, one.text, one.text]);
  expect(third.headers.get('idempotent-replayed')).toBe('true');
  expect(refusal(await add(id, { text: 'twice' }, { key }))).toEqual([
    422,
    'idempotency_key_reused',
    undefined,
  ]);
  expect(textsOf(await list(id))).toEqual(['once']);
  const another = await charge();
  expect((await add(another, { text: 'twice' }, { key })).status).toBe(200);
  expect(textsOf(await list(another))).toEqual(['twice']);
});

test('the audit trail says who, in which call and about which charge, and not what', async () => {
  const id = await charge();
  const { body, headers } = await add(id, { text: 'Nobody else reads this.' });
  const read = () =>
    client.call<{ readonly data: readonly AuditEntry[] }>('GET', `/v1/audit?target=${id}&action=charge.note`);
  const answer = await until(read, (found) => found.body.data.length > 0);
  expect(answer.body.data).toEqual([
    {
      id: expect.stringMatching(/^aud_/),
      object: 'audit_entry',
      actor: { type: 'api_key', id: body.by },
      action: 'charge.note',
      target: id,
      request_id: headers.get('request-id'),
      created: expect.any(Number),
    },
  ]);
  expect(answer.text).not.toContain('Nobody');
});
