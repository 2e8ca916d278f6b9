import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { proveKey } from '../../infra/keys/prove-key.ts';
import type { PspAdapter } from '../../lib/psp/psp-adapter.ts';
import * as registry from '../../lib/psp/registry.ts';
import { createTransport } from '../../lib/runtime/transport.ts';
import type { Charge } from '../../lib/types/charge.ts';
import type { PaymentLists } from '../../lib/types/ports.ts';
import type { AuthorizeRequest } from '../../lib/types/psp.ts';
import type { PspCredentials } from '../../lib/types/psp-account.ts';
import { secret } from '../../lib/types/secret.ts';
import { type PspSimulators, startPspSimulators } from '../../local/psp/start-psp-simulators.ts';
import { call, cardRequest, sampleAttempt } from '../conformance/samples.ts';
import { sampleCharge } from '../contract/sample-records.ts';

const adapters: Readonly<Record<string, PspAdapter>> = registry;
const psps = Object.keys(registry);
const askable = psps.filter((psp) => psp !== 'adyen');

/** Two accounts at each PSP, whose keys look alike. */
let ours: PspSimulators;
let others: PspSimulators;
beforeAll(async () => {
  [ours, others] = await Promise.all([startPspSimulators(), startPspSimulators()]);
});
afterAll(async () => {
  await Promise.all([ours.close(), others.close()]);
});

const siteAt = (
  simulators: PspSimulators,
  psp: string,
  settings = simulators.credentials[psp]?.settings ?? {},
) => ({ id: `${psp}_1`, psp, base_url: simulators.urls[psp] ?? '', livemode: false, settings });

const keysOf = (psp: string): PspCredentials =>
  ours.credentials[psp] ?? { api_key: 'none', webhook_secrets: [] };

/** Square takes no card numbers. */
const requestFor = (psp: string): AuthorizeRequest =>
  psp === 'square'
    ? {
        ...cardRequest(),
        payment_method: { type: 'psp_token', psp, token: secret('cnon:card-nonce-ok') },
      }
    : cardRequest();

/** A payment of our account, as its charge records it. */
const pay = async (psp: string, settings?: Readonly<Record<string, string>>): Promise<Charge> => {
  const account = { ...siteAt(ours, psp, settings), credentials: async () => keysOf(psp) };
  const attempt = sampleAttempt({
    reference: 'ch_01jd4x8m5v6n7p8q9r0s1t2u3v',
    currency: 'gbp',
    started: Date.now(),
  });
  const answer = await adapters[psp]
    ?.connect(account, createTransport())
    .authorize(attempt, requestFor(psp), call);
  if (answer?.outcome !== 'captured') throw new Error(`${psp} answered ${JSON.stringify(answer)}`);
  const { reference, amount, currency } = attempt;
  const { psp_reference } = answer;
  return sampleCharge(reference, {
    psp: `${psp}_1`,
    psp_reference,
    amount,
    currency,
    started: attempt.started,
  });
};

/** Pages of one account's charges, newest first; none is open, unless it says so. */
const listing = (psp: string, ...pages: readonly (readonly Charge[])[]): Pick<PaymentLists, 'charges'> => ({
  charges: async ({ filters, from }) => {
    const { open, ...named } = filters;
    expect(named).toEqual({ psp: `${psp}_1` });
    const at = Number(from?.key ?? 0);
    const more = at + 1 < pages.length;
    const rows = open ? pages.flat().filter(({ status }) => status === 'pending') : (pages[at] ?? []);
    return { rows, has_more: more, next: more ? String(at + 1) : null, previous: null };
  },
});

