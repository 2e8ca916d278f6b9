import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { deriveParts } from '../../../lib/domain-events/charge-parts.ts';
import { deriveMovements } from '../../../lib/domain-events/derive-movements.ts';
import { createExportedRecords } from '../../../lib/storage/exported-records.ts';
import { type Item, toItem } from '../../../lib/storage/items.ts';
import { toRowItem } from '../../../lib/storage/rows.ts';
import type { TableId } from '../../../lib/storage/tables.ts';
import type { ExportedRecord, ExportKind } from '../../../lib/types/export.ts';
import { sampleCharge, sampleDispute, sampleRefund, sampleSession } from '../../contract/sample-records.ts';
import { mulberry32 } from '../../unit/routing/fixtures.ts';
import { openStorage } from './open-storage.ts';

const { dynamodb, storage } = await openStorage();
const { client } = storage;
const recordsIn = createExportedRecords(storage);

const start = 1_763_600_000;
const day = 86_400;
const payments = 700;

/** When each was begun, in Unix milliseconds: some in the same one, and some at the very ends of the time that is asked for. */
const random = mulberry32(7);
const times = Array.from({ length: payments }, (_, index) => {
  if (index % 50 === 0) return start * 1000;
  if (index % 50 === 1) return (start + day) * 1000;
  return (start - day) * 1000 + Math.floor(random() * 3 * day) * 1000;
});

const id = (prefix: string, number: number): string => `${prefix}_${String(number * 7919).padStart(26, '0')}`;

const charges = times.map((started, number) =>
  sampleCharge(id('ch', number), {
    session: id('cs', number % 300),
    started,
    created: Math.floor(started / 1000),
    ...(number % 3 === 0 && {
      refunds: {
        [id('re', number)]: sampleRefund(id('re', number), 100, {
          created: started / 1000,
          status: 'succeeded',
        }),
      },
    }),
    ...(number % 7 === 0 && {
      disputes: { [id('dp', number)]: sampleDispute(id('dp', number), { created: started / 1000 }) },
    }),
  }),
);
const sessions = Array.from({ length: 300 }, (_, number) =>
  sampleSession(id('cs', number), { reference: `order-${number}`, created: start }),
);

const put = async (table: TableId, items: readonly Item[]): Promise<void> => {
  for (let at = 0; at < items.length; at += 25) {
    const puts = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [dynamodb.tables[table]]: puts } }));
  }
};

const rows = charges.flatMap((after) => {
  const change = { table: 'charges' as const, at: after.started, before: undefined, after };
  return [...deriveParts(change), ...deriveMovements(change)];
});

beforeAll(async () => {
  await put(
    'charges',
    charges.map((item) => toItem({ table: 'charges', item } as never)),
  );
  await put(
    'sessions',
    sessions.map((item) => toItem({ table: 'sessions', item } as never)),
  );
  await put('events', rows.map(toRowItem));
});

const read = async (what: ExportKind, from: number, to: number): Promise<readonly ExportedRecord[]> => {
  const all: ExportedRecord[] = [];
  for await (const some of recordsIn({ what, from, to })) all.push(...some);
  return all;
};

const idOf = (record: ExportedRecord): string => {
  switch (record.what) {
    case 'charges':
      return record.charge.id;
    case 'movements':
      return record.movement.id;
    case 'refunds':
      return record.refund.id;
    default:
      return record.dispute.id;
  }
};

/** Every one of a kind with its place in time, as the records themselves have it. */
const placed: Readonly<Record<ExportKind, readonly { readonly at: number; readonly id: string }[]>> = {
  charges: charges.map(({ id, started }) => ({ id, at: started })),
  refunds: charges.flatMap(({ refunds }) =>
    Object.values(refunds).map(({ id, created }) => ({ id, at: created * 1000 })),
  ),
  disputes: charges.flatMap(({ disputes }) =>
    Object.values(disputes).map(({ id, created }) => ({ id, at: created * 1000 })),
  ),
  movements: rows
    .filter(({ kind }) => kind === 'movement')
    .map(({ id, created_ms }) => ({ id, at: created_ms })),
};

describe.each(Object.keys(placed) as ExportKind[])('%s of a time', (what) => {
  test.each([
    ['a day', start, start + day],
    ['all of it', start - 2 * day, start + 3 * day],
    ['a second', start, start + 1],
    ['the second before', start - 1, start],
    ['none', start + 9 * day, start + 10 * day],
  ])('of %s are exactly those, oldest first', async (_, from, to) => {
    const expected = placed[what]
      .filter(({ at }) => at >= from * 1000 && at < to * 1000)
      .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
    expect((await read(what, from, to)).map(idOf)).toEqual(expected.map(({ id }) => id));
  });

  test('name their session and its reference', async () => {
    for (const { session, reference } of await read(what, start, start + day))
      expect(reference).toBe(sessions.find((one) => one.id === session)?.reference);
  });
});

test('of money that moved, the sums are those of the charges', async () => {
  const all = await read('movements', start - 2 * day, start + 3 * day);
  const sum = (type: string): number =>
    all.reduce(
      (total, one) =>
        total + (one.what === 'movements' && one.movement.type === type ? one.movement.amount : 0),
      0,
    );
  expect(sum('capture')).toBe(charges.reduce((total, { amount_captured }) => total + amount_captured, 0));
  expect(sum('refund')).toBe(100 * charges.filter(({ refunds }) => Object.keys(refunds).length > 0).length);
});
