import { describe, expect, test } from '@jest/globals';
import { apiClient, paid } from './api-client.ts';
import { pspAdmin } from './psp-admin.ts';
import { readTables } from './read-tables.ts';
import { rulesOf } from './rules-of.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

type Dispute = {
  readonly id: string;
  readonly charge: string;
  readonly status: string;
  readonly amount: number;
  readonly created: number;
};
type Disputes = {
  readonly data: readonly Dispute[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
};
type DisputedCharge = {
  readonly amount_disputed: number;
  readonly amount_refundable: number;
  readonly disputes: readonly Dispute[];
};

const service = withService({ rules: rulesOf() });
const client = apiClient(service);
const admin = pspAdmin(service);

const charge = async (id: string): Promise<DisputedCharge> =>
  (await client.charge(id)).body as unknown as DisputedCharge;
const list = async (query = ''): Promise<Disputes> =>
  (await client.call<Disputes>('GET', `/v1/disputes${query}`)).body;

/** A paid charge, of which so much is disputed. */
const disputed = async (psp: 'stripe' | 'adyen' | 'checkout_com', amount: number) => {
  const { charge: id } = await paid(client, { routing_rule: psp });
  await until(
    () => admin.ledger(psp),
    ({ payments }) =>
      payments.some(({ reference, amount_captured }) => reference === id && amount_captured > 0),
  );
  await admin.dashboard(psp, { act: 'dispute', payment: id, amount });
  const { disputes } = await until(
    () => charge(id),
    (now) => now.disputes.length > 0,
  );
  const [one] = disputes;
  if (one === undefined) throw new Error('no dispute');
  return { id, dispute: one };
};

/** A row follows its charge within seconds. */
const row = (id: string, status: string) =>
  until(
    () => client.call<Dispute>('GET', `/v1/disputes/${id}`),
    (answer) => answer.status === 200 && answer.body.status === status,
  );

test.each(['stripe', 'adyen', 'checkout_com'] as const)(
  'a dispute at %s is on its charge, in the list and found by its id; won, it gives back',
  async (psp) => {
    const { id, dispute } = await disputed(psp, 1_000);
    expect(dispute).toMatchObject({
      id: expect.stringMatching(/^dp_[\w-]{22}$/),
      object: 'dispute',
      charge: id,
      psp,
      psp_reference: expect.any(String),
      amount: 1_000,
      currency: 'eur',
      reason: 'fraudulent',
      psp_reason: expect.any(String),
      stage: 'dispute',
      status: 'open',
      respond_by: expect.any(Number),
    });
    expect(await charge(id)).toMatchObject({ amount_disputed: 1_000, amount_refundable: 1_599 });
    expect((await row(dispute.id, 'open')).body).toEqual(dispute);
    expect((await list(`?charge=${id}`)).data).toEqual([dispute]);
    await until(
      () => list(`?psp=${psp}&status=open`),
      ({ data }) => data.some((one) => one.id === dispute.id),
    );

    await admin.dashboard(psp, { act: 'win', payment: id });
    await row(dispute.id, 'won');
    expect(await charge(id)).toMatchObject({ amount_disputed: 0, amount_refundable: 2_599 });
    const events = (await readTables(service)).events
      .map((item) => JSON.parse((item as { readonly body?: { readonly S: string } }).body?.S ?? '{}'))
      .filter(({ data }) => data?.id === dispute.id)
      .map(({ type }) => type);
    expect(events.sort()).toEqual(['dispute.opened', 'dispute.won']);
  },
);

describe('a refund of a disputed charge', () => {
  test('is refused for the disputed amount, made for the rest, and over the dispute if asked to', async () => {
    const { id, dispute } = await disputed('checkout_com', 2_000);
    const refused = await client.refund({ charge: id, amount: 600 });
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'charge_disputed', param: 'charge' },
    ]);
    const rest = await client.refund({ charge: id });
    expect(rest.body).toMatchObject({ amount: 599, status: 'pending' });
    expect((await client.refund({ charge: id })).body.error.code).toBe('charge_disputed');
    expect((await client.refund({ charge: id, allow_disputed: 'yes' })).body.error).toMatchObject({
      code: 'parameter_invalid',
      param: 'allow_disputed',
    });
    const over = await client.refund({ charge: id, amount: 2_000, allow_disputed: true });
    expect(over.body).toMatchObject({ amount: 2_000, status: 'pending' });
    expect(await charge(id)).toMatchObject({ amount_refundable: 0, amount_disputed: 2_000 });

    await admin.dashboard('checkout_com', { act: 'lose', payment: id });
    await row(dispute.id, 'lost');
    expect((await client.refund({ charge: id, allow_disputed: true })).body.error.code).toBe(
      'charge_already_refunded',
    );
    await until(
      async () => service.output(),
      (output) => output.includes('"event":"over_returned"'),
    );
  });
});

test('a PSP that refunds nothing of a disputed payment has the last word, and nothing stays reserved', async () => {
  const { id } = await disputed('stripe', 2_000);
  const refused = await client.refund({ charge: id, amount: 599, allow_disputed: true });
  expect(refused.body).toMatchObject({ amount: 599, status: 'failed', failure_reason: 'invalid_request' });
  expect(await charge(id)).toMatchObject({ amount_refundable: 599, amount_disputed: 2_000 });
  await admin.dashboard('stripe', { act: 'win', payment: id });
  await until(
    () => charge(id),
    ({ amount_disputed }) => amount_disputed === 0,
  );
  expect((await client.refund({ charge: id })).body).toMatchObject({ amount: 2_599, status: 'succeeded' });
});

test('a page continues where the one before ended', async () => {
  for (const _ of [1, 2, 3]) await disputed('stripe', 700);
  await until(
    () => list('?amount[gte]=700&amount[lte]=700'),
    ({ data }) => data.length >= 3,
  );
  const first = await list('?amount[gte]=700&amount[lte]=700&limit=2');
  expect([first.data.length, first.has_more]).toEqual([2, true]);
  const second = await list(`?amount[gte]=700&amount[lte]=700&limit=2&starting_after=${first.next_cursor}`);
  const ids = [...first.data, ...second.data].map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
});

test.each([
  ['/v1/disputes/dp_0000000000000000000000', 404, 'resource_missing', 'id'],
  ['/v1/disputes/re_00000000000000000000000000', 404, 'resource_missing', 'id'],
  ['/v1/disputes?status=pending', 400, 'parameter_invalid', 'status'],
  ['/v1/disputes?open=true', 400, 'parameter_unknown', 'open'],
])('%s', async (path, status, code, param) => {
  const answer = await client.call('GET', path);
  expect([answer.status, answer.body.error]).toMatchObject([status, { code, param }]);
});
