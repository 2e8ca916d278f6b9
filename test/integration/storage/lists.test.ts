import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { listCharges } from '../../../lib/storage/list-charges.ts';
import { newestOfReference } from '../../../lib/storage/newest-of-reference.ts';
import { createPaymentLists } from '../../../lib/storage/payment-lists.ts';
import { createPaymentStore } from '../../../lib/storage/payment-store.ts';
import { documentClient } from '../../../lib/storage/storage.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import type { ChargeFilters, Page, PageRequest } from '../../../lib/types/list.ts';
import { unscheduled } from '../../../lib/types/open-things.ts';
import { sampleCharge, sampleRefund, sampleSession } from '../../contract/sample-records.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

type Lists = ReturnType<typeof createPaymentLists>;
type Store = ReturnType<typeof createPaymentStore>;

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

/** Empty tables of its own. `now`: Unix milliseconds. */
const open = async (now = 1_800_000_000_000) => {
  const dynamodb = await startDynamoDbWithTables();
  const connection = new DynamoDBClient(clientOf(dynamodb.url));
  closers.push(dynamodb.close, () => connection.destroy());
  const storage = {
    client: documentClient(connection),
    tables: dynamodb.tables,
    clock: { now: () => now, sleep: async () => undefined },
    random: () => 0.5,
  };
  const store = createPaymentStore(storage);
  return { storage, store, lists: createPaymentLists(storage, store, 4) };
};

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** An id whose last characters differ as those of random ids do. */
const idOf = (prefix: string, index: number): string =>
  `${prefix}_${String(index).padStart(24, '0')}${alphabet[(index * 7) % 32]}0`;

const put = (store: Store, charge: Charge) =>
  store.commit([{ table: 'charges', item: charge, expects: 'absent' }]);

const chargeAt = (index: number, changes: Partial<Charge> = {}): Charge => {
  const started = 1_790_000_000_000 + index * 700;
  return sampleCharge(idOf('ch', index), { started, created: Math.floor(started / 1000), ...changes });
};

type Row = { readonly id: string };

/** Every page from the first to the last, towards the older or the newer rows. */
const pages = async <R extends Row>(
  ask: (from: PageRequest['from']) => Promise<Page<R>>,
  start?: PageRequest['from'],
): Promise<readonly Page<R>[]> => {
  const all: Page<R>[] = [];
  for (let from = start; ; ) {
    const page = await ask(from);
    all.push(page);
    const key = from?.direction === 'before' ? page.previous : page.next;
    if (key === null) return all;
    from = { direction: from?.direction ?? 'after', key };
  }
};
const ids = (found: readonly Page<Row>[]): readonly string[] =>
  found.flatMap(({ rows }) => rows.map(({ id }) => id));

