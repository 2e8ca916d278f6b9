import { describe, expect, test } from '@jest/globals';
import { type ConfirmCommand, confirmSession } from '../../../lib/payments/confirm/confirm-session.ts';
import type { Capabilities } from '../../../lib/types/capabilities.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import type { LimitWrite } from '../../../lib/types/ports.ts';
import type { AuthorizationResult, Psp } from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import type { Session } from '../../../lib/types/session.ts';
import { oneCharge, refusalOf, start } from './one-charge.ts';

const card = {
  type: 'card',
  card: {
    number: secret('5555555555554444'),
    cvc: secret('123'),
    exp_month: 12,
    exp_year: 2030,
    brand: 'mastercard',
  },
} as const;
const took: AuthorizationResult = { outcome: 'captured', psp_reference: 'pi_2', amount_captured: 2_599 };
const next_action = 'https://bank.example/3ds';
const waiting = { code: 'payment_in_progress', next_action };
const never: Partial<Capabilities> = { completes_authentication: true, cancel_by_reference: null };
const cancelable: Partial<Capabilities> = { cancel_by_reference: { result: 'synchronous' } };

const card_try = { series: 'other', id: '1800000000.old' };

type Changes = {
  readonly charge?: Partial<Charge>;
  readonly session?: Partial<Session>;
  readonly psp?: Partial<Psp>;
};

/** A session whose customer is at the bank, at a PSP that can do so much, and that takes whatever else it is asked for. */
const away = async (
  capabilities: Partial<Capabilities>,
  { charge = {}, session = {}, psp = {} }: Changes = {},
) => {
  const calls: string[] = [];
  const limits: LimitWrite[] = [];
  const one = await oneCharge({
    charge: {
      outcome: 'requires_action',
      capture_method: 'automatic',
      card_fingerprint: 'old',
      card_try,
      ...charge,
    },
    session: {
      payment_status: 'requires_action',
      next_action,
      routing: {
        rule: 'default',
        version: 1,
        override: null,
        plan: ['stripe'],
        skipped: [],
        failover: { on: ['processor_error'], max_attempts: 3, attempt_timeout_ms: 8_000 },
      },
      ...session,
    },
    capabilities,
    psp: {
      tokenKind: () => 'stored',
      authorize: async () => {
        calls.push('authorize');
        return took;
      },
      cancelByReference: async () => {
        calls.push('fence');
        return { outcome: 'canceled' };
      },
      ...psp,
    } as Partial<Psp>,
  });
  const commit = one.store.commit;
  const store = Object.create(one.store, {
    commit: {
      value: (...given: Parameters<typeof commit>) => {
        limits.push(...(given[1] ?? []));
        return commit(...given);
      },
    },
  }) as typeof one.store;
  const confirm = (changes: Partial<ConfirmCommand> = {}) =>
    confirmSession(
      { ...one.ports, store, deadline: start + 29_000 },
      {
        session: one.first.session,
        payment_method: card,
        card_fingerprint: 'new',
        return_url: (charge) => `https://pay.example/${charge}`,
        ...changes,
      },
    );
  return { ...one, calls, limits, confirm };
};

