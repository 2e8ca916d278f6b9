import { describe, expect, test } from '@jest/globals';
import { confirmSession } from '../../../lib/payments/confirm/confirm-session.ts';
import { wallets } from '../../../lib/types/given-method.ts';
import type { Decline } from '../../../lib/types/outcome.ts';
import { declines } from '../../../lib/types/outcome.ts';
import type { AuthorizationResult, Psp } from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import type { Session } from '../../../lib/types/session.ts';
import { oneCharge } from './one-charge.ts';

const took: AuthorizationResult = { outcome: 'captured', psp_reference: 'pi_2', amount_captured: 2_599 };
const routing: Session['routing'] = {
  rule: 'default',
  version: 1,
  override: null,
  plan: ['stripe', 'other', 'third'],
  skipped: [],
  // All that a rule may list.
  failover: {
    on: [
      'psp_unavailable',
      'rate_limited',
      'issuer_unavailable',
      'processor_error',
      'not_supported',
      'do_not_honor',
    ],
    max_attempts: 3,
    attempt_timeout_ms: 8_000,
  },
};

/** A session at three PSPs, the last of which takes no wallet. They answer so, one after the other. */
const open = async (answers: readonly AuthorizationResult[], wallet_plan?: readonly string[]) => {
  const waiting = [...answers];
  const asked: string[] = [];
  const one = await oneCharge({
    session: {
      payment_status: 'unpaid',
      charge: null,
      attempts: [],
      routing: { ...routing, ...(wallet_plan && { wallet_plan }) },
      collect: ['country'],
    },
    capabilities: { wallets },
    psp: {
      authorize: async ({ reference }) => {
        asked.push((await one.store.charge(reference))?.psp ?? '');
        return waiting.shift() ?? { outcome: 'unknown', doubt: 'timeout' };
      },
      tokenKind: () => 'stored',
    } as Partial<Psp>,
  });
  const { accounts } = one.ports.psps;
  const [account] = accounts;
  if (!account) throw new Error('there is one account');
  const psps = {
    accounts: [
      account,
      { ...account, id: 'other' },
      { ...account, id: 'third', capabilities: { ...account.capabilities, wallets: [] } },
    ],
    connect: () => one.ports.psps.connect('stripe'),
  };
  const pay = (given: readonly string[]) =>
    confirmSession(
      { ...one.ports, psps },
      {
        session: one.first.session,
        payment_method: { type: 'applepay', token: secret('{"data":"sealed"}'), psps: given },
        return_url: (charge) => `https://pay.example/${charge}`,
      },
    );
  return { ...one, asked, pay };
};

const declined = (outcome: Decline): AuthorizationResult => ({ outcome, code: 'x' });

describe('a wallet’s token', () => {
  test('goes to the PSPs that can read it, in the order of the plan', async () => {
    const { asked, pay, session } = await open([took]);
    await pay(['third', 'other']);
    expect(asked).toEqual(['other']);
    expect(await session()).toMatchObject({
      payment_status: 'paid',
      passed_over: [{ psp: 'third', reason: 'wallet_not_supported' }],
    });
  });

  test('goes on to the next of them only if the first has done nothing', async () => {
    const untouched: readonly Decline[] = ['not_sent', 'psp_unavailable', 'rate_limited', 'not_supported'];
    for (const outcome of declines) {
      const { asked, pay } = await open([declined(outcome), took]);
      await pay(['stripe', 'other']).catch(() => {});
      expect([outcome, asked]).toEqual([
        outcome,
        untouched.includes(outcome) ? ['stripe', 'other'] : ['stripe'],
      ]);
    }
  });

  test('goes nowhere else after a no of its only PSP, nor after an unknown', async () => {
    const alone = await open([declined('psp_unavailable'), took]);
    await alone.pay(['stripe']).catch(() => {});
    expect(alone.asked).toEqual(['stripe']);
    const doubt = await open([{ outcome: 'unknown', doubt: 'timeout' }, took]);
    await doubt.pay(['stripe', 'other']);
    // Under the same key, which a PSP answers with what became of the first.
    expect(new Set(doubt.asked)).toEqual(new Set(['stripe']));
  });

  test('goes by the plan for wallets, if the session has one', async () => {
    const { asked, pay, session } = await open([declined('psp_unavailable'), took], ['other', 'stripe']);
    await pay(['stripe', 'other', 'third']);
    expect(asked).toEqual(['other', 'stripe']);
    expect(await session()).toMatchObject({
      payment_status: 'paid',
      attempts: [
        { psp: 'other', wallet: true },
        { psp: 'stripe', wallet: true },
      ],
    });
    const elsewhere = await open([took], ['other']);
    await expect(elsewhere.pay(['stripe'])).rejects.toMatchObject({
      code: 'parameter_invalid',
      details: { param: 'payment_method.psps', for_merchant: 'The plan is other.' },
    });
    expect(elsewhere.asked).toEqual([]);
  });

  test('is refused before anything is written if no PSP of the plan can read it', async () => {
    const { asked, pay, session } = await open([took]);
    await expect(pay(['elsewhere'])).rejects.toMatchObject({
      code: 'parameter_invalid',
      details: { param: 'payment_method.psps' },
    });
    await expect(pay(['third'])).rejects.toMatchObject({ code: 'no_eligible_psp' });
    expect(asked).toEqual([]);
    expect(await session()).toMatchObject({ payment_status: 'unpaid', confirms: 0 });
  });

  test('is stored nowhere, and says nothing about a card', async () => {
    const { pay, session, store } = await open([took]);
    await pay(['stripe']);
    const kept = [await session(), await store.charge((await session())?.charge ?? '')];
    expect(JSON.stringify(kept)).not.toContain('sealed');
    expect(kept[1]).not.toHaveProperty('particulars');
  });
});
