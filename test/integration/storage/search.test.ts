import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createPaymentLists } from '../../../lib/storage/payment-lists.ts';
import { createPaymentStore } from '../../../lib/storage/payment-store.ts';
import { documentClient } from '../../../lib/storage/storage.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import type { ChargeFilters, Page, PageRequest } from '../../../lib/types/list.ts';
import type { Session } from '../../../lib/types/session.ts';
import { sampleCharge, sampleSession } from '../../contract/sample-records.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

/** Values that differ by case, that begin with each other, and that JavaScript sorts unlike UTF-8. */
const references = [
  'ORD-1',
  'ord-1',
  'ORD-10',
  'Ord-2',
  'ORD',
  'ord-éa',
  'ord-\uffeea',
  'ord-😀',
  'ΟΔΟΣ',
  'ΟΔΟΣ 1',
  'x#1!9',
];
const addresses = ['Ada@shop.example', 'ada@shop.example', 'adam@shop.example', 'bob@shop.example'];
const prefixes = ['ord', 'ORD-', 'ord-1', 'ord-é', 'οδος', 'ord-😀', 'x#1', 'zzz'];

const count = 60;
const started_s = 1_790_000_000;
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const idOf = (prefix: string, index: number): string =>
  `${prefix}_${String(index).padStart(24, '0')}${alphabet[(index * 7) % 32]}0`;
const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % (from.length + 2)];

const sessions: readonly Session[] = Array.from({ length: count }, (_, index) => {
  const [reference, customer_email] = [pick(references, index), pick(addresses, index * 5)];
  const attempts = Array.from({ length: index % 4 }, (_none, place) => ({
    charge: idOf('ch', index * 10 + place),
    psp: 'stripe',
    outcome: null,
    started: 1,
  }));
  return sampleSession(idOf('cs', index), {
    created: started_s + Math.floor(index / 3),
    created_ms: (started_s + Math.floor(index / 3)) * 1000 + (index % 3),
    amount: 1_000 + index,
    ...(reference !== undefined && { reference }),
    ...(customer_email !== undefined && { customer_email }),
    attempts,
  });
});
const charges: readonly Charge[] = sessions.flatMap(({ id, amount, attempts }, index) =>
  attempts.map(({ charge }, place) =>
    sampleCharge(charge, {
      session: id,
      amount,
      started: (started_s + index * 10 + place) * 1000,
      psp: place === 0 ? 'stripe' : 'adyen',
    }),
  ),
);

let dynamodb: Awaited<ReturnType<typeof startDynamoDbWithTables>>;
let connection: DynamoDBClient;
let store: ReturnType<typeof createPaymentStore>;
let lists: ReturnType<typeof createPaymentLists>;
beforeAll(async () => {
  dynamodb = await startDynamoDbWithTables();
  connection = new DynamoDBClient(clientOf(dynamodb.url));
  const storage = {
    client: documentClient(connection),
    tables: dynamodb.tables,
    clock: { now: () => 1_790_000_500_000, sleep: async () => undefined },
    random: () => 0.5,
  };
  store = createPaymentStore(storage);
  lists = createPaymentLists(storage, store, 4);
  for (const item of sessions) await store.commit([{ table: 'sessions', item, expects: 'absent' }]);
  for (const item of charges) await store.commit([{ table: 'charges', item, expects: 'absent' }]);
});
afterAll(async () => {
  connection?.destroy();
  await dynamodb?.close();
});

type Row = { readonly id: string };

/** All pages to the end, and from there back to the start: the same rows, once each. */
const walk = async (ask: (from: PageRequest['from']) => Promise<Page<Row>>): Promise<readonly string[]> => {
  const there: Page<Row>[] = [];
  for (let from: PageRequest['from']; ; ) {
    const page = await ask(from);
    there.push(page);
    if (page.next === null) break;
    from = { direction: 'after', key: page.next };
  }
  const back: Page<Row>[] = [];
  for (let key = there.at(-1)?.previous ?? null; key !== null; ) {
    const page = await ask({ direction: 'before', key });
    back.unshift(page);
    key = page.previous;
  }
  const idsIn = (pages: readonly Page<Row>[]) => pages.flatMap(({ rows }) => rows.map(({ id }) => id));
  expect([...idsIn(back), ...idsIn(there.slice(-1))]).toEqual(idsIn(there));
  return idsIn(there);
};

const folded = (value: string): Buffer => Buffer.from(value.toUpperCase());
const begins = (value: string | undefined, prefix: string | undefined): boolean =>
  prefix === undefined || (value?.toUpperCase().startsWith(prefix.toUpperCase()) ?? false);

