import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, openPsps, type PspClient } from './psp-client.ts';
import { adyenPayment, checkoutPayment, intentParams } from './samples.ts';

let client: PspClient;
beforeAll(async () => {
  client = await openPsps({ seed: 7 });
});
afterAll(() => client.close());

/** One call that takes money, for each PSP. */
const pay = {
  stripe: () =>
    client.stripe('/v1/payment_intents', {
      ...intentParams,
      confirm: 'true',
      payment_method: 'pm_card_visa',
    }),
  adyen: () => client.adyen('/payments', adyenPayment()),
  checkout_com: () => client.checkout('/payments', checkoutPayment({ capture: false })),
};
const psps = ['stripe', 'adyen', 'checkout_com'] as const;

afterEach(async () => {
  for (const psp of psps) await client.fault(psp, { kind: 'ok' });
});

const taken = async (psp: string) =>
  (await client.ledger(psp)).payments.reduce((sum, row) => sum + row.amount_authorized, 0);

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: { cause?: { code?: string } }) => error.cause?.code,
  );

/** The error of a new connection: a call before it may have taken one that was kept open, and that the fault has just cut. */
const errorOfNew = async (pay: () => Promise<unknown>): Promise<string | undefined> => {
  const code = await errorOf(pay());
  return ['ECONNRESET', 'UND_ERR_SOCKET'].includes(code ?? '') ? errorOfNew(pay) : code;
};

describe.each(psps)('%s', (psp) => {
  test('down: the port refuses connections, the admin API still answers, ok opens it again', async () => {
    await client.fault(psp, { kind: 'down' });
    expect(await errorOfNew(pay[psp])).toBe('ECONNREFUSED');
    expect(Array.isArray((await client.ledger(psp)).payments)).toBe(true);
    await client.fault(psp, { kind: 'ok' });
    expect([200, 201]).toContain((await pay[psp]()).status);
  });

  test.each([
    ['reset-before', 0],
    ['reset-after', 2599],
  ])('%s: the connection is cut, %s taken', async (kind, amount) => {
    const before = await taken(psp);
    await client.fault(psp, { kind });
    expect(await errorOf(pay[psp]())).toBe('UND_ERR_SOCKET');
    expect((await taken(psp)) - before).toBe(amount);
  });

  test.each([
    ['5xx', 500, 0],
    ['5xx-after', 500, 2599],
    ['rate-limit', 429, 0],
    ['unauthorized', 401, 0],
    ['html', 200, 2599],
  ])('%s: HTTP %s, %s taken', async (kind, status, amount) => {
    const before = await taken(psp);
    await client.fault(psp, { kind });
    const answer = await pay[psp]();
    expect(answer.status).toBe(status);
    if (kind === 'html') expect(answer.headers.get('content-type')).toBe('text/html');
    expect((await taken(psp)) - before).toBe(amount);
  });

  test('wrong-amount: the books are right, the answer is not', async () => {
    const before = await taken(psp);
    await client.fault(psp, { kind: 'wrong-amount' });
    const { json } = await pay[psp]();
    expect(json.amount.value ?? json.amount).toBe(2600);
    expect((await taken(psp)) - before).toBe(2599);
  });

  test('late-effect: the client is cut off first, the money is taken afterwards', async () => {
    const before = await taken(psp);
    await client.fault(psp, { kind: 'late-effect', ms: 5_000 });
    expect(await errorOf(pay[psp]())).toBe('UND_ERR_SOCKET');
    expect((await taken(psp)) - before).toBe(0);
    await eventually(async () => (await taken(psp)) - before === 2599);
  });

  test('slow: the effect is there before the answer, which comes once the fault ends', async () => {
    const before = await taken(psp);
    await client.fault(psp, { kind: 'slow', ms: 600_000 });
    let answered = false;
    const call = pay[psp]().then(() => {
      answered = true;
    });
    await eventually(async () => (await taken(psp)) - before === 2599);
    expect(answered).toBe(false);
    await client.fault(psp, { kind: 'ok' });
    await call;
  });

  test('decline: the next payment is declined with the code', async () => {
    const code = { stripe: 'insufficient_funds', adyen: '12', checkout_com: '20051' }[psp];
    const before = await taken(psp);
    await client.fault(psp, { kind: 'decline', code });
    expect((await pay[psp]()).text).toContain(code);
    expect((await taken(psp)) - before).toBe(0);
  });

  test('only: other calls are not hit', async () => {
    await client.fault(psp, { kind: '5xx', only: 'refund' });
    expect([200, 201]).toContain((await pay[psp]()).status);
  });
});

test('Stripe keeps a 500 that came after the effect under its key, and only that one', async () => {
  const confirm = (key: string) =>
    client.stripe(
      '/v1/payment_intents',
      { ...intentParams, confirm: 'true', payment_method: 'pm_card_visa' },
      { 'idempotency-key': key },
    );
  await client.fault('stripe', { kind: '5xx' });
  expect((await confirm('f1')).status).toBe(500);
  await client.fault('stripe', { kind: '5xx-after' });
  const lost = await confirm('f2');
  await client.fault('stripe', { kind: 'ok' });
  expect((await confirm('f1')).status).toBe(200);
  const replayed = await confirm('f2');
  expect([replayed.status, replayed.text]).toEqual([500, lost.text]);
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
});

test('while a late effect is on its way its key is in flight, afterwards it replays the success', async () => {
  const key = { 'idempotency-key': 'late' };
  const confirm = () =>
    client.stripe(
      '/v1/payment_intents',
      { ...intentParams, confirm: 'true', payment_method: 'pm_card_visa' },
      key,
    );
  await client.fault('stripe', { kind: 'late-effect', ms: 5_000 });
  await errorOf(confirm());
  await client.fault('stripe', { kind: 'ok' });
  expect((await confirm()).status).toBe(409);
  const done = await eventually(async () => {
    const answer = await confirm();
    return answer.status === 200 && answer;
  });
  expect(done.headers.get('idempotent-replayed')).toBe('true');
});

test('a rate hits its share of the calls, the same ones for the same seed', async () => {
  const run = async () => {
    const seeded = await openPsps({ psps: ['adyen'], seed: 42 });
    await seeded.fault('adyen', { kind: 'rate-limit', rate: 0.3 });
    const statuses: number[] = [];
    for (let call = 0; call < 60; call++)
      statuses.push((await seeded.adyen('/payments', adyenPayment())).status);
    await seeded.close();
    return statuses;
  };
  const [first, second] = [await run(), await run()];
  expect(second).toEqual(first);
  const hit = first.filter((status) => status === 429).length;
  expect(hit).toBeGreaterThan(6);
  expect(hit).toBeLessThan(36);
});

test('several faults at once, each with its rate', async () => {
  await client.fault('stripe', [
    { kind: '5xx', rate: 0 },
    { kind: 'rate-limit', only: 'authorize' },
  ]);
  expect((await pay.stripe()).status).toBe(429);
});

test.each([
  [{ kind: 'explode' }],
  [{ kind: 'slow', ms: -1 }],
  [{ kind: '5xx', rate: 2 }],
  [{ kind: '5xx', only: 'everything' }],
  [{ kind: 'down', rate: 0.5 }],
  [{ kind: 'decline' }],
  [{ kind: '5xx', ms: 5 }],
  [{ kind: '5xx', surprise: true }],
])('%j is refused and changes nothing', async (fault) => {
  expect((await client.admin('/psps/stripe/faults', fault)).status).toBe(400);
  expect((await client.admin('/psps/stripe/faults')).json).toEqual({ faults: [] });
});
