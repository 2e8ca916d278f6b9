import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { tableName } from '../../../lib/storage/tables.ts';
import type { AuditEntry } from '../../../lib/types/audit-entry.ts';
import { scopes } from '../../../lib/types/scope.ts';
import { type LocalDynamoDb, startDynamoDb } from '../../../local/aws/dynamodb.ts';
import { connectTo, storeOf } from '../../../local/aws/store-of.ts';
import { type FaultyProxy, startFaultyProxy } from '../storage/faulty-proxy.ts';
import { credentials } from '../storage/start-dynamodb.ts';
import {
  type Answer,
  apiClient,
  type Client,
  card,
  type Failure,
  newKey,
  type Session,
} from './api-client.ts';
import { issueKey } from './issue-key.ts';
import { type PspAdmin, pspAdmin } from './psp-admin.ts';
import { type PspId, psps, rule, rulesOf } from './rules-of.ts';
import { type Service, startService } from './start-service.ts';
import { until } from './until.ts';

/** Two services over one store: what one is asked, the other does. The second has a time of its own, in steps of ten seconds. */
let dynamoDb: LocalDynamoDb;
let wire: FaultyProxy;
let one: Service;
let other: Service;
let person: Client;
let shop: Client;
let admin: PspAdmin;
beforeAll(async () => {
  dynamoDb = await startDynamoDb({ credentials });
  wire = await startFaultyProxy(dynamoDb);
  const environment = { AWS_ENDPOINT_URL_DYNAMODB: wire.url };
  const rules = {
    rules: {
      ...rulesOf().rules,
      pair: { ...rule('pair', { stripe: 1, adyen: 0 }), version: 1, created: 1_700_000_000 },
      rolling: {
        ...rule('rolling', { stripe: 1 }),
        version: 1,
        created: 1_700_000_000,
        candidate: {
          rule: { ...rule('rolling', { stripe: 1, adyen: 1 }), version: 2, created: 1_700_000_000 },
          percent: 99,
          salt: 'rolling/2',
        },
      },
    },
  };
  one = await startService({ environment, rules });
  other = await startService({ environment, rules, clockStepMs: 10_000 });
  person = apiClient(one);
  shop = apiClient(other);
  admin = pspAdmin(other);
});
afterEach(async () => {
  for (const psp of psps) await switchTo(psp, 'open');
  passTwenty();
  await admin.heal();
});
afterAll(async () => {
  await other?.stop();
  await one?.stop();
  await wire?.close();
  await dynamoDb?.close();
});

type Psp = {
  readonly id: string;
  readonly object: string;
  readonly state: string;
  readonly revision: number;
  readonly note: string | null;
  readonly by: string | null;
  readonly changed: number | null;
};

const psp = async (id: string, client = person): Promise<Psp> => {
  const { body } = await client.call<{ readonly data: readonly Psp[] }>('GET', '/v1/routing/psps');
  const found = body.data.find((each) => each.id === id);
  if (!found) throw new Error(`no ${id}`);
  return found;
};

const post = (id: string, body: object | string, request: object = {}): Promise<Answer<Psp & Failure>> =>
  person.call<Psp & Failure>('POST', `/v1/routing/psps/${id}`, { body, ...request });

const switchTo = async (id: string, state: 'open' | 'closed'): Promise<void> => {
  const { revision } = await psp(id);
  const { status, text } = await post(id, { state, note: 'a test', revision, force: true });
  if (status !== 200) throw new Error(text);
};

const passTwenty = (): void => {
  other.passTime();
  other.passTime();
};

/** A time signal takes a moment to arrive. */
const seen = (client: Client, planned: string | undefined) =>
  until(
    () => client.tryToCreate({ routing_rule: 'pair' }),
    ({ body }) => body.routing?.plan[0] === planned,
  );

const reasonOf = ({ routing }: Session, field: 'skipped' | 'passed_over'): unknown =>
  (routing as unknown as Record<string, unknown>)[field];

