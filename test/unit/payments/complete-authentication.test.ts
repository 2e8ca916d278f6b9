import { describe, expect, test } from '@jest/globals';
import { deriveEvents } from '../../../lib/domain-events/derive-events.ts';
import { completeAuthentication } from '../../../lib/payments/confirm/complete-authentication.ts';
import type { LookUpResult, Psp } from '../../../lib/types/psp.ts';
import { isResponseLost } from '../../../lib/types/step.ts';
import { oneCharge, refusalOf, type Scenario, start } from './one-charge.ts';

const session = 'cs_00000000000000000000000000';
const took: LookUpResult = { outcome: 'captured', psp_reference: 'pi_1', amount_captured: 4_000 };
const no = (
  code: string,
  outcome: 'invalid_request' | 'psp_unavailable' | 'not_supported' = 'invalid_request',
) => ({ outcome, code, refuses_completion: true }) as const satisfies LookUpResult;
const unknown: LookUpResult = { outcome: 'unknown', doubt: 'timeout' };

/** A customer who is back from authentication, at a PSP that answers the completion so, the first time and the second. */
const returned = async (
  answers: readonly LookUpResult[],
  psp: Partial<Psp> = {},
  scenario: Scenario = {},
) => {
  const waiting = [...answers];
  const asked: unknown[] = [];
  const one = await oneCharge({
    charge: { outcome: 'requires_action', capture_method: 'automatic' },
    session: { payment_status: 'requires_action', next_action: 'https://psp.example/3ds' },
    psp: {
      completeAuthentication: async ({ reference }, params, { timeout_ms }) => {
        asked.push([reference, params, timeout_ms]);
        return waiting.shift() ?? unknown;
      },
      ...psp,
    },
    ...scenario,
  });
  const complete = (charge = 'ch_1') =>
    completeAuthentication(one.ports, { session, charge, params: { result: 'ok' } });
  return { ...one, asked, complete };
};

