import { afterEach, describe, expect, test } from '@jest/globals';
import { ruleSchema } from '../../../lib/routing/rule-schema.ts';
import type { RulesDocument } from '../../../lib/types/routing.ts';
import { sealCard } from '../../../local/psp/framework/simulated-wallet.ts';
import { simulators } from '../../../local/psp/simulators.ts';
import { apiClient, browser, type Client } from '../service/api-client.ts';
import { methodAt, subjectOf } from '../service/method-at.ts';
import { rule } from '../service/rules-of.ts';
import { until } from '../service/until.ts';
import { withService } from '../service/with-service.ts';

/** What happens to real payments, at each PSP on its simulator, through the whole service. */
const psps = simulators.map(({ id }) => id);

/** The PSP that takes what another refuses. */
const second = (psp: string): string => (psp === 'stripe' ? 'adyen' : 'stripe');

const rules = (): RulesDocument => {
  // What a rule gets that leaves it out.
  const { failover } = ruleSchema.parse({ name: 'default', targets: [{ psp: 'stripe', weight: 1 }] });
  const all = psps.flatMap((psp) => [
    rule(psp, { [psp]: 1 }),
    { ...rule(`${psp}_first`, { [psp]: 1, [second(psp)]: 0 }), failover },
  ]);
  const named = [rule('default', { stripe: 1 }), ...all];
  return {
    rules: Object.fromEntries(named.map((one) => [one.name, { ...one, version: 1, created: 1_700_000_000 }])),
  };
};

const service = withService({ rules: rules() });
const api = apiClient(service);
afterEach(async () => {
  for (const psp of psps) await steer(psp, 'faults', { kind: 'ok' });
});