describe('a PSP account', () => {
  test('that nobody has changed is open at revision 0; each change is kept with who made it and why', async () => {
    expect(await psp('checkout_com')).toMatchObject({ object: 'routing.psp', state: 'open' });
    const before = await psp('checkout_com');
    const { status, body, headers } = await post('checkout_com', {
      state: 'closed',
      note: 'They asked us to.',
      revision: before.revision,
      force: true,
    });
    expect([status, body]).toEqual([
      200,
      {
        id: 'checkout_com',
        object: 'routing.psp',
        state: 'closed',
        revision: before.revision + 1,
        note: 'They asked us to.',
        by: expect.stringMatching(/^key_[0-9a-z]{26}$/),
        changed: expect.any(Number),
      },
    ]);
    expect(await psp('checkout_com')).toEqual(body);
    // Whichever process answers.
    expect(await psp('checkout_com', shop)).toEqual(body);
    const trail = async () =>
      (await person.call<{ readonly data: readonly AuditEntry[] }>('GET', '/v1/audit?target=checkout_com'))
        .body.data;
    const ofCall = await until(trail, (entries) =>
      entries.some(({ request_id }) => request_id === headers.get('request-id')),
    );
    expect(ofCall[0]).toMatchObject({
      action: 'routing_psp.close',
      actor: { type: 'api_key', id: body.by },
      request_id: headers.get('request-id'),
    });
  });

  test('is answered once under a key, and the repeat changes nothing', async () => {
    const { revision } = await psp('adyen');
    const change = { state: 'closed', note: 'once', revision, force: true };
    const key = newKey();
    const first = await post('adyen', change, { key });
    const again = await post('adyen', change, { key });
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
      200,
      first.text,
      'true',
    ]);
    expect((await post('adyen', { ...change, note: 'other' }, { key })).body.error.code).toBe(
      'idempotency_key_reused',
    );
    expect((await psp('adyen')).revision).toBe(revision + 1);
  });

  test('of an old revision is 409, and so are all but one of ten at once', async () => {
    const { revision } = await psp('adyen');
    const change = (note: string) => {
      const key = newKey();
      return until(
        () => post('adyen', { state: 'closed', note, revision, force: true }, { key }),
        ({ status }) => status !== 503,
      );
    };
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => change(`n${index}`)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => !won.includes(answer)))
      expect([status, body.error.code, body.error.param]).toEqual([409, 'version_conflict', 'revision']);
    expect(await psp('adyen')).toEqual(won[0]?.body);
  });

  test('that is the last of a rule needs force, and the message names the rule', async () => {
    const { revision } = await psp('stripe');
    const { status, body } = await post('stripe', { state: 'closed', note: 'all', revision });
    expect([status, body.error.code]).toEqual([409, 'psp_required']);
    expect(body.error.message).toMatch(/stripe is the last open payment provider of .*rule "\w+"/);
    expect((await psp('stripe')).revision).toBe(revision);
    expect((await post('stripe', { state: 'closed', note: 'all', revision, force: true })).status).toBe(200);
    // It is closed already, so nothing is lost.
    expect((await post('stripe', { state: 'closed', note: 'more', revision: revision + 1 })).status).toBe(
      200,
    );
    expect((await post('stripe', { state: 'open', note: 'back', revision: revision + 2 })).status).toBe(200);
  });

  test.each([
    ['an unknown account', 'strpe', {}, 404, 'resource_missing'],
    ['a property of every object', '__proto__', {}, 404, 'resource_missing'],
    ['an account of another form', '%00', {}, 404, 'resource_missing'],
    ['no state', 'stripe', { state: undefined }, 400, 'parameter_missing'],
    ['an unknown state', 'stripe', { state: 'paused' }, 400, 'parameter_invalid'],
    ['a state in a list', 'stripe', { state: ['closed'] }, 400, 'parameter_invalid'],
    ['no note', 'stripe', { note: undefined }, 400, 'parameter_missing'],
    ['an empty note', 'stripe', { note: '' }, 400, 'parameter_invalid'],
    ['a note that is too long', 'stripe', { note: 'x'.repeat(501) }, 400, 'parameter_invalid'],
    ['a card number in the note', 'stripe', { note: 'see 4242 4242 4242 4242' }, 400, 'parameter_invalid'],
    ['no revision', 'stripe', { revision: undefined }, 400, 'parameter_missing'],
    ['a revision in text', 'stripe', { revision: '0' }, 400, 'parameter_invalid'],
    ['a negative revision', 'stripe', { revision: -1 }, 400, 'parameter_invalid'],
    ['null for force', 'stripe', { force: null }, 400, 'parameter_invalid'],
    ['text for force', 'stripe', { force: 'true' }, 400, 'parameter_invalid'],
    ['an unknown field', 'stripe', { reason: 'x' }, 400, 'parameter_unknown'],
  ])('%s is refused, and nothing changes', async (_, id, changes, status, code) => {
    const before = await psp('stripe');
    const answer = await post(id, { state: 'closed', note: 'x', revision: 0, ...changes });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(await psp('stripe')).toEqual(before);
  });

  test('is read with routing:read only, and changed with routing:write only', async () => {
    const { revision } = await psp('adyen');
    for (const scope of scopes) {
      const token = await issueKey(one, { scopes: [scope] });
      const read = await person.call('GET', '/v1/routing/psps', { token });
      expect([scope, read.status]).toEqual([scope, scope === 'routing:read' ? 200 : 403]);
      const wrong = { state: 'closed', note: 'x', revision: revision + 1_000 };
      const changed = await post('adyen', wrong, { token });
      expect([scope, changed.status]).toEqual([scope, scope === 'routing:write' ? 409 : 403]);
    }
  });
});

