import { afterEach, expect, test } from '@jest/globals';
import { freePort } from '../../../local/support/free-port.ts';
import { untilFree } from '../local/run-program.ts';
import { apiClient, type Client, card, newKey, type Refund, type Session } from './api-client.ts';
import { pspAdmin } from './psp-admin.ts';
import { psps, rule } from './rules-of.ts';
import { startOn } from './start-on.ts';
import { type Service, temporaryFolder } from './start-service.ts';
import { until } from './until.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const start = async (dataDir: string, port: number): Promise<Service> => {
  const service = await startOn(dataDir, port);
  closers.push(() => service.kill());
  return service;
};

/** One payment on its way: what was asked under which key, and what was acknowledged. */
type Walk = {
  readonly keys: { readonly create: string; readonly confirm: string; readonly refund: string };
  opened?: { readonly text: string; readonly session: Session };
  paid?: { readonly text: string; readonly charge: string };
  refunded?: { readonly text: string; readonly refund: Refund };
};

/** Takes a payment as far as it gets; a lost connection ends it. Going on later repeats the steps that were not acknowledged. */
const advance = async (client: Client, walk: Walk): Promise<void> => {
  if (!walk.opened) {
    const { status, text, body } = await client.tryToCreate({}, { key: walk.keys.create });
    expect(status).toBe(200);
    walk.opened = { text, session: body };
  }
  const { session } = walk.opened;
  if (!walk.paid) {
    const ask = () => client.confirm(session.id, card(), { key: walk.keys.confirm });
    const { status, text, body } = await until(ask, (answer) => answer.status !== 409);
    expect(status).toBe(200);
    // A request that was lost with the function that held the card stays unknown: nobody may call it failed.
    if (body.payment_status !== 'paid') return;
    walk.paid = { text, charge: body.charge ?? '' };
  }
  if (!walk.refunded) {
    const ask = () => client.refund({ charge: walk.paid?.charge, amount: 100 }, { key: walk.keys.refund });
    const { status, text, body } = await until(ask, (answer) => answer.status !== 409);
    expect(status).toBe(200);
    walk.refunded = { text, refund: body };
  }
};

const load = (client: Client, walks: Walk[], isOver: () => boolean): Promise<unknown> => {
  const worker = async () => {
    while (!isOver()) {
      const keys = { create: newKey(), confirm: newKey(), refund: newKey() };
      const walk: Walk = { keys };
      walks.push(walk);
      await advance(client, walk).catch((error: unknown) => {
        // Only that the service is gone may stop it.
        if (!isOver()) throw error;
      });
    }
  };
  return Promise.all(Array.from({ length: 8 }, worker));
};

test('kill -9 under load: an acknowledged call is there, any other has one effect when repeated', async () => {
  const folder = temporaryFolder();
  closers.push(folder.remove);
  const port = await freePort();
  const first = await start(folder.path, port);
  const published = await apiClient(first).call('POST', '/v1/routing/rules', {
    body: rule('kept', { stripe: 3, adyen: 1 }),
  });
  expect(published.status).toBe(200);

  const walks: Walk[] = [];
  let over = false;
  const loaded = load(apiClient(first), walks, () => over);
  await until(
    async () => walks.filter(({ refunded }) => refunded).length,
    (done) => done >= 60,
  );
  over = true;
  await Promise.all([first.kill(), loaded]);
  expect(await first.ended).toEqual({ code: null, signal: 'SIGKILL' });

  const second = await start(folder.path, port);
  const client = apiClient(second);
  expect([second.base_url, second.api_key]).toEqual([first.base_url, first.api_key]);
  await untilFree(first.environment.AWS_ENDPOINT_URL_DYNAMODB ?? '');
  await expect(start(folder.path, 0)).rejects.toThrow(/is in use by another running service/);
  // The processes of before may have left an older document, for a few seconds.
  const kept = await until(
    () => client.call('GET', '/v1/routing/rules/kept'),
    ({ status }) => status === 200,
  );
  expect(kept.body).toMatchObject({ version: 1 });

  for (const { opened, paid, refunded, keys } of walks) {
    if (!opened) continue;
    expect((await client.create({}, { key: keys.create })).text).toBe(opened.text);
    const { body } = await client.session(opened.session.id);
    expect([body.id, body.amount]).toEqual([opened.session.id, 2599]);
    if (!paid) continue;
    expect(body).toMatchObject({ payment_status: 'paid', charge: paid.charge });
    expect((await client.confirm(body.id, card(), { key: keys.confirm })).text).toBe(paid.text);
    if (!refunded) continue;
    const { body: charge } = await client.charge(paid.charge);
    expect(charge).toMatchObject({
      amount_refunded: 100,
      refunds: [{ id: refunded.refund.id, amount: 100 }],
    });
  }

  const unfinished = walks.filter(({ refunded }) => !refunded);
  expect(unfinished.length).toBeGreaterThan(0);
  await Promise.all(unfinished.map((walk) => advance(client, walk)));
  await agree(second, client, walks);
});

/** The PSPs' books and the service tell the same of every session. */
const agree = async (service: Service, client: Client, walks: readonly Walk[]): Promise<void> => {
  const admin = pspAdmin(service);
  const sessions = await Promise.all(
    walks.map(async ({ opened }) => (await client.session(opened?.session.id ?? '')).body),
  );
  const references = sessions.flatMap(({ routing }) => routing.attempts.map(({ charge }) => charge));
  const money = await until(
    () => admin.moneyOf(references),
    (all) => all.every(({ amount_captured }) => amount_captured === 2599),
  );
  const paid = sessions.filter(({ payment_status }) => payment_status === 'paid');
  expect(money.map(({ reference }) => reference).sort()).toEqual(paid.map(({ charge }) => charge).sort());
  for (const psp of psps) {
    const { payments, refunds } = await until(
      () => admin.ledger(psp),
      (ledger) => ledger.refunds.every(({ status }) => status === 'succeeded'),
    );
    const refunded = walks.filter(({ refunded: done }) => done?.refund.psp === psp);
    expect([psp, refunds.length]).toEqual([psp, refunded.length]);
    for (const { amount_refunded } of payments) expect(amount_refunded).toBeLessThanOrEqual(100);
  }
};
