import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { apiClient, type Client, card, type Failure, type Session } from '../service/api-client.ts';
import { pspAdmin } from '../service/psp-admin.ts';
import { rule } from '../service/rules-of.ts';
import { type Service, startService } from '../service/start-service.ts';
import { until } from '../service/until.ts';
import { collect } from './collect.ts';

/** `npm start` with its vault: a customer pays again with a stored card, whose security code the browser gives to the vault. */
type Saved = {
  readonly id: string;
  readonly brand: string;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
};
type Offer = { readonly url: string; readonly grant: string; readonly saved_cards: readonly Saved[] };
type Seen = Session & { readonly vault: Offer | null; readonly url: string };

let service: Service;
let client: Client;
beforeAll(async () => {
  const named = (name: string, targets: object) => ({
    ...rule(name, targets as Readonly<Record<string, number>>),
    version: 1,
    created: 1_700_000_000,
  });
  service = await startService({
    rules: {
      rules: {
        adyen: named('adyen', { adyen: 1 }),
        checkout_com: named('checkout_com', { checkout_com: 1 }),
        square: named('square', { square: 1 }),
      },
    },
  });
  client = apiClient(service);
});
afterAll(() => service?.stop());

const open = async (of: string, fields: object = {}): Promise<Seen> => {
  const { body } = await client.create({
    routing_rule: 'adyen',
    customer: { id: of },
    saved_cards: true,
    ...fields,
  });
  return body as Seen;
};

/** As a browser reads it. */
const seen = async ({ id, client_secret: token }: Pick<Session, 'id' | 'client_secret'>): Promise<Seen> =>
  (await client.session(id, { token })).body as Seen;

const offerIn = ({ vault }: Seen): Offer => {
  if (!vault) throw new Error('The session has no vault.');
  return vault;
};

const listed = async (of: string): Promise<number> => {
  const path = `/v1/payment_methods?customer=${of}`;
  const { body } = await client.call<{ readonly data: readonly object[] }>('GET', path);
  return body.data.length;
};

/** The customer's card is stored with a first payment. */
const store = async (of: string, fields: object = {}): Promise<void> => {
  const before = await listed(of);
  const session = await open(of, { saved_cards: false, setup: 'on_session' });
  const collected = await collect(offerIn(await seen(session)), fields);
  const { body } = await client.confirm(session.id, collected, { token: session.client_secret });
  expect(body).toMatchObject({ payment_status: 'paid' });
  await until(
    () => listed(of),
    (count) => count > before,
  );
};

const giveCode = async ({ url, grant }: Offer, cvc: unknown = '737') => {
  const answer = await fetch(`${url}/v1/cards`, {
    method: 'POST',
    headers: { authorization: `Bearer ${grant}`, 'content-type': 'application/json' },
    body: JSON.stringify({ cvc }),
  });
  return { status: answer.status, body: (await answer.json()) as { readonly token: string } & Failure };
};

const pay = (session: Pick<Session, 'id' | 'client_secret'>, method: object, token = session.client_secret) =>
  client.call<Session & Failure>('POST', `/v1/checkout/sessions/${session.id}/confirm`, {
    body: { payment_method: { type: 'stored', initiator: 'customer', ...method } },
    token,
  });

const refused = (code: string, param: string) => ({
  status: 400,
  body: { error: expect.objectContaining({ code, param }) },
});

