import { DeleteItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from '@jest/globals';
import { type Charge, createClient } from '../../../clients/server/src/index.ts';
import { fromChargeItem } from '../../../lib/storage/items.ts';
import { listAttributes } from '../../../lib/storage/list-keys.ts';
import { connectTo, storeOf } from '../../../local/aws/store-of.ts';
import type { ReportLine } from '../../../local/reconcile/movement.ts';
import { oldestFirst, readCharges } from '../../../local/reconcile/read-charges.ts';
import { reconcile } from '../../../local/reconcile/reconcile.ts';
import { shown } from '../../contract/shown-charge.ts';
import { apiClient, paid } from '../service/api-client.ts';
import { pspAdmin } from '../service/psp-admin.ts';
import { readTables } from '../service/read-tables.ts';
import { rulesOf } from '../service/rules-of.ts';
import { until } from '../service/until.ts';
import { withService } from '../service/with-service.ts';

const service = withService({
  rules: rulesOf(),
  environment: { RECOVERY_SCHEDULE_S: '2,3', RECOVERY_TICK_S: '1' },
});

const everyCharge = async (): Promise<readonly Charge[]> =>
  (await readTables(service)).charges
    .map((item) => shown(fromChargeItem(unmarshall(item as never))))
    .filter(({ psp }) => psp === 'adyen')
    .toSorted(oldestFirst);

/** What the stream of changes has told of. */
const reported = async (): Promise<readonly { readonly id: string; readonly body: string }[]> =>
  (await readTables(service)).events.map((item) => {
    const { id, body } = unmarshall(item as never);
    return { id: String(id), body: String(body) };
  });

type Captured = { readonly long: string; readonly unreported: string };

/**
 * Makes charges two days older than they are, and `long` forty. All but these two were captured then, too. Only the movement of `long` stays told: that of
 * `unreported` waits for a person, as a parked one does.
 */
const age = async (charges: readonly Charge[], { long, unreported }: Captured): Promise<void> => {
  const store = connectTo(storeOf(service.environment));
  for (const { id, created } of charges) {
    const earlier = created - (id === long ? 40 : 2) * 86_400;
    await store.send(
      new UpdateItemCommand({
        TableName: service.environment.TABLE_CHARGES,
        Key: { id: { S: id } },
        UpdateExpression: `SET created = :created, started = :started, list_key = :key${id === long || id === unreported ? '' : ', captured_at = :started'}`,
        ExpressionAttributeValues: {
          ':created': { N: String(earlier) },
          ':started': { N: String(earlier * 1000) },
          ':key': { S: listAttributes(id, earlier * 1000).list_key },
        },
      }),
    );
  }
  for (const { id, body } of await reported())
    if (id.startsWith('mov_') && !body.includes(long))
      await store.send(
        new DeleteItemCommand({ TableName: service.environment.TABLE_EVENTS, Key: { id: { S: id } } }),
      );
  store.destroy();
};

/** Money that Adyen took for an attempt whose answer was lost, and which a person has written off. */
const comesLate = async (): Promise<string> => {
  const client = apiClient(service);
  const admin = pspAdmin(service);
  await admin.webhooks('adyen', { mode: 'off' });
  await admin.faults('adyen', { kind: 'reset-after', only: 'authorize' });
  const { body: session } = await client.create({ routing_rule: 'adyen' });
  const charge = (await client.confirm(session.id)).body.charge ?? '';
  await admin.heal();
  await until(
    () => admin.moneyOf([charge]),
    ([money]) => money?.amount_captured === 2599,
  );
  const decided = await until(
    async () => {
      const { revision } = (await client.charge(charge)).body;
      return client.decide(charge, { outcome: 'absent', note: 'A written no.', revision });
    },
    ({ status }) => status === 200,
  );
  expect(decided.body.status).toBe('failed');
  await admin.webhooks('adyen', { mode: 'normal', redeliver: 'undelivered' });
  return charge;
};

test('what moved on charges of earlier days is missed in a report that lacks it, whatever moved', async () => {
  const client = apiClient(service);
  const { charge: refunded } = await paid(client, { routing_rule: 'adyen' });
  const hold = async (): Promise<string> => {
    const { body: session } = await client.create({ routing_rule: 'adyen', capture_method: 'manual' });
    return (await client.confirm(session.id)).body.charge ?? '';
  };
  const long = await hold();
  const unreported = await hold();
  const late = await comesLate();
  await client.refund({ charge: refunded, amount: 500 });
  await client.capture({ charge: long, amount: 700 });
  await client.capture({ charge: unreported, amount: 800 });
  const { charge: today } = await paid(client, { routing_rule: 'adyen' });
  const settled = await until(
    everyCharge,
    (all) =>
      all.length === 5 &&
      all.every(({ open, reversal, id }) => open.length === 0 && (id !== late || reversal)),
  );
  const shows = (charge: string, what: string) => async () =>
    (await reported()).some(({ id, body }) => id.startsWith(what) && body.includes(charge));
  for (const charge of [long, unreported, refunded, today]) await until(shows(charge, 'mov_'), Boolean);
  await until(shows(late, 'evt_'), Boolean);
  await age(
    settled.filter(({ id }) => id !== today),
    { long, unreported },
  );
  const charges = await everyCharge();

  const at = (charges.at(-1)?.created ?? 0) * 1000;
  const line: ReportLine = { line: 2, kind: 'capture', charge: today, amount: 2599, currency: 'eur', at };
  const report = { lines: [line], others: 0 };
  const every = reconcile(report, charges);
  const here = { [long]: 700, [unreported]: 800, [refunded]: 500, [late]: 2599 };
  expect(new Map(every.discrepancies.map((one) => [one.charge, one.here]))).toEqual(
    new Map(Object.entries(here)),
  );
  for (const { kind } of every.discrepancies) expect(kind).toBe('missing_there');

  const library = createClient({ baseUrl: service.base_url, apiKey: service.api_key });
  expect(reconcile(report, await readCharges(library, 'adyen', report.lines))).toEqual(every);
});