test('the two of a rule closed at once without force: one of them stays open', async () => {
  // Rules that name one PSP only would keep it open, so there is no such rule here.
  const two = await startService({
    environment: { AWS_ENDPOINT_URL_DYNAMODB: wire.url },
    rules: { rules: { default: { ...rule('default', { stripe: 1, adyen: 1 }), version: 1, created: 1 } } },
  });
  try {
    const close = async (id: PspId) => {
      const { revision } = await psp(id);
      return () =>
        // On a busy machine its first look at the rules may come too late: then nothing was changed.
        until(
          () =>
            apiClient(two).call<Failure>('POST', `/v1/routing/psps/${id}`, {
              body: { state: 'closed', note: 'both', revision },
            }),
          ({ status }) => status !== 503,
        );
    };
    const calls = [await close('stripe'), await close('adyen')];
    const answers = await Promise.all(calls.map((call) => call()));
    expect(answers.map(({ status, body }) => [status, body.error?.code]).toSorted()).toEqual([
      [200, undefined],
      [409, 'psp_required'],
    ]);
    const states = [(await psp('stripe')).state, (await psp('adyen')).state];
    expect(states.toSorted()).toEqual(['closed', 'open']);
  } finally {
    await two.stop();
  }
});

/** As a newer release would write it: this one cannot read it. */
const rewriteFormat = async (format: number): Promise<void> => {
  const client = connectTo(storeOf(other.environment));
  try {
    await client.send(
      new UpdateItemCommand({
        TableName: tableName('local', 'events'),
        Key: { id: { S: 'psp_switches' } },
        UpdateExpression: 'SET v = :v',
        ConditionExpression: 'attribute_exists(id)',
        ExpressionAttributeValues: { ':v': { N: String(format) } },
      }),
    );
  } finally {
    client.destroy();
  }
};

test('while the states cannot be read the last known ones count: payments go on, and a closed PSP gets none', async () => {
  await switchTo('stripe', 'closed');
  passTwenty();
  await seen(shop, 'adyen');
  await rewriteFormat(99);
  try {
    for (let round = 0; round < 6; round++) {
      passTwenty();
      const { status, body } = await shop.create({ routing_rule: 'pair' });
      expect([status, body.routing.plan]).toEqual([200, ['adyen']]);
      expect((await shop.confirm(body.id)).body.payment_status).toBe('paid');
    }
    expect(other.output()).toContain('psp_switches_not_read');
    expect((await person.call('GET', '/v1/routing/psps')).body.error.code).toBe('storage_unavailable');
    const change = { state: 'open', note: 'x', revision: 1 };
    expect((await post('stripe', change)).body.error.code).toBe('storage_unavailable');
  } finally {
    await rewriteFormat(1);
  }
});

