import { setTimeout as sleep } from 'node:timers/promises';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { documentClient } from '../../../lib/storage/storage.ts';
import { connectTo, storeOf } from '../../../local/aws/store-of.ts';
import {
  apiClient,
  browser,
  type Client,
  card,
  type Failure,
  newKey,
  paid,
  type Request,
  type Session,
} from './api-client.ts';
import { expectRefusal } from './expect-refusal.ts';
import { issueKey } from './issue-key.ts';
import { type PspAdmin, pspAdmin } from './psp-admin.ts';
import { readTables } from './read-tables.ts';
import { rulesOf } from './rules-of.ts';
import { type Service, startService } from './start-service.ts';
import { until } from './until.ts';

type Link = {
  readonly id: string;
  readonly url: string | null;
  readonly active: boolean;
  readonly created: number;
  readonly expires_at: number | null;
  readonly deleted_at: number | null;
};
type Page<Row> = {
  readonly data: readonly Row[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
};
type Begun = Session & {
  readonly url: string;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly created: number;
  readonly expires_at: number;
  readonly payment_link?: string | null;
};

const path = '/v1/payment_links';
const wish = { amount: 4900, currency: 'eur', routing_rule: 'stripe' };
const declined = card({ number: '4000000000000002' });
const hour = 3600;
const day = 24 * hour;
const now_s = () => Math.floor(Date.now() / 1000);

let service: Service;
let client: Client;
let admin: PspAdmin;
beforeAll(async () => {
  service = await startService({ rules: rulesOf() });
  client = apiClient(service);
  admin = pspAdmin(service);
});
afterAll(() => service?.stop());

const tryToMake = (fields: object = {}, request: Request = {}) =>
  client.call<Link & Failure>('POST', path, { body: { ...wish, ...fields }, ...request });
const make = async (fields: object = {}): Promise<Link & { readonly url: string }> => {
  const { status, body, text } = await tryToMake(fields);
  if (status !== 200 || body.url === null) throw new Error(`not made: ${status} ${text}`);
  return { ...body, url: body.url };
};
const read = (id: string, request: Request = {}) =>
  client.call<Link & Failure>('GET', `${path}/${id}`, request);
const remove = (id: string, request: Request = {}) =>
  client.call<{ readonly deleted: true } & Failure>('DELETE', `${path}/${id}`, request);
/** As the link's page does. */
const begin = (id: string, request: Request = {}) =>
  client.call<Begun & Failure>('POST', `${path}/${id}/sessions`, { token: id, body: {}, ...request });
const begun = async (id: string): Promise<Begun> => {
  const { status, body, text } = await begin(id);
  if (status !== 200) throw new Error(`not begun: ${status} ${text}`);
  return body;
};
/** By the customer. */
const pay = async ({ id, client_secret }: Begun, method: object = card()) => {
  const { status, body } = await client.confirm(id, method, { token: client_secret });
  return status === 200 ? body.payment_status : body.error.code;
};
const seen = (answer: { readonly status: number; readonly body: Failure }) => [
  answer.status,
  answer.body.error?.code,
];

describe('a payment link', () => {
  test('has an address of 130 random bits at the hosted page, and lives for 90 days', async () => {
    const { status, body } = await tryToMake();
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^pl_[0-9a-hjkmnp-tv-z]{26}$/),
        object: 'payment_link',
        url: `${service.base_url}/pay/${body.id}`,
        amount: 4900,
        currency: 'eur',
        description: null,
        reference: null,
        pay_once: false,
        routing_rule: 'stripe',
        metadata: {},
        active: true,
        created: expect.any(Number),
        expires_at: body.created + 90 * day,
        livemode: false,
        deleted_at: null,
      },
    ]);
    expect((await read(body.id)).body).toEqual(body);
    const ids = await Promise.all(Array.from({ length: 40 }, async () => (await make()).id));
    // Of 128 bits, the last character would always be one of four.
    expect(new Set([body.id, ...ids].map((id) => id.at(-1))).size).toBeGreaterThan(8);
  });

  test('keeps what it was made with, text as it was given', async () => {
    const given = {
      description: '<img src=x onerror=alert(1)> "&amp;\u202e',
      reference: "'; DROP TABLE links; --",
      metadata: { '<b>': '</script><script>alert(1)</script>' },
      pay_once: true,
      routing_rule: 'adyen',
      expires_at: null,
    };
    const made = await make(given);
    expect(made).toMatchObject(given);
    expect(await begun(made.id)).toMatchObject({ description: given.description });
  });

  test.each([
    ['amount', { amount: 0 }, 'parameter_invalid'],
    ['currency', { currency: 'xxx' }, 'parameter_invalid'],
    ['description', { description: 'x'.repeat(501) }, 'parameter_invalid'],
    ['description', { description: 'card 4242 4242 4242 4242' }, 'parameter_invalid'],
    ['reference', { reference: 'x'.repeat(101) }, 'parameter_invalid'],
    ['reference', { reference: '4242424242424242' }, 'parameter_invalid'],
    ['metadata.a', { metadata: { a: 'x'.repeat(501) } }, 'parameter_invalid'],
    ['pay_once', { pay_once: 'yes' }, 'parameter_invalid'],
    ['expires_at', { expires_at: now_s() }, 'parameter_invalid'],
    ['expires_at', { expires_at: now_s() + 366 * day }, 'parameter_invalid'],
    ['expires_at', { expires_at: '2030-01-01' }, 'parameter_invalid'],
    ['success_url', { success_url: 'https://shop.example' }, 'parameter_unknown'],
    ['routing_rule', { routing_rule: 'none' }, 'routing_rule_not_found'],
  ])('%s: %j is refused with %s', async (param, fields, code) => {
    const answer = await tryToMake(fields);
    expectRefusal(service, answer);
    expect(answer.body.error).toMatchObject({ code, param });
  });

  test('takes an end up to a year away', async () => {
    const expires_at = now_s() + 365 * day;
    expect(await make({ expires_at })).toMatchObject({ expires_at, active: true });
  });

  test('is not made if none of its sessions could be', async () => {
    const answer = await tryToMake({ amount: 1 });
    expect(answer.body.error.code).toBe('no_eligible_psp');
  });

  test('is made once under a key, however often and fast it is asked for', async () => {
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => tryToMake({ reference: key }, { key })),
    );
    const made = new Set(answers.map(({ text }) => text));
    expect([made.size, answers.map(({ status }) => status)]).toEqual([1, answers.map(() => 200)]);
    const { body } = await client.call<Page<{ readonly reference: string }>>('GET', `${path}?limit=100`);
    expect(body.data.filter(({ reference }) => reference === key)).toHaveLength(1);
    expect(seen(await tryToMake({ reference: key, amount: 1234 }, { key }))).toEqual([
      422,
      'idempotency_key_reused',
    ]);
  });

  test('is listed, newest first, page by page', async () => {
    const made = [await make(), await make(), await make()].map(({ id }) => id).toReversed();
    const list = (query: string) => client.call<Page<Link>>('GET', `${path}?limit=2${query}`);
    const first = await until(
      () => list(''),
      ({ body }) => body.data[0]?.id === made[0],
    );
    expect(first.body.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
    expect(first.body.data[0]).toEqual((await read(made[0] ?? '')).body);
    const { body: second } = await list(`&starting_after=${first.body.next_cursor}`);
    expect(second.data[0]?.id).toBe(made[2]);
    expect((await list('&created[lte]=1')).body.data).toEqual([]);
    expect((await list('&reference=a')).body).toMatchObject({ error: { code: 'parameter_unknown' } });
  });

  test('needs checkout:write to be made and deleted, and checkout:read to be seen', async () => {
    const { id } = await make();
    const reader = { token: await issueKey(service, { scopes: ['checkout:read'] }) };
    expect((await read(id, reader)).status).toBe(200);
    for (const answer of [await tryToMake({}, reader), await remove(id, reader), await begin(id, reader)])
      expect(seen(answer)).toEqual([403, 'scope_missing']);
    expect((await read(id)).body.active).toBe(true);
  });
});