describe('a customer’s saved cards', () => {
  test.each(['adyen', 'checkout_com'])(
    'are shown to the browser of a session that asks for them, and pay it with the code at %s',
    async (psp) => {
      const of = `saved_${psp}`;
      await store(of);
      const session = await open(of, { routing_rule: psp });
      expect(session).toMatchObject({ saved_cards: true });
      const read = await seen(session);
      const { saved_cards } = offerIn(read);
      expect(saved_cards).toEqual([
        { id: expect.stringMatching(/^pm_/), brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 },
      ]);
      expect(JSON.stringify(read)).not.toContain(of);
      const [{ id } = { id: '' }] = saved_cards;
      const { body: code } = await giveCode(offerIn(read));
      expect(code).toEqual({ token: expect.stringMatching(/^vt_/) });
      expect(await pay(session, { id, cvc_token: code.token })).toMatchObject({
        status: 200,
        body: { payment_status: 'paid' },
      });
      const { body: charge } = await client.call('GET', `/v1/charges?session=${session.id}`);
      expect(charge).toMatchObject({ data: [{ psp, checks: { cvc: 'pass' } }] });
    },
  );

  test('are hidden from sessions that do not ask, of other customers, and once there is nothing to pay', async () => {
    await store('saved_1');
    for (const session of [
      await open('saved_1', { saved_cards: false }),
      await open('saved_2'),
      await open('saved_1', { customer: { id: 'saved' } }),
    ])
      expect(offerIn(await seen(session)).saved_cards).toEqual([]);
    const paid = await open('saved_1');
    await client.confirm(paid.id, card());
    expect((await seen(paid)).vault).toBeNull();
  });

  test('without the ones that have been deleted', async () => {
    await store('saved_3');
    const session = await open('saved_3');
    const [saved] = offerIn(await seen(session)).saved_cards;
    await client.call('DELETE', `/v1/payment_methods/${saved?.id}`);
    expect(offerIn(await seen(session)).saved_cards).toEqual([]);
  });

  test('a session must be of a customer', async () => {
    for (const fields of [{}, { customer: { email: 'ada@shop.example' } }])
      expect(await client.tryToCreate({ saved_cards: true, ...fields })).toMatchObject({
        status: 400,
        body: { error: { param: 'customer.id' } },
      });
  });
});