describe('payments in another process, 20 s after a PSP was closed', () => {
  test('new sessions are not planned there, and say so; an older session is passed over at confirm', async () => {
    await seen(shop, 'stripe');
    const { body: opened } = await shop.create({ routing_rule: 'pair' });
    expect(opened.routing.plan).toEqual(['stripe', 'adyen']);
    await switchTo('stripe', 'closed');
    passTwenty();
    const { body: created } = await seen(shop, 'adyen');
    expect(created.routing.plan).toEqual(['adyen']);
    expect(reasonOf(created, 'skipped')).toEqual([{ psp: 'stripe', reason: 'psp_closed' }]);
    const confirmed = await shop.confirm(opened.id);
    expect([confirmed.status, confirmed.body.payment_status]).toEqual([200, 'paid']);
    expect(confirmed.body.routing.attempts.map((attempt) => attempt.psp)).toEqual(['adyen']);
    expect(reasonOf(confirmed.body, 'passed_over')).toEqual([{ psp: 'stripe', reason: 'psp_closed' }]);
    await switchTo('stripe', 'open');
    passTwenty();
    await seen(shop, 'stripe');
  });

  test('if nobody is left both create and confirm are 502, and nothing is charged', async () => {
    const { body: opened } = await shop.create({ routing_rule: 'adyen' });
    await switchTo('adyen', 'closed');
    passTwenty();
    const created = await until(
      () => shop.tryToCreate({ routing_rule: 'adyen' }),
      ({ status }) => status !== 200,
    );
    const failure = created.body as unknown as Failure;
    expect([created.status, failure.error.type, failure.error.code]).toEqual([
      502,
      'api_error',
      'psp_unavailable',
    ]);
    expect(failure.error.message).toContain('adyen: psp_closed');
    const calls = (await admin.ledger('adyen')).calls;
    const confirmed = await shop.confirm(opened.id);
    expect([confirmed.status, confirmed.body.error.code]).toEqual([502, 'psp_unavailable']);
    const redacted = await shop.confirm(opened.id, card(), { token: opened.client_secret });
    expect(redacted.body.error.message).not.toMatch(/adyen/);
    expect((await admin.ledger('adyen')).calls).toEqual(calls);
    expect((await shop.session(opened.id)).body).toMatchObject({ payment_status: 'unpaid', charge: null });
    await switchTo('adyen', 'open');
    passTwenty();
    const later = await until(
      () => shop.confirm(opened.id),
      ({ status }) => status === 200,
    );
    expect(later.body.payment_status).toBe('paid');
  });

  test('in the middle of a rollout both arms do without it, and the rollout goes on', async () => {
    await switchTo('adyen', 'closed');
    passTwenty();
    const { body } = await until(
      () => shop.tryToCreate({ routing_rule: 'rolling' }),
      ({ body: { routing } }) => routing.version === 2 && !routing.plan.includes('adyen'),
    );
    expect(body.routing).toMatchObject({ arm: 'candidate', plan: ['stripe'] });
    const rule = await until(
      () => person.call('GET', '/v1/routing/rules/rolling'),
      ({ status }) => status === 200,
    );
    expect(rule.body).toMatchObject({ candidate: { percent: 99 } });
  });

  test('a customer who is away to authenticate comes back and pays; the charge can be refunded', async () => {
    const { body: opened } = await shop.create({ routing_rule: 'stripe' });
    const { body } = await shop.confirm(opened.id, card({ number: '4000002760003184' }));
    expect(body.payment_status).toBe('requires_action');
    await switchTo('stripe', 'closed');
    passTwenty();
    await until(
      () => shop.tryToCreate({ routing_rule: 'stripe' }),
      ({ status }) => status === 502,
    );
    // Another card could go nowhere, so the challenge is not ended for it.
    const another = await shop.confirm(opened.id);
    expect([another.status, another.body.error.code]).toEqual([502, 'psp_unavailable']);
    const url = body.next_action?.redirect_to_url.url ?? '';
    const decided = await fetch(`${url}?result=approve`, { method: 'POST', redirect: 'manual' });
    expect((await fetch(decided.headers.get('location') ?? '', { redirect: 'manual' })).status).toBe(303);
    const paid = await until(
      () => shop.session(opened.id),
      (answer) => answer.body.payment_status === 'paid',
    );
    const refund = await shop.refund({ charge: paid.body.charge, amount: 100 });
    expect([refund.status, refund.body.psp]).toEqual([200, 'stripe']);
    const held = await shop.refresh(paid.body.charge ?? '');
    expect(held.status).toBe(200);
  });
});
