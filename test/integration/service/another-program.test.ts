import { expect, test } from '@jest/globals';
import { merchantAccount } from '../../../local/psp/adyen/merchant-account.ts';
import { apiClient } from './api-client.ts';
import { readSecret } from './read-secret.ts';
import { rulesOf } from './rules-of.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

const service = withService({ rules: rulesOf() });
const client = apiClient(service);

test('what another program does to our payment at Adyen, under a name of its own, is taken over', async () => {
  const { psp } = JSON.parse(await readSecret(service, 'payments/psp')) as {
    readonly psp: { readonly adyen: { readonly api_key: string } };
  };
  const { body: session } = await client.create({ routing_rule: 'adyen', capture_method: 'manual' });
  await client.confirm(session.id);
  const id = (await client.session(session.id)).body.charge ?? '';
  const current = async () => (await client.charge(id)).body;
  const { psp_reference } = await until(current, ({ status }) => status === 'authorized');
  const modify = async (what: string, reference: string, value: number): Promise<void> => {
    const answer = await fetch(`${service.psps.adyen}/payments/${psp_reference}/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': psp.adyen.api_key },
      body: JSON.stringify({ merchantAccount, reference, amount: { currency: 'EUR', value } }),
    });
    expect([answer.status, await answer.text()]).toEqual([201, expect.any(String)]);
  };

  await modify('captures', 'ORDER-17', 1_000);
  const captured = await until(current, ({ amount_captured }) => amount_captured > 0);
  expect(captured).toMatchObject({
    status: 'captured',
    amount_captured: 1_000,
    external: true,
    capture: null,
  });

  await modify('refunds', 'ORDER-17-BACK', 400);
  const { refunds } = await until(current, (charge) => charge.refunds.length > 0);
  expect(refunds).toMatchObject([{ amount: 400, status: 'succeeded', external: true }]);
  expect(await current()).toMatchObject({ amount_refunded: 400, amount_refundable: 600 });
});