describe('whoever has stolen a client secret', () => {
  const ready = async (of: string) => {
    await store(of);
    const session = await open(of);
    const offer = offerIn(await seen(session));
    const [{ id } = { id: '' }] = offer.saved_cards;
    return { session, offer, id };
  };

  test('cannot charge without a security code, nor with a code that is none', async () => {
    const { session, id } = await ready('robbed_1');
    expect(await pay(session, { id })).toMatchObject(
      refused('parameter_missing', 'payment_method.cvc_token'),
    );
    expect(await pay(session, { id, cvc_token: 'vt_x' })).toMatchObject(
      refused('parameter_invalid', 'payment_method.cvc_token'),
    );
    const admin = pspAdmin(service);
    const before = (await admin.ledger('adyen')).payments.length;
    const invented = await pay(session, { id, cvc_token: `vt_${'0'.repeat(26)}` });
    expect(invented).toMatchObject({ status: 503, body: { error: { code: 'vault_refused' } } });
    expect((await admin.ledger('adyen')).payments).toHaveLength(before);
  });

  test('cannot charge without it after a decline either: not again, and not elsewhere', async () => {
    const { session, offer, id } = await ready('robbed_2');
    const admin = pspAdmin(service);
    await admin.faults('adyen', { kind: 'decline', code: '24' });
    const { body: code } = await giveCode(offer);
    expect((await pay(session, { id, cvc_token: code.token })).status).toBe(402);
    await admin.faults('adyen', { kind: 'ok' });
    const before = (await admin.ledger('adyen')).payments.length;
    expect(await pay(session, { id, cvc_token: code.token })).toMatchObject({
      status: 400,
      body: { error: { code: 'no_eligible_psp' } },
    });
    expect((await admin.ledger('adyen')).payments).toHaveLength(before);
  });

  test('has five codes to try in the session', async () => {
    const { session } = await ready('robbed_3');
    const offer = offerIn(await seen(session));
    const answers = [];
    for (let tried = 0; tried < 6; tried++) answers.push(await giveCode(offer, `10${tried}`));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test('cannot use a code or a card of another session or customer', async () => {
    const one = await ready('robbed_4');
    const other = await ready('robbed_5');
    const { body: code } = await giveCode(one.offer);
    expect(await pay(other.session, { id: one.id, cvc_token: code.token })).toMatchObject(
      refused('parameter_invalid', 'payment_method.id'),
    );
    expect(await pay(other.session, { id: other.id, cvc_token: code.token })).toMatchObject({
      status: 503,
      body: { error: { code: 'vault_refused' } },
    });
    const plain = await open('robbed_4', { saved_cards: false });
    expect(await pay(plain, { id: one.id, cvc_token: code.token })).toMatchObject(
      refused('parameter_invalid', 'payment_method.type'),
    );
  });

  test('learns no customer’s cards from another id, and no API key’s rights', async () => {
    const { session } = await ready('robbed_6');
    for (const path of ['/v1/payment_methods?customer=robbed_5', `/v1/checkout/sessions`])
      expect((await client.call('GET', path, { token: session.client_secret })).status).toBe(403);
    const merchant = { initiator: 'merchant', reason: 'recurring', id: `pm_${'0'.repeat(26)}` };
    expect(await pay(session, merchant)).toMatchObject(
      refused('parameter_invalid', 'payment_method.initiator'),
    );
  });
});

describe('the hosted page, whose address travels', () => {
  test('has a secret of its own, which shows no saved card, pays with none, and yields no other secret', async () => {
    await store('linked_1');
    const session = await open('linked_1');
    const { saved_cards, ...offer } = offerIn(await seen(session));
    const [, secret = ''] = session.url.split('#');
    expect(secret).toMatch(new RegExp(`^${session.id}_secret_`));
    expect(secret).not.toBe(session.client_secret);
    const byLink = await client.session(session.id, { token: secret });
    expect(offerIn(byLink.body as Seen).saved_cards).toEqual([]);
    expect(byLink.text).not.toContain(session.client_secret);
    expect(byLink.body).toMatchObject({ client_secret: secret, url: session.url });
    const { body: code } = await giveCode({ ...offer, saved_cards });
    const [{ id } = { id: '' }] = saved_cards;
    expect(await pay(session, { id, cvc_token: code.token }, secret)).toMatchObject(
      refused('parameter_invalid', 'payment_method.type'),
    );
    const typed = await client.confirm(session.id, await collect(offerIn(byLink.body as Seen)), {
      token: secret,
    });
    expect(typed).toMatchObject({ status: 200, body: { payment_status: 'paid', client_secret: secret } });
    expect(typed.text).not.toContain(session.client_secret);
  });
});

test('an API key charges a stored card of its customer with the code or without', async () => {
  await store('keyed_1');
  const session = await open('keyed_1');
  const offer = offerIn(await seen(session));
  const [{ id } = { id: '' }] = offer.saved_cards;
  const { body: code } = await giveCode(offer);
  const answer = await pay(session, { id, cvc_token: code.token }, service.api_key);
  expect(answer).toMatchObject({ status: 200, body: { payment_status: 'paid' } });
  const merchant = { id, initiator: 'merchant', reason: 'recurring', cvc_token: code.token };
  expect(await pay(await open('keyed_1'), merchant, service.api_key)).toMatchObject(
    refused('parameter_invalid', 'payment_method.cvc_token'),
  );
  const without = await pay(await open('keyed_1'), { id }, service.api_key);
  expect(without).toMatchObject({ status: 200, body: { payment_status: 'paid' } });
});

test('the vault takes a card or a code, and says so', async () => {
  const { vault } = await seen(await open('given_1'));
  const offer = { url: '', grant: '', saved_cards: [], ...vault };
  expect(await giveCode(offer, '12')).toMatchObject(refused('parameter_invalid', 'cvc'));
  const ask = async (body: object) => {
    const answer = await fetch(`${offer.url}/v1/cards`, {
      method: 'POST',
      headers: { authorization: `Bearer ${offer.grant}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const whole = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };
  for (const body of [{}, { card: whole, cvc: '123' }])
    expect(await ask(body)).toMatchObject({ status: 400, body: { error: { param: 'card' } } });
});

describe('an environment without a vault', () => {
  let bare: Service;
  beforeAll(async () => {
    const vault = { vendor: 'basis_theory', url: 'http://127.0.0.1:9', proxies: {}, secret: 'payments/psp' };
    bare = await startService({ environment: { VAULT: JSON.stringify(vault) } });
  });
  afterAll(() => bare?.stop());

  test('refuses saved cards at creation, and names the field', async () => {
    expect(await apiClient(bare).tryToCreate({ customer: { id: 'c' }, saved_cards: true })).toMatchObject(
      refused('vault_not_configured', 'saved_cards'),
    );
  });
});
