import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  adyenManual,
  adyenPayment,
  checkoutPayment,
  intentParams,
  methodParams,
} from '../psp-simulators/samples.ts';
import { apiClient, type Charge, newKey, type Refund } from './api-client.ts';
import { pspAdmin } from './psp-admin.ts';
import { readSecret } from './read-secret.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

type Known = Charge & {
  readonly amount_refundable: number;
  readonly other_payments: readonly { readonly psp_reference: string; readonly charge: string }[];
  readonly other_payment_of: string | null;
};

let keys: Readonly<Record<string, { readonly api_key: string }>>;
const service = withService();
const client = apiClient(service);
beforeAll(async () => {
  keys = JSON.parse(await readSecret(service, 'payments/psp')).psp;
});

const post = async (psp: string, path: string, body: string, headers: Record<string, string>) => {
  const answer = await fetch(`${service.psps[psp]}${path}`, { method: 'POST', body, headers });
  if (!answer.ok) throw new Error(`${psp} refuses ${path}: ${await answer.text()}`);
  return (await answer.json()) as { readonly id?: string };
};
const keyOf = (psp: string): string => keys[psp]?.api_key ?? '';
const json = { 'content-type': 'application/json' };

/** Another program pays at the PSP under a charge's reference. */
const pay: Readonly<Record<string, (charge: string, manual: boolean) => Promise<unknown>>> = {
  stripe: async (charge, manual) => {
    const call = (path: string, fields: object) =>
      post('stripe', path, new URLSearchParams(Object.entries(fields)).toString(), {
        authorization: `Bearer ${keyOf('stripe')}`,
        'content-type': 'application/x-www-form-urlencoded',
      });
    const capture_method = manual ? 'manual' : 'automatic';
    const intent = await call('/v1/payment_intents', {
      ...intentParams,
      capture_method,
      'metadata[charge]': charge,
    });
    const method = await call('/v1/payment_methods', methodParams());
    return call(`/v1/payment_intents/${intent.id}/confirm`, { payment_method: method.id });
  },
  checkout_com: (reference, manual) =>
    post('checkout_com', '/payments', JSON.stringify(checkoutPayment({ reference, capture: !manual })), {
      ...json,
      authorization: `Bearer ${keyOf('checkout_com')}`,
    }),
  adyen: (reference, manual) =>
    post('adyen', '/payments', JSON.stringify(adyenPayment({ reference, ...(manual ? adyenManual : {}) })), {
      ...json,
      'x-api-key': keyOf('adyen'),
    }),
};

const read = async (charge: string): Promise<Known> => (await client.charge(charge)).body as Known;

/** A charge that is paid or held, and a second payment under its reference. */
const paidTwice = async (psp: string, { manual = false } = {}) => {
  const capture_method = manual ? 'manual' : 'automatic';
  const { body: opened } = await client.create({ routing_rule: psp, capture_method });
  const { body } = await client.confirm(opened.id);
  const first = body.charge ?? '';
  await pay[psp]?.(first, manual);
  const { other_payments } = await until(
    () => read(first),
    (charge) => charge.other_payments.length > 0,
  );
  const [other] = other_payments;
  if (!other) throw new Error('no other payment');
  return { first, ...other };
};

describe.each(['stripe', 'checkout_com'])('a second payment under a charge’s reference at %s', (psp) => {
  test('is a charge of its own, and is refunded by its name at the PSP', async () => {
    const { first, charge, psp_reference } = await paidTwice(psp);
    const other = await until(
      () => read(charge),
      ({ amount_captured }) => amount_captured === 2599,
    );
    expect(other).toMatchObject({
      other_payment_of: first,
      psp_reference,
      status: 'captured',
      external: true,
    });
    // Checkout.com refunds what it has captured, which it does a little after it says yes.
    await until(
      () => pspAdmin(service).moneyOf([first]),
      (payments) => payments.every(({ amount_captured }) => amount_captured === 2599),
    );
    const key = newKey();
    const ask = () => client.refund({ charge: first, psp_reference, amount: 599 }, { key });
    const refund = await ask();
    expect([refund.status, refund.body]).toMatchObject([200, { charge, amount: 599 }]);
    const again = await ask();
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([refund.text, 'true']);
    expect(await read(charge)).toMatchObject({ amount_refundable: 2000 });
    expect(await read(first)).toMatchObject({ amount_refundable: 2599, refunds: [], status: 'captured' });
    const { body } = await until(
      () => client.call<Refund>('GET', `/v1/refunds/${refund.body.id}`),
      ({ status }) => status === 200,
    );
    expect(body).toMatchObject({ charge });
  });

  test('is released by its name at the PSP, if it is only held', async () => {
    const { first, charge, psp_reference } = await paidTwice(psp, { manual: true });
    const canceled = await client.cancel({ charge: first, psp_reference });
    expect([canceled.status, canceled.body.id]).toEqual([200, charge]);
    await until(
      () => read(charge),
      ({ status }) => status === 'canceled',
    );
    expect((await read(first)).status).toBe('authorized');
  });
});

test('at a PSP that cannot be asked it waits for a person', async () => {
  const { first, charge, psp_reference } = await paidTwice('adyen');
  const other = await read(charge);
  expect(other).toMatchObject({ status: 'needs_review', amount_captured: 0 });
  const refused = await client.refund({ charge: first, psp_reference });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'charge_not_refundable']);
  const decision = { outcome: 'captured', amount: 2599, note: 'seen at Adyen', revision: other.revision };
  expect((await client.decide(charge, decision)).status).toBe(200);
  expect((await client.refund({ charge: first, psp_reference })).status).toBe(200);
  expect(await read(first)).toMatchObject({ amount_refundable: 2599 });
});

test('the charge’s own payment may be named; one that it does not have is refused, and the field named', async () => {
  const { body: opened } = await client.create({ routing_rule: 'stripe' });
  const { body } = await client.confirm(opened.id);
  const charge = body.charge ?? '';
  const { psp_reference } = await read(charge);
  const key = newKey();
  const own = await client.refund({ charge, psp_reference, amount: 100 }, { key });
  expect([own.status, own.body]).toMatchObject([200, { charge }]);
  const other = await client.refund({ charge, amount: 100 }, { key });
  expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
  for (const call of [client.refund, client.cancel]) {
    const refused = await call({ charge, psp_reference: 'pi_of_nobody' });
    expect([refused.status, refused.body.error]).toMatchObject([
      404,
      { code: 'resource_missing', param: 'psp_reference' },
    ]);
  }
  const nobody = await client.refund({ charge: `ch_${'0'.repeat(26)}`, psp_reference: 'pi_1' });
  expect(nobody.body.error).toMatchObject({ code: 'resource_missing', param: 'charge' });
});