describe('a customer who comes back', () => {
  test('has paid, and that is reported', async () => {
    const { complete, asked, charge, logs } = await returned([took]);
    expect(await complete()).toMatchObject({ payment_status: 'paid', next_action: null });
    expect(asked).toEqual([['ch_1', { result: 'ok' }, 10_000]]);
    expect(await charge()).toMatchObject({ status: 'captured', completing: start });
    expect(logs[0]).toEqual({
      event: 'authentication',
      session,
      charge: 'ch_1',
      psp: 'stripe',
      outcome: 'captured',
    });
  });

  test.each<[string, readonly LookUpResult[], string, number]>([
    ['was declined', [{ outcome: 'authentication_failed' }], 'unpaid', 1],
    ['canceled', [{ outcome: 'canceled', psp_reference: 'pi_1' }], 'unpaid', 1],
    [
      'was declined for the account, as the PSP shows',
      [{ outcome: 'not_supported', code: '20058', psp_reference: 'pi_1' }],
      'unpaid',
      1,
    ],
    ['has paid, as the second answer tells', [unknown, took], 'paid', 2],
    ['has paid, though the first was not sent', [{ outcome: 'not_sent' }, took], 'paid', 2],
    ['may have paid', [unknown, unknown], 'processing', 2],
    ['may have paid, though the second was not sent', [unknown, { outcome: 'not_sent' }], 'processing', 2],
    ['may have paid, though nothing is there yet', [unknown, { outcome: 'absent' }], 'processing', 2],
    [
      'tries again, for nothing was sent',
      [{ outcome: 'not_sent' }, { outcome: 'rate_limited' }],
      'requires_action',
      2,
    ],
    [
      'tries again, for nothing is there',
      [{ outcome: 'absent' }, { outcome: 'invalid_request' }],
      'requires_action',
      2,
    ],
    ['is refused, twice', [no('PAYMENT_DENIED'), no('PAYMENT_DENIED')], 'unpaid', 2],
    ['is refused for the account', [no('905_1', 'not_supported'), no('905_1', 'not_supported')], 'unpaid', 2],
    [
      'is refused because the account is restricted',
      [no('PAYEE_ACCOUNT_RESTRICTED', 'psp_unavailable'), no('PAYEE_ACCOUNT_RESTRICTED', 'psp_unavailable')],
      'unpaid',
      2,
    ],
    ['is refused, though the first was not sent', [{ outcome: 'not_sent' }, no('14_006')], 'unpaid', 2],
    ['is refused, though the second was not sent', [no('14_006'), { outcome: 'not_sent' }], 'unpaid', 2],
    ['may have paid, though the repeat is refused', [unknown, no('PAYMENT_DENIED')], 'processing', 2],
    ['may have paid, though the first was refused', [no('PAYMENT_DENIED'), unknown], 'processing', 2],
    ['has paid, though the first was refused', [no('PAYMENT_DENIED'), took], 'paid', 2],
    [
      'tries again, for our key was refused',
      [
        { outcome: 'psp_unavailable', code: '000' },
        { outcome: 'psp_unavailable', code: '000' },
      ],
      'requires_action',
      2,
    ],
    [
      'tries again, for our rate was exceeded',
      [{ outcome: 'rate_limited' }, { outcome: 'rate_limited' }],
      'requires_action',
      2,
    ],
  ])('%s', async (_, answers, payment_status, times) => {
    const { complete, asked, session: current } = await returned(answers);
    expect((await complete()).payment_status).toBe(payment_status);
    expect(asked).toHaveLength(times);
    if (payment_status === 'requires_action')
      expect(await current()).toMatchObject({ next_action: 'https://psp.example/3ds' });
  });

  test.each<[string, readonly LookUpResult[], readonly string[]]>([
    ['has paid', [took], ['paid']],
    ['tries again', [{ outcome: 'not_sent' }, { outcome: 'not_sent' }], ['requires_action']],
    ['may have paid', [unknown, unknown], ['processing']],
  ])('%s: the merchant hears that, and nothing of the call', async (_, answers, expected) => {
    const { complete, store } = await returned(answers);
    const heard: string[] = [];
    const { commit } = store;
    const listening = async (...given: Parameters<typeof commit>) => {
      const before = await store.session(session);
      const written = await commit(...given);
      const after = await store.session(session);
      if (before && after)
        heard.push(...deriveEvents({ table: 'sessions', at: start, before, after }).map(({ type }) => type));
      return written;
    };
    Object.assign(store, { commit: listening });
    await complete();
    expect(heard).toEqual(expected.map((what) => `checkout.session.${what}`));
  });

  test.each<[string, readonly LookUpResult[], boolean]>([
    ['an answer at once', [took], false],
    ['an answer to the second call', [unknown, took], true],
    ['none', [unknown, unknown], true],
    ['the first was not sent', [{ outcome: 'not_sent' }, took], false],
    ['no answer, then pending', [unknown, { outcome: 'unknown', doubt: 'pending' }], true],
  ])('the charge remembers whether no answer came: %s', async (_, answers, lost) => {
    const { complete, charge } = await returned(answers);
    await complete();
    expect(isResponseLost(await charge())).toBe(lost);
  });

  test('and is refused for good ends the attempt with that code, so another card can pay', async () => {
    const { complete, charge, logs } = await returned([no('PAYMENT_DENIED'), no('PAYMENT_DENIED')]);
    expect(await complete()).toMatchObject({ payment_status: 'unpaid', next_action: null });
    expect(await charge()).toMatchObject({
      status: 'failed',
      code: 'PAYMENT_DENIED',
      outcome: 'invalid_request',
    });
    expect(logs[0]).toMatchObject({ event: 'authentication', outcome: 'invalid_request' });
  });

  test('without what the completion needs changes nothing', async () => {
    const { complete, asked, charge, first } = await returned([took], { canComplete: () => false });
    expect((await complete()).payment_status).toBe('requires_action');
    expect(asked).toEqual([]);
    expect(await charge()).toEqual(first);
  });

  test.each<[string, Scenario, string]>([
    ['with another payment', {}, 'ch_2'],
    [
      'when the payment has ended',
      { charge: { outcome: 'captured' }, session: { payment_status: 'processing' } },
      'ch_1',
    ],
    [
      'to an account that is gone',
      {
        charge: { outcome: 'requires_action', psp: 'gone' },
        session: { payment_status: 'requires_action', next_action: 'https://psp.example/3ds' },
      },
      'ch_1',
    ],
  ])('%s changes nothing', async (_, scenario, charge) => {
    const { complete, asked, session: current } = await returned([took], {}, scenario);
    const before = await current();
    expect(await complete(charge)).toEqual(before);
    expect(asked).toEqual([]);
  });

  test('too late to be settled changes nothing', async () => {
    const { ports, asked } = await returned([took]);
    const late = { ...ports, deadline: start + 3_999 };
    await completeAuthentication(late, { session, charge: 'ch_1', params: {} });
    expect(asked).toEqual([]);
  });

  test('is asked about a second time after a pause', async () => {
    const { ports, asked } = await returned([unknown, took]);
    const pauses: string[] = [];
    const clock = {
      ...ports.clock,
      sleep: async (ms: number) => void pauses.push(`${asked.length} asked, ${ms} ms`),
    };
    await completeAuthentication({ ...ports, clock }, { session, charge: 'ch_1', params: {} });
    expect(pauses).toEqual(['1 asked, 500 ms']);
  });

  test('twice completes once', async () => {
    const { complete, asked } = await returned([unknown, unknown]);
    await complete();
    await complete();
    expect(asked).toHaveLength(2);
  });

  test('to a session that nobody knows is told so', async () => {
    const { ports } = await returned([]);
    const unknownSession = completeAuthentication(ports, {
      session: 'x'.repeat(70),
      charge: 'ch_1',
      params: {},
    });
    expect(await refusalOf(unknownSession)).toEqual({
      code: 'resource_missing',
      message: `No checkout session ${'x'.repeat(64)}.`,
      param: 'id',
    });
  });
});