describe('a link that is deleted', () => {
  test('begins nothing any more and stays readable, and is deleted once', async () => {
    const { id } = await make();
    const key = newKey();
    const first = await remove(id, { key });
    expect([first.status, first.body]).toEqual([200, { id, object: 'payment_link', deleted: true }]);
    const { body } = await read(id);
    expect(body).toMatchObject({ active: false, deleted_at: expect.any(Number) });
    expect((await remove(id, { key })).headers.get('idempotent-replayed')).toBe('true');
    expect(await remove(id)).toMatchObject({ status: 200, body: { deleted: true } });
    expect((await read(id)).body).toEqual(body);
    const listed = await client.call<Page<Link>>('GET', `${path}?limit=100`);
    expect(listed.body.data.find((row) => row.id === id)).toEqual(body);
    expect(seen(await begin(id))).toEqual([404, 'resource_missing']);
    expect(seen(await begin(id, { token: service.api_key }))).toEqual([404, 'resource_missing']);
  });

  test('is the same to its customer as one that never was', async () => {
    const { id } = await make();
    await remove(id);
    const none = `pl_${'0'.repeat(26)}`;
    const said = async (link: string) => {
      const [one, two] = [await read(link, { token: link }), await begin(link)];
      return [one, two].map(({ status, body: { error } }) => [status, error.code, error.message]);
    };
    expect(await said(id)).toEqual(await said(none));
    expect(seen(await read(none))).toEqual([404, 'resource_missing']);
    expect(seen(await remove(none))).toEqual([404, 'resource_missing']);
  });
});