describe('a list of charges', () => {
  test('goes on to its end newest first, and back; a cursor names a place between two pages', async () => {
    const { lists, store } = await open();
    const charges = Array.from({ length: 57 }, (_, index) => chargeAt(index));
    for (const charge of charges) await put(store, charge);
    const expected = charges.map(({ id }) => id).toReversed();
    for (const limit of [1, 7, 19, 57, 100]) {
      const ask = (from: PageRequest['from']) => lists.charges({ filters: {}, limit, ...(from && { from }) });
      const there = await pages(ask);
      expect(ids(there)).toEqual(expected);
      expect(there.map(({ has_more }) => has_more)).toEqual([...Array(there.length - 1).fill(true), false]);
      expect(there[0]?.previous).toBeNull();
      const end = there.at(-1)?.rows.at(-1);
      const back = await pages(ask, { direction: 'before', key: `1790000000000#${end?.id}` });
      expect(ids(back.toReversed())).toEqual(expected.slice(0, -1));
    }
  });

  test('each filter shows exactly the charges it describes, alone and with others', async () => {
    const { lists, store } = await open();
    const charges = Array.from({ length: 120 }, (_, index) =>
      chargeAt(index, {
        amount: 1000 + (index % 10) * 100,
        currency: index % 3 === 0 ? 'usd' : 'eur',
        psp: index % 4 === 0 ? 'adyen' : 'stripe',
        status: index % 5 === 0 ? 'failed' : 'captured',
        psp_reference: `pi_${index % 40}`,
        particulars: {
          card: { last4: index % 2 === 0 ? '0119' : '4242', brand: index % 7 === 0 ? 'visa' : 'amex' },
        },
      }),
    );
    for (const charge of charges) await put(store, charge);
    const filters: fc.Arbitrary<ChargeFilters> = fc.record(
      {
        status: fc.constantFrom('failed' as const, 'captured' as const),
        psp: fc.constantFrom('adyen', 'stripe', 'square'),
        currency: fc.constantFrom('usd', 'eur'),
        psp_reference: fc.constantFrom('pi_3', 'pi_39', 'pi_40'),
        last4: fc.constantFrom('4242', '0119', '0001'),
        brand: fc.constantFrom('visa' as const, 'amex' as const, 'jcb' as const),
        'created[gte]': fc.integer({ min: 1_789_999_990, max: 1_790_000_090 }),
        'created[lte]': fc.integer({ min: 1_789_999_990, max: 1_790_000_090 }),
        'amount[gte]': fc.integer({ min: 900, max: 2000 }),
        'amount[lte]': fc.integer({ min: 900, max: 2000 }),
      },
      { requiredKeys: [] },
    );
    const shown = (charge: Charge, asked: ChargeFilters): boolean =>
      (asked.status ?? charge.status) === charge.status &&
      (asked.psp ?? charge.psp) === charge.psp &&
      (asked.currency ?? charge.currency) === charge.currency &&
      (asked.psp_reference ?? charge.psp_reference) === charge.psp_reference &&
      (asked.last4 ?? charge.particulars?.card?.last4) === charge.particulars?.card?.last4 &&
      (asked.brand ?? charge.particulars?.card?.brand) === charge.particulars?.card?.brand &&
      (asked['created[gte]'] ?? 0) <= charge.created &&
      charge.created <= (asked['created[lte]'] ?? charge.created) &&
      (asked['amount[gte]'] ?? 0) <= charge.amount &&
      charge.amount <= (asked['amount[lte]'] ?? charge.amount);
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 30 }), async (asked, limit) => {
        const found = await pages((from) => lists.charges({ filters: asked, limit, ...(from && { from }) }));
        const expected = charges.filter((charge) => shown(charge, asked)).map(({ id }) => id);
        expect(ids(found)).toEqual(expected.toReversed());
        for (const { rows } of found) expect(rows.length).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 60 },
    );
  });

  test('a filter that finds little looks at a bounded number of rows, and says where to go on', async () => {
    const { lists, store } = await open();
    const rare = chargeAt(0, { status: 'needs_review' });
    for (let index = 0; index < 1_200; index += 40)
      await Promise.all(
        Array.from({ length: 40 }, (_, offset) =>
          put(store, index + offset === 0 ? rare : chargeAt(index + offset)),
        ),
      );
    const found = await pages((from) =>
      lists.charges({ filters: { status: 'needs_review' }, limit: 5, ...(from && { from }) }),
    );
    expect(ids(found)).toEqual([rare.id]);
    const [first] = found;
    expect(found.length).toBeGreaterThan(1);
    expect([first?.rows.length, first?.has_more]).toEqual([0, true]);
  });
});