/** The order of a search: by the value that is looked for, the newest first among equals. */
const byValue =
  (field: 'reference' | 'customer_email') =>
  (a: Session, b: Session): number =>
    Buffer.compare(folded(a[field] ?? ''), folded(b[field] ?? '')) ||
    b.created_ms - a.created_ms ||
    (a.id < b.id ? -1 : 1);

const search = fc.record(
  {
    reference: fc.constantFrom('ORD-1', 'ord-1', 'ord-😀', 'nobody'),
    'reference[prefix]': fc.constantFrom(...prefixes),
    'customer_email[prefix]': fc.constantFrom('ada', 'ADA@', 'bob@shop', 'nobody'),
    'created[gte]': fc.integer({ min: started_s - 1, max: started_s + 21 }),
    'created[lte]': fc.integer({ min: started_s - 1, max: started_s + 21 }),
    'amount[gte]': fc.integer({ min: 990, max: 1_060 }),
  },
  { requiredKeys: [] },
);
type Search = Partial<Parameters<Parameters<typeof search.map>[0]>[0]>;

const expected = (asked: Search & { readonly customer_email?: string }): readonly Session[] =>
  sessions.filter(
    (session) =>
      (asked.reference ?? session.reference) === session.reference &&
      (asked.customer_email ?? session.customer_email)?.toUpperCase() ===
        session.customer_email?.toUpperCase() &&
      begins(session.reference, asked['reference[prefix]']) &&
      begins(session.customer_email, asked['customer_email[prefix]']),
  );

const orderOf = (asked: Search & { readonly customer_email?: string }) => {
  if (asked.reference !== undefined) return byValue('reference');
  if (asked.customer_email !== undefined) return byValue('customer_email');
  if (asked['reference[prefix]'] !== undefined) return byValue('reference');
  return asked['customer_email[prefix]'] === undefined
    ? (a: Session, b: Session) => b.created_ms - a.created_ms
    : byValue('customer_email');
};

describe('a search by what the merchant calls a payment', () => {
  test('finds exactly the sessions that brute force finds, in the order of the values, back and forth', async () => {
    const asking = fc.tuple(
      search,
      fc.option(fc.constantFrom('ADA@shop.example', 'x@y'), { nil: undefined }),
    );
    await fc.assert(
      fc.asyncProperty(asking, fc.integer({ min: 1, max: 25 }), async ([some, address], limit) => {
        const asked = { ...some, ...(address !== undefined && { customer_email: address }) };
        const found = await walk((from) => lists.sessions({ filters: asked, limit, ...(from && { from }) }));
        const within = expected(asked).filter(
          ({ created, amount }) =>
            created >= (asked['created[gte]'] ?? created) &&
            created <= (asked['created[lte]'] ?? created) &&
            amount >= (asked['amount[gte]'] ?? amount),
        );
        expect(found).toEqual(within.toSorted(orderOf(asked)).map(({ id }) => id));
      }),
      { numRuns: 150 },
    );
  });

  test('finds their charges, the last attempt of a session first, whatever the page cuts', async () => {
    const asking = fc.record(
      { psp: fc.constantFrom('stripe', 'adyen'), 'amount[gte]': fc.integer({ min: 990, max: 1_060 }) },
      { requiredKeys: [] },
    );
    const naming = search.filter((some) => Object.keys(some).some((name) => /reference|email/.test(name)));
    await fc.assert(
      fc.asyncProperty(naming, asking, fc.integer({ min: 1, max: 9 }), async (named, more, limit) => {
        const { 'created[gte]': _from, 'created[lte]': _to, ...names } = named;
        const asked: ChargeFilters = { ...names, ...more };
        const found = await walk((from) => lists.charges({ filters: asked, limit, ...(from && { from }) }));
        const all = expected(names)
          .toSorted(orderOf(names))
          .flatMap(({ attempts }) => attempts.map(({ charge }) => charge).toReversed())
          .flatMap((id) => charges.find((charge) => charge.id === id) ?? []);
        const within = all.filter(
          ({ psp, amount }) => psp === (asked.psp ?? psp) && amount >= (asked['amount[gte]'] ?? amount),
        );
        expect(found).toEqual(within.map(({ id }) => id));
      }),
      { numRuns: 150 },
    );
  });

  test('takes values that are longer than a key of the index may be', async () => {
    const long = `${'長'.repeat(200)}@shop.example`;
    const item = sampleSession(idOf('cs', count), { customer_email: long });
    await store.commit([{ table: 'sessions', item, expects: 'absent' }]);
    for (const filters of [{ 'customer_email[prefix]': long }, { customer_email: long }]) {
      const { rows } = await lists.sessions({ filters, limit: 10 });
      expect(rows.map(({ id }) => id)).toEqual([item.id]);
    }
  });
});