describe('another card while the customer is at the bank', () => {
  test.each([
    ['is never completed', never, ['authorize']],
    ['is canceled', cancelable, ['fence', 'authorize']],
    // What is never completed needs no cancel.
    ['is never completed, though it could be canceled', { ...never, ...cancelable }, ['authorize']],
  ])('the attempt before %s, and its card gets its try back', async (_, capabilities, expected) => {
    const { confirm, calls, limits, charge, session } = await away(capabilities);
    await confirm();
    expect(calls).toEqual(expected);
    expect(await charge()).toMatchObject({ status: 'failed', outcome: 'canceled' });
    expect(await session()).toMatchObject({ payment_status: 'paid', next_action: null, confirms: 1 });
    expect(limits.map(({ limit, id }) => `${limit} ${id}`)).toEqual([
      'give_back card#old',
      'try card#new',
      'give_back card#new',
    ]);
  });

  test.each<[string, Partial<Capabilities>, Changes]>([
    ['the PSP has no way to end it', { cancel_by_reference: null }, {}],
    ['only a webhook would tell that it is ended', { cancel_by_reference: { result: 'webhook' } }, {}],
    [
      'the cancel is not answered',
      cancelable,
      { psp: { cancelByReference: async () => ({ outcome: 'unknown', doubt: 'timeout' }) } },
    ],
    [
      'the cancel is refused',
      cancelable,
      { psp: { cancelByReference: async () => ({ outcome: 'psp_unavailable' }) } },
    ],
    [
      'the cancel is not sent',
      cancelable,
      { psp: { cancelByReference: async () => ({ outcome: 'not_sent' }) } },
    ],
    [
      'the cancel shows that the customer is still at the bank',
      cancelable,
      {
        psp: {
          cancelByReference: async () => ({
            outcome: 'requires_action',
            psp_reference: 'pi_1',
            redirect_url: next_action,
          }),
        },
      },
    ],
    [
      'another amount was seen of it',
      { ...never, ...cancelable },
      {
        charge: {
          recovery: { action: 'noted', observed: { outcome: 'unknown', doubt: 'amount_mismatch' } },
        },
      },
    ],
    ['its account is configured no more', never, { charge: { psp: 'gone' } }],
    ['the time of the session is over', never, { session: { expires_at: start / 1_000 - 1 } }],
    ['the session has taken its ten confirms', never, { session: { confirms: 10 } }],
  ])('is refused with the way on if %s', async (_, capabilities, changes) => {
    const { confirm, calls, charge, session } = await away(capabilities, changes);
    expect(await refusalOf(confirm())).toMatchObject(waiting);
    expect(calls).toEqual([]);
    expect(await charge()).toMatchObject({ status: 'requires_action' });
    expect(await session()).toMatchObject({ payment_status: 'requires_action', next_action });
  });

  test.each<[string, Partial<ConfirmCommand>, Partial<Session>, string]>([
    [
      'of a PSP that the plan does not name',
      { payment_method: { type: 'psp_token', psp: 'adyen', token: secret('tok') } },
      {},
      'parameter_invalid',
    ],
    [
      'on file, by a browser',
      { payment_method: { type: 'psp_token', psp: 'stripe', token: secret('cus_1/pm_1') } },
      {},
      'parameter_invalid',
    ],
    ['without the address that the session asks for', {}, { collect: ['postal_code'] }, 'parameter_missing'],
  ])('that cannot be charged, %s, leaves the challenge as it is', async (_, command, session, code) => {
    const { confirm, calls, charge } = await away(never, { session });
    expect(await refusalOf(confirm(command))).toMatchObject({ code });
    expect([calls, (await charge()).status]).toEqual([[], 'requires_action']);
  });

  test.each([true, false])(
    'with the same card is refused with the way on (a code is needed: %s)',
    async (needed) => {
      const token = `vt_${'0'.repeat(26)}`;
      const attempt = { charge: 'ch_1', psp: 'stripe', outcome: 'requires_action', started: start } as const;
      const { confirm, calls, charge } = await away(
        { ...never, card_without_cvc: !needed },
        { session: { attempts: [{ ...attempt, card_token: token }] } },
      );
      const again = { token, bin: '411111', last4: '1111', exp_month: 12, exp_year: 2035 };
      const asked = confirm({ payment_method: { type: 'card_token', card: again } });
      expect(await refusalOf(asked)).toMatchObject(waiting);
      expect([calls, (await charge()).status]).toEqual([[], 'requires_action']);
    },
  );

  test('that shows that the attempt before has paid: paid, and nothing more is sent', async () => {
    const { confirm, calls, charge, session, store } = await away(cancelable, {
      psp: {
        cancelByReference: async () => ({
          outcome: 'captured',
          psp_reference: 'pi_1',
          amount_captured: 4_000,
        }),
      },
    });
    expect(await confirm()).toEqual({ session: await session() });
    expect(await session()).toMatchObject({ payment_status: 'paid', charge: 'ch_1', confirms: 0 });
    expect([calls, (await charge()).status, store.charges.size]).toEqual([[], 'captured', 1]);
  });

  test('under the key that the challenge was answered under is that answer', async () => {
    const key = { key: 'k', hash: 'h', view: 'full' } as const;
    const answer = { status: 200, body: 'first' };
    const { confirm, calls, charge } = await away(never, {
      session: { confirmations: [{ ...key, answer }] },
    });
    expect(await confirm({ idempotency: key })).toMatchObject({ replay: answer });
    expect(await refusalOf(confirm({ idempotency: { ...key, hash: 'other' } }))).toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect([calls, (await charge()).status]).toEqual([[], 'requires_action']);
  });

  test('while its completion is on its way waits for that', async () => {
    const { confirm, calls } = await away(
      { ...never, ...cancelable },
      { charge: { outcome: 'unknown', completing: start }, session: { payment_status: 'processing' } },
    );
    const refused = await refusalOf(confirm());
    expect(refused).toMatchObject({ code: 'payment_in_progress', retry_after: 1 });
    expect(refused).not.toHaveProperty('next_action');
    expect(calls).toEqual([]);
  });

  test('whose own limit is used up leaves nothing open', async () => {
    const { confirm, calls, session, store } = await away(never);
    await store.commit([], [{ limit: 'block', id: 'card#new', kept_s: 60 }]);
    expect(await refusalOf(confirm())).toMatchObject({ code: 'too_many_attempts' });
    expect([calls, (await session())?.payment_status]).toEqual([[], 'unpaid']);
  });
});
