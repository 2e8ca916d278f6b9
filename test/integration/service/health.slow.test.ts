import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { RulesDocument } from '../../../lib/types/routing.ts';
import { type LocalDynamoDb, startDynamoDb } from '../../../local/aws/dynamodb.ts';
import { type FaultyProxy, startFaultyProxy } from '../storage/faulty-proxy.ts';
import { credentials } from '../storage/start-dynamodb.ts';
import { apiClient, type Client, card } from './api-client.ts';
import { cardNumber } from './card-number.ts';
import { type PspAdmin, pspAdmin } from './psp-admin.ts';
import { rulesOf } from './rules-of.ts';
import { type Service, startService } from './start-service.ts';
import { until } from './until.ts';

/** A count that comes more than two windows late is dropped: on a busy machine, that must be longer than the stream takes. */
const tick_s = 4;

let dynamoDb: LocalDynamoDb;
let wire: FaultyProxy;
let service: Service;
let client: Client;
let admin: PspAdmin;
beforeAll(async () => {
  dynamoDb = await startDynamoDb({ credentials });
  wire = await startFaultyProxy(dynamoDb);
  service = await startService({
    rules: withSteering(),
    // In test mode a card is another one in each session, and none would be known again.
    environment: { AWS_ENDPOINT_URL_DYNAMODB: wire.url, HEALTH_TICK_S: String(tick_s), MODE: 'live' },
  });
  client = apiClient(service);
  admin = pspAdmin(service);
  for (const psp of ['stripe', 'adyen', 'checkout_com'] as const) await admin.webhooks(psp, { mode: 'off' });
});
afterAll(async () => {
  await service?.stop();
  await wire?.close();
  await dynamoDb?.close();
});

const withSteering = (): RulesDocument => {
  const { rules } = rulesOf();
  const base = rules.default;
  if (!base) throw new Error('no rule');
  const shared = {
    ...base,
    targets: [
      { psp: 'adyen', weight: 50 },
      { psp: 'checkout_com', weight: 50 },
    ],
  };
  const mode = (name: string, mode: 'off' | 'observe' | 'steer') => ({
    [name]: { ...shared, name, health: { mode, max_shift: 30, min_share: 0 } },
  });
  return {
    rules: {
      ...rules,
      ...mode('steering', 'steer'),
      ...mode('watching', 'observe'),
      ...mode('unseen', 'off'),
    },
  };
};

/** The reads of the verdict since the last call. */
const verdictReads = (): number =>
  wire
    .requests()
    .filter(({ operation, body }) => operation === 'GetItem' && body.includes('"health_verdict"')).length;

test('a rule in off or observe reads no verdict; one that steers reads one in four windows, however many sessions', async () => {
  verdictReads();
  for (const routing_rule of ['watching', 'unseen', 'default'])
    for (let left = 5; left > 0; left--) expect((await client.create({ routing_rule })).status).toBe(200);
  expect(verdictReads()).toBe(0);
  const began = performance.now();
  for (let left = 30; left > 0; left--) {
    const { body } = await client.create({ routing_rule: 'steering' });
    expect(body.routing).toMatchObject({ health: null });
  }
  const reads = verdictReads();
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - began) / (4_000 * tick_s)));
});

let cards = 0;
const confirm = async (session: string, number = ++cards): Promise<void> => {
  await client.confirm(session, card({ number: cardNumber(number) }));
};
const pay = async (): Promise<void> => confirm((await client.create({ routing_rule: 'watching' })).body.id);
const many = async (count: number, payment: () => Promise<void>): Promise<void> => {
  for (let left = count; left > 0; left -= 10) await Promise.all(Array.from({ length: 10 }, payment));
};
const payMany = (count: number) => many(count, pay);

type Health = {
  readonly version: number;
  readonly strata: readonly {
    readonly psp: string;
    readonly state: string;
    readonly weight_factor: number;
  }[];
};
const health = async (): Promise<Health> => {
  const answer = await client.call('GET', '/v1/routing/health');
  return answer.body as unknown as Health;
};
const stateOf = ({ strata }: Health, psp: string) => strata.findLast((stratum) => stratum.psp === psp)?.state;

/** Refusals of Adyen: one without a reason, one about the card. */
const [refused, wrong_cvc] = ['2', '24'];

/** A card test at Adyen: sessions that were drawn elsewhere are left alone. */
const testCard = async (number?: number): Promise<void> => {
  const { body } = await client.create({ routing_rule: 'watching' });
  return body.routing.plan[0] === 'adyen' ? confirm(body.id, number) : testCard(number);
};

/** That they shifted nothing is seen in the next test, whose outcomes are folded after these. */
test('cards are tested at one PSP: a few again and again, and a new one each time', async () => {
  await payMany(300);
  await until(health, (shown) => stateOf(shown, 'adyen') === 'healthy');
  await admin.faults('adyen', { kind: 'decline', code: refused });
  let tested = 0;
  await many(100, () => testCard(10_000 + (++tested % 5)));
  await admin.faults('adyen', { kind: 'decline', code: wrong_cvc });
  await many(100, () => testCard());
  await admin.heal();
});

test('a PSP that stops working is reported, shown, and steered away from within the limit of the rule', async () => {
  await admin.faults('adyen', { kind: 'down' });
  const sick = await until(
    async () => {
      await payMany(20);
      return health();
    },
    (shown) => stateOf(shown, 'adyen') === 'sick',
  );
  expect(stateOf(sick, 'checkout_com')).toBe('healthy');

  const { body: session } = await until(
    () => client.create({ routing_rule: 'steering' }),
    ({ body }) => (body.routing as unknown as { health: object | null }).health !== null,
  );
  expect(session.routing).toMatchObject({
    draw: [
      ['adyen', expect.closeTo(12.5, 6)],
      ['checkout_com', 50],
    ],
    health: { version: sick.version, adjusted: [{ psp: 'adyen', weight: 50, reason: 'technical' }] },
  });
  const watched = await client.create({ routing_rule: 'watching' });
  expect(watched.body.routing).toMatchObject({
    draw: [
      ['adyen', 50],
      ['checkout_com', 50],
    ],
    health: null,
  });

  const events = await until(
    async () =>
      (await client.call('GET', '/v1/events?type=routing.health.changed')).body as unknown as {
        readonly data: readonly { readonly data: object }[];
      },
    ({ data }) => data.length > 0,
  );
  const changes = events.data.map(({ data }) => data);
  expect(changes[0]).toMatchObject({ object: 'routing.health', psp: 'adyen', status: 'sick' });
  // The card tests, refusals all of them, are in none.
  for (const change of changes) expect(change).toMatchObject({ psp: 'adyen', reason: 'technical' });
});
