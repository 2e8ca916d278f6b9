import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, expect, test } from '@jest/globals';
import { recordFormat } from '../../../lib/types/records.ts';
import { connectTo, storeOf } from '../../../local/aws/store-of.ts';
import { apiClient, type Failure, newKey, paid } from './api-client.ts';
import { pspAdmin } from './psp-admin.ts';
import { readWritten } from './read-tables.ts';
import { psps } from './rules-of.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

const service = withService();
const client = apiClient(service);
beforeAll(async () => {
  // An event that comes late would ask its PSP between two readings of the books.
  for (const psp of psps) await pspAdmin(service).webhooks(psp, { mode: 'off' });
});

/** A later release, which runs beside this one while it is taken into use, has written the record. */
const writtenByNewer = async (table: 'SESSIONS' | 'CHARGES', id: string): Promise<void> => {
  const store = connectTo(storeOf(service.environment));
  await store.send(
    new UpdateItemCommand({
      TableName: service.environment[`TABLE_${table}`] ?? '',
      Key: { id: { S: id } },
      UpdateExpression: 'SET v = :newer',
      ExpressionAttributeValues: { ':newer': { N: String(recordFormat + 1) } },
    }),
  );
  store.destroy();
};

/** Everything that is stored, and everything in the PSPs' books. */
const everything = async () => ({
  tables: await readWritten(service),
  books: await Promise.all(psps.map((psp) => pspAdmin(service).ledger(psp))),
});

/** What a caller is told is 503, and nothing has been written or sent. */
const expectUntouched = async (
  before: Awaited<ReturnType<typeof everything>>,
  { status, headers, body }: { readonly status: number; readonly headers: Headers; readonly body: Failure },
) => {
  expect([status, body.error]).toMatchObject([503, { code: 'storage_unavailable' }]);
  expect(headers.get('retry-after')).not.toBeNull();
  expect(await everything()).toEqual(before);
};

test('a session of a newer release is neither confirmed nor ended: 503, and nothing is written or sent', async () => {
  const { body: opened } = await client.create();
  await writtenByNewer('SESSIONS', opened.id);
  const before = await everything();
  await expectUntouched(before, await client.confirm(opened.id));
  await expectUntouched(before, await client.confirm(opened.id, undefined, { key: newKey() }));
  await expectUntouched(before, await client.expire(opened.id));
});

test('a charge of a newer release is not refunded, looked up or decided: 503, and nothing is written or sent', async () => {
  const { charge } = await paid(client);
  await writtenByNewer('CHARGES', charge);
  const before = await everything();
  await expectUntouched(before, await client.refund({ charge, amount: 100 }));
  await expectUntouched(before, await client.refund({ charge }, { key: newKey() }));
  await expectUntouched(before, await client.refresh(charge));
  const decision = { outcome: 'failed', note: 'Seen.', revision: 1 };
  await expectUntouched(before, await client.decide(charge, decision));
});

test("a PSP's event about one is accepted and held, so that those behind it go on", async () => {
  const { charge } = await paid(client);
  const { psp, psp_reference } = (await client.charge(charge)).body as Known;
  await writtenByNewer('CHARGES', charge);
  const { charges } = await readWritten(service);
  await pspAdmin(service).webhooks(psp, { mode: 'normal' });
  await pspAdmin(service).dashboard(psp, { act: 'dispute', payment: psp_reference, amount: 100 });
  const held = async () => (await readWritten(service)).events.filter((item) => isHeldAt(psp, item));
  expect(await until(held, ({ length }) => length > 0)).toHaveLength(1);
  await pspAdmin(service).webhooks(psp, { mode: 'off' });
  expect((await readWritten(service)).charges).toEqual(charges);
});

type Known = { readonly psp: (typeof psps)[number]; readonly psp_reference: string };

const isHeldAt = (psp: string, { id }: { readonly id?: { readonly S?: string } }): boolean =>
  id?.S?.startsWith(`held_${psp}_`) === true;

test.each(['capture', 'cancel'] as const)('nor is a hold of one taken up by a %s', async (operation) => {
  const { body: opened } = await client.create({ capture_method: 'manual' });
  const charge = (await client.confirm(opened.id)).body.charge ?? '';
  await writtenByNewer('CHARGES', charge);
  const before = await everything();
  await expectUntouched(before, await client[operation]({ charge }));
});