describe.each(askable)('a key of %s that replaces another', (psp) => {
  test('may, if it finds the newest payment', async () => {
    const charge = await pay(psp);
    const found = await proveKey(siteAt(ours, psp), keysOf(psp), listing(psp, [charge]));
    expect(found).toBe(`the key finds payment ${charge.psp_reference} of charge ${charge.id}`);
  });

  test('may not, if it is of another account, which does not know that payment', async () => {
    const charge = await pay(psp);
    await expect(proveKey(siteAt(others, psp), keysOf(psp), listing(psp, [charge]))).rejects.toThrow(
      `Nothing was stored: the key does not find payment ${charge.psp_reference} of charge ${charge.id}`,
    );
  });

  test('may not, if the PSP refuses it, or does not answer', async () => {
    const charge = await pay(psp);
    const refused = { ...keysOf(psp), api_key: 'wrong:wrong' };
    await expect(proveKey(siteAt(ours, psp), refused, listing(psp, [charge]))).rejects.toThrow(
      /^Nothing was stored/,
    );
    const nowhere = { ...siteAt(ours, psp), base_url: 'http://127.0.0.1:9' };
    await expect(proveKey(nowhere, keysOf(psp), listing(psp, [charge]))).rejects.toThrow(
      /^Nothing was stored/,
    );
  });
});

describe('a key of a PSP that cannot be asked about payments', () => {
  const charge = sampleCharge('ch_01jd4x8m5v6n7p8q9r0s1t2u3v', { psp: 'adyen_1' });

  test('may, if it is taken for the account of the settings', async () => {
    expect(await proveKey(siteAt(ours, 'adyen'), keysOf('adyen'), listing('adyen', [charge]))).toBe(
      `adyen takes the key for ${ours.credentials.adyen?.settings.merchant_account}`,
    );
  });

  test('may not otherwise', async () => {
    const elsewhere = siteAt(ours, 'adyen', { merchant_account: 'AnotherAccount' });
    await expect(proveKey(elsewhere, keysOf('adyen'), listing('adyen', [charge]))).rejects.toThrow(
      'Nothing was stored: adyen does not take the key for AnotherAccount',
    );
    const refused = { ...keysOf('adyen'), api_key: 'wrong' };
    await expect(proveKey(siteAt(ours, 'adyen'), refused, listing('adyen', [charge]))).rejects.toThrow(
      /^Nothing was stored/,
    );
  });
});

describe.each(psps)('an account of %s', (psp) => {
  const failed = sampleCharge('ch_00000000000000000000000001', { psp: `${psp}_1`, status: 'failed' });
  const { psp_reference: _, ...nameless } = sampleCharge('ch_00000000000000000000000002', {
    psp: `${psp}_1`,
  });

  test('without a payment that lasts takes any key, and its PSP is not asked', async () => {
    const asked: string[] = [];
    const said = await proveKey(
      siteAt(others, psp),
      keysOf(psp),
      listing(psp, [failed], [nameless], []),
      (request) => {
        asked.push(request.url);
        return createTransport()(request);
      },
    );
    expect(said).toBe(`${psp}_1 has made no payment yet, so any key will do`);
    expect(asked).toEqual([]);
  });
});

test('any key would hide an attempt that is open, so none is stored before that is settled', async () => {
  const { psp_reference: _, ...open } = sampleCharge('ch_00000000000000000000000001', {
    psp: 'square_1',
    status: 'pending',
  });
  await expect(
    proveKey(siteAt(others, 'square'), keysOf('square'), listing('square', [open])),
  ).rejects.toThrow(`Nothing was stored: charge ${open.id} is open at square_1`);
});

test('one payment that is gone at the PSP does not stand in the way of the key', async () => {
  const charge = await pay('checkout_com');
  const gone = { ...charge, psp_reference: 'pay_aaaaaaaaaaaaaaaaaaaaaaaaaa' };
  const lists = listing('checkout_com', [gone, charge]);
  expect(await proveKey(siteAt(ours, 'checkout_com'), keysOf('checkout_com'), lists)).toMatch(
    /^the key finds/,
  );
});

test('the newest payment is looked for on every page', async () => {
  const charge = await pay('stripe');
  const failed = sampleCharge('ch_00000000000000000000000001', { psp: 'stripe_1', status: 'failed' });
  const lists = listing('stripe', [failed], [], [charge]);
  expect(await proveKey(siteAt(ours, 'stripe'), keysOf('stripe'), lists)).toMatch(/^the key finds/);
});