describe('pages while others write', () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ does: fc.constant('create' as const), at: fc.integer({ min: 0, max: 3_000 }) }),
      fc.record({ does: fc.constant('fail' as const), which: fc.nat() }),
      fc.record({ does: fc.constant('page' as const), at: fc.constant(0) }),
    ),
    { minLength: 10, maxLength: 60 },
  );

  test('every row there at the first page and matching throughout comes exactly once, in order', async () => {
    const { lists, store } = await open();
    let world = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 40 }),
        steps,
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (first, writes, limit, filtered) => {
          world++;
          const filters: ChargeFilters = {
            'created[gte]': 1_790_000_000 + world * 10_000,
            'created[lte]': 1_790_000_000 + world * 10_000 + 9_999,
            ...(filtered && { status: 'captured' }),
          };
          let made = 0;
          const charges = new Map<string, Charge>();
          const create = async (at: number): Promise<void> => {
            made++;
            const started = (1_790_000_000 + world * 10_000) * 1000 + at;
            const charge = chargeAt(world * 10_000 + made, { started });
            charges.set(charge.id, charge);
            await put(store, charge);
          };
          for (const at of first) await create(at);
          const there = [...charges.keys()];
          const failed = new Set<string>();
          const fail = async (which: number): Promise<void> => {
            const charge = [...charges.values()][which % charges.size];
            if (charge === undefined || failed.has(charge.id)) return;
            failed.add(charge.id);
            const item = { ...charge, status: 'failed' as const, rev: 2, write: `fail-${charge.id}` };
            await store.commit([{ table: 'charges', item, expects: 1 }]);
          };
          const seen: Charge[] = [];
          let from: PageRequest['from'];
          const next = async (): Promise<boolean> => {
            const page = await lists.charges({ filters, limit, ...(from && { from }) });
            seen.push(...page.rows);
            if (page.next === null) return false;
            from = { direction: 'after', key: page.next };
            return true;
          };
          let more = await next();
          for (const step of writes) {
            if (step.does === 'create') await create(step.at);
            else if (step.does === 'fail') await fail(step.which);
            else if (more) more = await next();
          }
          while (more) more = await next();
          const shown = seen.map(({ id }) => id);
          expect(new Set(shown).size).toBe(shown.length);
          expect(shown).toEqual(expect.arrayContaining(there.filter((id) => !filtered || !failed.has(id))));
          const keys = seen.map(({ started, id }) => `${started}#${id}`);
          expect(keys).toEqual(keys.toSorted().toReversed());
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('sessions and their charges', () => {
  test('are found by reference, by address, by session, and by status as of now', async () => {
    const { lists, store } = await open(1_790_000_500_000);
    const sessionAt = (index: number, changes: object) =>
      sampleSession(idOf('cs', index), {
        created: 1_790_000_000 + index,
        expires_at: 1_790_000_400 + index * 100,
        ...changes,
      });
    const attempt = (charge: string) => ({ charge, psp: 'stripe', outcome: null, started: 1 });
    const sessions = [
      sessionAt(0, { reference: 'order-1', customer_email: 'f1@shop.example' }),
      sessionAt(1, { reference: 'order-1', attempts: [attempt(idOf('ch', 1)), attempt(idOf('ch', 2))] }),
      sessionAt(2, { reference: 'order-2', customer_email: 'f1@shop.example', payment_status: 'paid' }),
      sessionAt(3, { customer_email: 'f2@shop.example', currency: 'usd' }),
    ];
    for (const item of sessions) await store.commit([{ table: 'sessions', item, expects: 'absent' }]);
    for (const index of [1, 2, 3]) await put(store, chargeAt(index));
    const [c0, c1, c2, c3] = sessions.map(({ id }) => id);
    const found = async (filters: Parameters<Lists['sessions']>[0]['filters']) =>
      (await lists.sessions({ filters, limit: 10 })).rows.map(({ id }) => id);
    expect(await found({})).toEqual([c3, c2, c1, c0]);
    expect(await found({ reference: 'order-1' })).toEqual([c1, c0]);
    expect(await found({ customer_email: 'f1@shop.example' })).toEqual([c2, c0]);
    expect(await found({ customer_email: 'f1@shop.example', reference: 'order-1' })).toEqual([c0]);
    expect(await found({ status: 'expired' })).toEqual([c1, c0]);
    expect(await found({ status: 'complete' })).toEqual([c2]);
    expect(await found({ payment_status: 'unpaid', currency: 'usd' })).toEqual([c3]);
    const charges = async (filters: ChargeFilters) =>
      (await lists.charges({ filters, limit: 10 })).rows.map(({ id }) => id);
    expect(await charges({ reference: 'order-1' })).toEqual([idOf('ch', 2), idOf('ch', 1)]);
    expect(await charges({ session: c1 ?? '' })).toEqual([idOf('ch', 2), idOf('ch', 1)]);
    expect(await charges({ session: c1 ?? '', reference: 'order-2' })).toEqual([]);
    expect(await charges({ session: idOf('cs', 9) })).toEqual([]);
  });

  test('open charges come longest open first, page by page', async () => {
    const { lists, store } = await open();
    const pending = { status: 'pending', outcome: null, amount_captured: 0 } as const;
    for (let index = 0; index < 9; index++)
      await put(
        store,
        chargeAt(index, { ...pending, recover_shard: index % 4, recover_at: 1_795_000_000_000 - index }),
      );
    await put(store, chargeAt(10, { recover_shard: 0, recover_at: 1 }));
    const found = await pages((from) =>
      lists.charges({ filters: { open: true }, limit: 4, ...(from && { from }) }),
    );
    expect(ids(found)).toEqual(Array.from({ length: 9 }, (_, index) => idOf('ch', index)));
    const [, second] = found;
    const back = await lists.charges({
      filters: { open: true },
      limit: 4,
      from: { direction: 'before', key: second?.previous ?? '' },
    });
    expect(back.rows.map(({ id }) => id)).toEqual(found[0]?.rows.map(({ id }) => id));
  });
});

test.each([
  [3, [0, 3, 4]],
  [2, [3, 4]],
  [5, [0, 1, 2, 3, 4]],
])(
  'of five open charges, with room for %i, those that wait for a person are listed first',
  async (most, listed) => {
    const { store, storage } = await open();
    const pending = { status: 'pending', outcome: null, amount_captured: 0, recover_shard: 0 } as const;
    for (let index = 0; index < 3; index++)
      await put(store, chargeAt(index, { ...pending, recover_at: 1_795_000_000_000 + index }));
    for (const index of [3, 4])
      await put(store, chargeAt(index, { ...pending, needs_review: true, recover_at: unscheduled }));
    const page = await listCharges(storage, store, 1, most)({ filters: { open: true }, limit: 10 });
    expect(page.rows.map(({ id }) => id)).toEqual(listed.map((index) => idOf('ch', index)));
  },
);

test('refunds of a charge include failed ones that gave way, from their rows', async () => {
  const { lists, store, storage } = await open();
  const failed = Array.from({ length: 130 }, (_, index) =>
    sampleRefund(idOf('re', index), 10, { status: 'failed', created: 1_790_000_000 + index }),
  );
  const held = chargeAt(1, {
    refunds: { re_now: sampleRefund('re_now', 20, { created: 1_790_000_500 }) },
    failed_refunds: Object.fromEntries(
      failed.flatMap(({ id }) => [
        [id, ''],
        [`ext_${id}`, ''],
      ]),
    ),
  });
  await put(store, held);
  const charge = { id: held.id, currency: held.currency, psp: held.psp };
  for (const refund of failed) {
    const Item = { id: refund.id, body: JSON.stringify({ refund, charge }) };
    await storage.client.send(new PutCommand({ TableName: storage.tables.events, Item }));
  }
  const listed = await pages(async (from) => {
    const page = await lists.refunds({ limit: 50, filters: { charge: held.id }, ...(from && { from }) });
    return { ...page, rows: page.rows.map(({ refund }) => refund) };
  });
  expect(ids(listed)).toHaveLength(131);
  expect(new Set(ids(listed))).toEqual(new Set(['re_now', ...failed.map(({ id }) => id)]));
  const pending = await lists.refunds({ limit: 50, filters: { charge: held.id, status: 'pending' } });
  expect(pending.rows.map(({ refund }) => refund.id)).toEqual(['re_now']);
});

describe('the newest sessions of a reference', () => {
  const set = async () => {
    const { storage, store } = await open();
    for (let index = 0; index < 25; index++)
      await store.commit([
        {
          table: 'sessions',
          item: sampleSession(idOf('cs', index), {
            reference: 'order-1',
            created_ms: 1_790_000_000_000 + index,
          }),
          expects: 'absent',
        },
      ]);
    return storage;
  };

  test('are the last twenty, and those of no other', async () => {
    const storage = { ...(await set()), clock: { now: Date.now, sleep: () => new Promise<void>(() => {}) } };
    const found = await newestOfReference(storage)('order-1');
    expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, n) => idOf('cs', 24 - n)));
    expect(await newestOfReference(storage)('order-2')).toEqual([]);
  });

  test('are not waited for if the storage is slow, and a late failure harms nobody', async () => {
    let fail = (_: Error): void => undefined;
    const client = { send: () => new Promise((_, reject) => (fail = reject)) } as never;
    const storage = { ...(await set()), client, clock: { now: Date.now, sleep: async () => undefined } };
    expect(await newestOfReference(storage)('order-1')).toEqual([]);
    fail(new Error('The connection was lost.'));
  });
});