describe('what a link’s id may', () => {
  test('see what its page shows, and nothing else', async () => {
    const secrets = { reference: 'hidden-1', metadata: { hidden: 'hidden-2' } };
    const { id, expires_at } = await make({ ...secrets, description: 'A hat' });
    const { status, body, text } = await read(id, { token: id });
    expect([status, body]).toEqual([
      200,
      {
        id,
        object: 'payment_link',
        amount: 4900,
        currency: 'eur',
        description: 'A hat',
        active: true,
        expires_at,
        livemode: false,
        pay_once: false,
      },
    ]);
    expect(text).not.toContain('hidden');
    const key = newKey();
    const [plain, ...keyed] = [await begin(id), await begin(id, { key }), await begin(id, { key })];
    expect(keyed.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    for (const answer of keyed) {
      expect(answer.status).toBe(200);
      expect(answer.text).not.toMatch(/hidden|routing"|warnings/);
      expect(Object.keys(answer.body)).toEqual(Object.keys(plain.body));
    }
    // The same key of an API key is another: neither gets what the other has begun.
    const merchant = await begin(id, { key, token: service.api_key });
    expect(merchant.body).toMatchObject({ ...secrets, payment_link: id, routing: { rule: 'stripe' } });
    expect(merchant.body.id).not.toBe(keyed[0]?.body.id);
    expect((await begin(id, { key })).text).toBe(keyed[0]?.text);
  });

  test('not read that another session of its reference is open, with a key or without', async () => {
    const reference = newKey();
    const { id } = await make({ reference });
    await begun(id);
    const warned = () => begin(id, { key: newKey(), token: service.api_key });
    const { body } = await until(warned, ({ body: { warnings } }) => warnings !== undefined);
    expect(body.warnings).toMatchObject([{ code: 'reference_in_use' }]);
    for (const request of [{}, { key: newKey() }])
      expect((await begin(id, request)).text).not.toMatch(/warnings|reference/);
  });

  test('not read, delete or begin another link, and no list', async () => {
    const [one, other] = [await make(), await make()];
    const token = one.id;
    for (const answer of [
      await read(other.id, { token }),
      await begin(other.id, { token }),
      await remove(one.id, { token }),
      await client.call('GET', path, { token }),
      await tryToMake({}, { token }),
      await client.call('GET', '/v1/me', { token }),
      await client.session((await begun(one.id)).id, { token }),
    ])
      expect(seen(answer as never)).toEqual([403, 'scope_missing']);
    for (const wrong of [`${one.id}0`, one.id.toUpperCase().replace('PL_', 'pl_'), 'pl_'])
      expect(seen(await read(one.id, { token: wrong }))).toEqual([401, 'token_invalid']);
  });

  test('nothing of it is begun by reading', async () => {
    const { id, url } = await make();
    const before = (await readTables(service)).sessions.length;
    for (const token of [id, service.api_key]) await read(id, { token });
    for (const ask of [{}, { method: 'HEAD' }]) await fetch(url, ask);
    expect((await readTables(service)).sessions).toHaveLength(before);
  });
});

describe('a session of a link', () => {
  test('is the link’s payment, is shown on the hosted page, and says where it comes from', async () => {
    const reference = newKey();
    const { id } = await make({ description: 'A hat', reference, metadata: { size: '7' } });
    const session = await begun(id);
    expect(session).toMatchObject({
      amount: 4900,
      currency: 'eur',
      description: 'A hat',
      payment_status: 'unpaid',
      capture_method: 'automatic',
      url: `${service.base_url}/pay/${session.id}#${session.client_secret}`,
      success_url: `${service.base_url}/pay/${session.id}`,
      cancel_url: `${service.base_url}/pay/${id}`,
      expires_at: session.created + hour,
    });
    const { body: shown } = await client.session(session.id);
    expect(shown).toMatchObject({
      payment_link: id,
      pay_once: false,
      metadata: { size: '7' },
      routing: { rule: 'stripe', plan: ['stripe'] },
    });
    expect(await pay(session)).toBe('paid');
    const { charge } = (await client.session(session.id)).body;
    expect(await admin.moneyOf([charge ?? ''])).toMatchObject([{ amount_captured: 4900 }]);
    type Events = Page<{ readonly type: string; readonly data: object }>;
    const events = await until(
      async () => (await client.call<Events>('GET', `/v1/events?object=${session.id}`)).body.data,
      (data) => data.length > 0,
    );
    expect(events[0]).toMatchObject({ type: 'checkout.session.paid', data: { id: session.id, reference } });
    expect((await client.create()).body).toMatchObject({ payment_link: null });
  });

  test('is another each time, and each can be paid, unless the link is to be paid once', async () => {
    const { id } = await make();
    const [one, two] = [await begun(id), await begun(id)];
    expect(one.id).not.toBe(two.id);
    expect([await pay(one), await pay(two)]).toEqual(['paid', 'paid']);
  });

  test('is one under a key, at one address; what it was is said again when the link is gone', async () => {
    const { id } = await make();
    const key = newKey();
    const [one, two] = await Promise.all([begin(id, { key }), begin(id, { key })]);
    const first = one.status === 200 ? one : two;
    expect(first.status).toBe(200);
    await remove(id);
    const again = await begin(id, { key });
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect(seen(await begin(id, { key: newKey() }))).toEqual([404, 'resource_missing']);
  });

  test('ends soon after its link: half an hour is left to pay it', async () => {
    const expires_at = now_s() + 2;
    const { id } = await make({ expires_at });
    const session = await begun(id);
    expect(session.expires_at - session.created).toBe(hour / 2);
    await sleep(expires_at * 1000 - Date.now() + 50);
    const answer = await begin(id);
    expectRefusal(service, answer);
    expect(answer.body.error.code).toBe('payment_link_expired');
    expect((await read(id, { token: id })).body).toMatchObject({ active: false, expires_at });
    expect(await pay(session)).toBe('paid');
  });

  test('takes no field', async () => {
    const { id } = await make();
    const answer = await begin(id, { body: { amount: 1 } });
    expect(answer.body.error).toMatchObject({ code: 'parameter_unknown', param: 'amount' });
  });

  test('cannot be made if every provider is closed, and the customer reads no names', async () => {
    const { id } = await make();
    const change = (state: string, revision: number) =>
      client.call('POST', '/v1/routing/psps/stripe', {
        body: { state, revision, note: 'test', ...(state === 'closed' && { force: true }) },
      });
    expect((await change('closed', 0)).status).toBe(200);
    const refused = await until(
      () => begin(id),
      ({ status }) => status !== 200,
    );
    expect(seen(refused)).toEqual([502, 'psp_unavailable']);
    expect(refused.text).not.toContain('stripe');
    const { text } = await begin(id, { token: service.api_key });
    expect(text).toContain('stripe: psp_closed');
    expect((await tryToMake()).status).toBe(200);
    expect((await change('open', 1)).status).toBe(200);
    await until(
      () => begin(id),
      ({ status }) => status === 200,
    );
  });
});

describe('a link that can be paid once', () => {
  const once = (fields: object = {}) => make({ pay_once: true, ...fields });
  const captured = async (sessions: readonly Begun[]) => {
    const read = await Promise.all(sessions.map(async ({ id }) => (await client.session(id)).body));
    return admin.moneyOf(read.flatMap(({ routing }) => routing.attempts.map(({ charge }) => charge)));
  };

  test('takes one payment from twenty sessions at once, and begins none after it', async () => {
    const { id } = await once();
    const sessions = await Promise.all(Array.from({ length: 20 }, () => begun(id)));
    const results = await Promise.all(sessions.map((session) => pay(session)));
    expect(results.filter((result) => result === 'paid')).toHaveLength(1);
    for (const result of results)
      expect(result).toMatch(/^(paid|order_already_paid|order_in_progress|too_many_attempts)$/);
    expect(await captured(sessions)).toHaveLength(1);
    for (const token of [id, service.api_key]) {
      const answer = await begin(id, { token });
      expectRefusal(service, answer);
      expect(answer.body.error.code).toBe('order_already_paid');
    }
  });

  test('begins another while one is at the bank, which cannot be paid; a decline frees it', async () => {
    const { id } = await once();
    const [one, two] = [await begun(id), await begun(id)];
    expect(await pay(one, declined)).toBe('card_declined');
    expect(await pay(two, card({ number: '4000002760003184' }))).toBe('requires_action');
    expect(await pay(await begun(id))).toBe('order_in_progress');
  });

  test('shares its order with the sessions of its reference, and without one has its own', async () => {
    const reference = newKey();
    const { id } = await once({ reference });
    const { id: plain } = await once();
    const session = await begun(id);
    expect((await client.session(session.id)).body).toMatchObject({ pay_once: true, reference });
    expect((await client.session((await begun(plain)).id)).body).toMatchObject({
      pay_once: true,
      reference: null,
    });
    await paid(client, { reference, pay_once: true, routing_rule: 'stripe' });
    expect(seen(await begin(id))).toEqual([409, 'order_already_paid']);
    expect(await pay(session)).toBe('order_already_paid');
    expect((await begin(plain)).status).toBe(200);
  });

  test('stays paid after a refund', async () => {
    const { id } = await once();
    const session = await begun(id);
    expect(await pay(session)).toBe('paid');
    const charge = (await client.session(session.id)).body.charge ?? '';
    expect((await client.refund({ charge })).body.status).toBe('succeeded');
    expect(seen(await begin(id))).toEqual([409, 'order_already_paid']);
  });
});

describe('against whoever tries out stolen cards', () => {
  const TableName = () => service.environment.TABLE_LIMITS ?? '';
  const stored = async <Answer>(
    ask: (table: ReturnType<typeof documentClient>) => Promise<Answer>,
  ): Promise<Answer> => {
    const store = connectTo(storeOf(service.environment));
    try {
      return await ask(documentClient(store));
    } finally {
      store.destroy();
    }
  };
  const count = (id: string, n: number, ttl = now_s() + hour) =>
    stored((table) => table.send(new PutCommand({ TableName: TableName(), Item: { id, n, ttl } })));
  /** Uses up as many tries of a link. */
  const used = (id: string, n: number, ttl = now_s() + hour) =>
    stored((table) =>
      table.send(
        new PutCommand({
          TableName: TableName(),
          Item: { id, ones: new Set(Array.from({ length: n }, (_, index) => `t${index}`)), ttl },
        }),
      ),
    );
  const counted = async (id: string): Promise<number> => {
    const { Item } = await stored((table) =>
      table.send(new GetCommand({ TableName: TableName(), Key: { id } })),
    );
    return Item?.ones?.size ?? 0;
  };

  test('the hundredth try in vain in an hour is the last; what is approved, or at nobody, does not count', async () => {
    const { id } = await make();
    await used(`link#${id}`, 98);
    const [one, two, three] = [await begun(id), await begun(id), await begun(id)];
    expect(await pay(one)).toBe('paid');
    expect(await counted(`link#${id}`)).toBe(98);
    await admin.faults('stripe', { kind: '5xx' });
    expect(await pay(two)).toBe('psp_unavailable');
    await admin.heal();
    expect(await counted(`link#${id}`)).toBe(98);
    expect([await pay(two, declined), await pay(three, declined)]).toEqual([
      'card_declined',
      'card_declined',
    ]);
    const { status, headers, body } = await client.confirm(two.id, card(), { token: two.client_secret });
    expect([status, body.error.code]).toEqual([429, 'too_many_attempts']);
    expect(body.error.message).toContain('payment link');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(hour - 60);
    expect(await client.confirm(two.id)).toMatchObject({ status: 429 });
    expect(await pay(await begun((await make()).id))).toBe('paid');
    await used(`link#${id}`, 100, now_s() - 1);
    expect(await pay(two)).toBe('paid');
  });

  test('an address is counted apart, and its tries are put back, too', async () => {
    const { id } = await make();
    const session = await begun(id);
    const ids = async () =>
      (await readTables(service)).limits
        .map((item) => (item as { readonly id: { readonly S: string } }).id.S)
        .filter((name) => name.startsWith(`link#${id}`))
        .toSorted();
    expect(await pay(session, declined)).toBe('card_declined');
    const [whole = '', mine = '', ...others] = await ids();
    expect([whole, mine, others]).toEqual([`link#${id}`, expect.stringMatching(/#[\w-]{2}$/), []]);
    expect([await counted(whole), await counted(mine)]).toEqual([1, 1]);
    expect(await pay(session)).toBe('paid');
    expect([await counted(whole), await counted(mine)]).toEqual([1, 1]);
    await used(mine, 1_500);
    const next = await begun(id);
    expect(await pay(next)).toBe('too_many_attempts');
    // The merchant's own server is no address.
    expect((await client.confirm(next.id)).body.payment_status).toBe('paid');
    expect([await counted(whole), await counted(mine)]).toEqual([1, 1_500]);
  });

  test('a customer who is sent to the bank counts until the payment is made', async () => {
    const { id } = await make();
    const { id: session, client_secret } = await begun(id);
    const method = card({ number: '4000002760003184' });
    const { body } = await client.call<Session>('POST', `/v1/checkout/sessions/${session}/confirm`, {
      token: client_secret,
      body: { payment_method: method, browser, return_mode: 'hosted' },
    });
    expect(await counted(`link#${id}`)).toBe(1);
    const bank = body.next_action?.redirect_to_url.url ?? '';
    const back = await fetch(`${bank}?result=approve`, { redirect: 'manual' });
    const shop = await fetch(back.headers.get('location') ?? '', { redirect: 'manual' });
    expect(shop.headers.get('location')).toBe(`${service.base_url}/pay/${session}?session_id=${session}`);
    expect((await client.session(session)).body.payment_status).toBe('paid');
    expect(await counted(`link#${id}`)).toBe(0);
  });

  test('forty customers who pay one link at once are all paid, and no try of theirs stays counted', async () => {
    const { id } = await make();
    const sessions = await Promise.all(Array.from({ length: 40 }, () => begun(id)));
    const results = await Promise.all(sessions.map((session) => pay(session)));
    expect(new Set(results)).toEqual(new Set(['paid']));
    expect(await counted(`link#${id}`)).toBe(0);
  });

  test('five thousand begin in an hour with one link, then nobody; another link is free', async () => {
    const { id } = await make();
    await count(`begun#${id}`, 4_999);
    expect((await begin(id)).status).toBe(200);
    const before = (await readTables(service)).sessions.length;
    for (const token of [id, service.api_key]) {
      const answer = await begin(id, { token });
      expect(seen(answer)).toEqual([429, 'too_many_attempts']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(hour - 60);
    }
    expect((await readTables(service)).sessions).toHaveLength(before);
    expect((await begin((await make()).id)).status).toBe(200);
  });

  test('an address begins as often as it may confirm, whatever the links; a server is not counted', async () => {
    const { id } = await make();
    await begun(id);
    const mine = (await readTables(service)).limits
      .map((item) => (item as { readonly id: { readonly S: string } }).id.S)
      .filter((name) => name.startsWith('begun_by#'));
    expect(mine).toHaveLength(1);
    await count(mine[0] ?? '', 9_999);
    expect((await begin(id)).status).toBe(200);
    for (const link of [id, (await make()).id])
      expect(seen(await begin(link))).toEqual([429, 'too_many_attempts']);
    expect((await begin(id, { token: service.api_key })).status).toBe(200);
    await count(mine[0] ?? '', 0);
  });
});

test('where nothing takes cards there is no link: the refusal names what is missing', async () => {
  const vault = { vendor: 'basis_theory', url: 'http://127.0.0.1:9', proxies: {}, secret: 'payments/psp' };
  const other = await startService({ environment: { CARD_CAPTURE: 'off', VAULT: JSON.stringify(vault) } });
  try {
    const answer = await apiClient(other).call('POST', path, { body: { amount: 4900, currency: 'eur' } });
    expectRefusal(other, answer);
    expect(answer.body.error.code).toBe('hosted_page_not_configured');
    expect(answer.body.error.message).toMatch(/hosted_page .* card_capture or a vault/);
  } finally {
    await other.stop();
  }
});