const steer = async (psp: string, what: 'faults' | 'dashboard', body: object): Promise<void> => {
  const answer = await fetch(`${service.admin}/psps/${psp}/${what}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
};
const booked = async (psp: string, reference: string | null) => {
  const { payments } = await (await fetch(`${service.admin}/psps/${psp}/ledger`)).json();
  return payments.filter((row: { reference: string }) => row.reference === reference);
};
const confirm = async (routing_rule: string, psp: string, fields: object = {}) => {
  const { body: opened } = await api.create({ routing_rule, ...fields });
  const { status, body } = await api.call<Awaited<ReturnType<Client['confirm']>>['body']>(
    'POST',
    `/v1/checkout/sessions/${opened.id}/confirm`,
    {
      body: { payment_method: methodAt(psp), browser },
    },
  );
  return { id: opened.id, status, body };
};
const charge = async (id: string | null) =>
  (await api.charge(id ?? '')).body as Awaited<ReturnType<Client['charge']>>['body'] & {
    readonly amount_disputed: number;
    readonly amount_refundable: number;
    readonly disputes: readonly { readonly status: string; readonly psp: string }[];
  };

describe.each(psps)('at %s', (psp) => {
  const { adapter, codes } = subjectOf(psp);
  const { card: takesCards, requests_challenge, wallets } = adapter.capabilities;

  test('an account that is not set up for the payment: nothing is done there, and the next PSP takes a card', async () => {
    await steer(psp, 'faults', { kind: 'account-refused' });
    const { id, status, body } = await confirm(`${psp}_first`, psp);
    const { attempts } = (await api.session(id)).body.routing;
    expect(attempts[0]).toMatchObject({ psp, outcome: 'not_supported' });
    expect(await booked(psp, attempts[0]?.charge ?? '')).not.toContainEqual(
      expect.objectContaining({ amount_authorized: 2_599 }),
    );
    if (!takesCards) {
      // A token is its own PSP's.
      expect([status, attempts.length, body.error.decline_code]).toEqual([402, 1, 'not_supported']);
      return;
    }
    expect([status, body.payment_status]).toEqual([200, 'paid']);
    expect(attempts[1]).toMatchObject({ psp: second(psp), outcome: 'captured' });
    await until(
      () => booked(second(psp), body.charge),
      ([row]) => row?.amount_captured === 2_599,
    );
  });

  test('a hold that expires ends the payment, and takes no capture', async () => {
    const { id, body } = await confirm(psp, psp, { capture_method: 'manual' });
    expect(body.payment_status).toBe('authorized');
    await until(
      () => booked(psp, body.charge),
      ([row]) => row?.amount_authorized === 2_599,
    );
    await steer(psp, 'dashboard', { act: 'expire', payment: body.charge });
    await until(
      async () => (await api.session(id)).body,
      ({ payment_status }) => payment_status === 'canceled',
    );
    expect(await charge(body.charge)).toMatchObject({ status: 'canceled', amount_captured: 0 });
    const captured = await api.capture({ charge: body.charge });
    expect([captured.status, captured.body.error.type]).toEqual([409, 'invalid_request_error']);
    expect(await booked(psp, body.charge)).toMatchObject([{ amount_captured: 0 }]);
  });

  test('a disputed amount is not returned twice by accident; once won, it can be refunded', async () => {
    const { body } = await confirm(psp, psp);
    await until(
      () => booked(psp, body.charge),
      ([row]) => row?.amount_captured === 2_599,
    );
    await steer(psp, 'dashboard', { act: 'dispute', payment: body.charge, amount: 2_000 });
    const disputed = await until(
      () => charge(body.charge),
      ({ amount_disputed }) => amount_disputed === 2_000,
    );
    expect(disputed.disputes).toMatchObject([{ status: 'open', psp }]);
    const refused = await api.refund({ charge: body.charge, amount: 600 });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'charge_disputed']);
    await steer(psp, 'dashboard', { act: 'win', payment: body.charge });
    await until(
      () => charge(body.charge),
      ({ disputes: [one] }) => one?.status === 'won',
    );
    const refund = await api.refund({ charge: body.charge, amount: 600 });
    expect([refund.status, refund.body.amount]).toEqual([200, 600]);
    expect(await charge(body.charge)).toMatchObject({ amount_refundable: 1_999 });
  });

  test('"authentication required" is repeated once with a challenge if the PSP can request one, and never elsewhere', async () => {
    await steer(psp, 'faults', { kind: 'decline', code: codes.insists_on_authentication });
    const { id, status, body } = await confirm(`${psp}_first`, psp);
    const attempts = (await api.session(id)).body.routing.attempts.map(({ psp: at, outcome }) => [
      at,
      outcome,
    ]);
    if (!requests_challenge) {
      expect([status, attempts]).toEqual([402, [[psp, 'authentication_required']]]);
      return;
    }
    expect([status, attempts]).toEqual([
      200,
      [
        [psp, 'authentication_required'],
        [psp, 'requires_action'],
      ],
    ]);
    await steer(psp, 'faults', { kind: 'ok' });
    const page = body.next_action?.redirect_to_url.url ?? '';
    const back = await fetch(`${page}?result=approve`, { method: 'POST', redirect: 'manual' });
    await fetch(back.headers.get('location') ?? '', { redirect: 'manual' });
    const paid = await until(
      async () => (await api.session(id)).body,
      ({ payment_status }) => payment_status === 'paid',
    );
    await until(
      () => booked(psp, paid.charge),
      ([row]) => row?.amount_captured === 2_599,
    );
  });

  test('a wallet’s token pays where it is taken, and is refused by name elsewhere', async () => {
    const { body: opened } = await api.create({ routing_rule: psp });
    const token = sealCard('googlepay', { number: '4242424242424242', expiry_month: 12, expiry_year: 2040 });
    const { status, body } = await api.confirm(opened.id, { type: 'googlepay', token, psps: [psp] });
    if (wallets.includes('googlepay')) expect([status, body.payment_status]).toEqual([200, 'paid']);
    else
      expect(body.error).toMatchObject({
        code: 'no_eligible_psp',
        message: expect.stringContaining(`${psp}: wallet_not_supported`),
      });
  });
});
