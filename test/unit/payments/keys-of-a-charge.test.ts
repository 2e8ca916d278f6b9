import { describe, expect, test } from '@jest/globals';
import { renderCharge } from '../../../lib/http/render-charge.ts';
import { createRenderer } from '../../../lib/http/renderer.ts';
import { confirmSession } from '../../../lib/payments/confirm/confirm-session.ts';
import { type DecideCommand, decideCharge } from '../../../lib/payments/decisions/decide-charge.ts';
import { operateCharge } from '../../../lib/payments/operations/operate-charge.ts';
import type { PaymentPorts } from '../../../lib/payments/payment-ports.ts';
import { recoverCharge } from '../../../lib/payments/reconcile/recover-charge.ts';
import { refreshCharge } from '../../../lib/payments/reconcile/refresh-charge.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import { openThings, unscheduled } from '../../../lib/types/open-things.ts';
import type { PaymentStore } from '../../../lib/types/ports.ts';
import type { AuthorizationResult, LookUpResult, Psp } from '../../../lib/types/psp.ts';
import type { Result } from '../../../lib/types/result.ts';
import { sampleRefund } from '../../contract/sample-records.ts';
import { card } from '../../hard-cases/scene-parts.ts';
import { oneCharge, refusalOf, type Scenario, start } from './one-charge.ts';

const under = (key: string) => ({ idempotency: { key, hash: `hash of ${key}`, view: 'full' as const } });

/** One charge whose answers are the service's own. */
const shownCharge = async (scenario: Scenario) => {
  const one = await oneCharge(scenario);
  const render = createRenderer({ now: () => start, request_id: 'req_1', docs_url: 'https://docs.example' });
  return { ...one, ports: Object.create(one.ports, { render: { value: render } }) as PaymentPorts };
};

/** A captured charge of 40.00 with refunds that wait for a person. */
const refundsInReview = async (amounts: readonly number[], changes: Partial<Charge> = {}) => {
  const left = amounts.reduce((rest, amount) => rest - amount, 4_000);
  const refunds = amounts.map((amount, n) => sampleRefund(`re_${n + 1}`, amount, { needs_review: true }));
  const one = await shownCharge({
    charge: {
      capture_method: 'automatic',
      outcome: 'captured',
      amount_captured: 4_000,
      amount_refundable: left,
      amount_refundable_disputed: left,
      refunds: Object.fromEntries(refunds.map((refund) => [refund.id, refund])),
      recover_at: unscheduled,
      ...changes,
    },
    session: { payment_status: 'paid' },
  });
  const decide = (
    command: Partial<DecideCommand> & Pick<DecideCommand, 'outcome' | 'revision'>,
    ports: PaymentPorts = one.ports,
  ) => decideCharge(ports, { charge: 'ch_1', note: 'seen', by: 'key_1', ...command });
  return { ...one, decide };
};

/** The function dies before a call of its store that is chosen. */
const dying = <M extends 'commit' | 'replaceRefund'>(
  ports: PaymentPorts,
  method: M,
  isLast: (call: Parameters<PaymentStore[M]>) => boolean | undefined,
) => {
  const call = ports.store[method] as (...args: unknown[]) => Promise<unknown>;
  const store = {
    ...ports.store,
    [method]: async (...args: Parameters<PaymentStore[M]>) => {
      if (isLast(args)) throw new Error('killed');
      return call(...args);
    },
  };
  return Object.create(ports, { store: { value: store } }) as PaymentPorts;
};

const uncaptured = {
  capture_method: 'manual',
  outcome: 'approved',
  amount_captured: 0,
  amount_refundable: 0,
  amount_refundable_disputed: 0,
} as const;

const reviewedCapture = {
  id: 'cp_1',
  amount: 4_000,
  status: 'accepted',
  started: 1,
  sent: 1,
  needs_review: true,
} as const;

const always = () => true;

describe('a decision under a key', () => {
  test('settles what it was about when it is repeated, whatever has been decided since', async () => {
    const { ports, charge, decide } = await refundsInReview([1_000, 1_500]);
    const dead = dying(ports, 'replaceRefund', always);
    const one = { operation: 're_1', outcome: 'succeeded', revision: 1, ...under('one') } as const;
    const two = { operation: 're_2', outcome: 'failed', revision: 2, ...under('two') } as const;
    await expect(decide(one, dead)).rejects.toThrow('killed');
    await expect(decide(two, dead)).rejects.toThrow('killed');
    await decide(one);
    expect((await charge()).refunds).toMatchObject({
      re_1: { status: 'succeeded' },
      re_2: { status: 'pending' },
    });
    await decide(two);
    expect(await charge()).toMatchObject({
      amount_refundable: 3_000,
      refunds: { re_1: { status: 'succeeded' }, re_2: { status: 'failed' } },
    });
  });

  test('is shown without its key', async () => {
    const { charge, decide } = await refundsInReview([1_000]);
    await decide({ outcome: 'failed', revision: 1, ...under('one') });
    expect(renderCharge(await charge(), undefined).decisions).toEqual([
      {
        operation: 're_1',
        outcome: 'failed',
        amount: null,
        note: 'seen',
        by: 'key_1',
        at: expect.any(Number),
      },
    ]);
  });

  test.each([
    ['a refund', 'succeeded', {}],
    ['a capture', 'failed', { refunds: {}, ...uncaptured, capture: reviewedCapture }],
    ['an attempt', 'absent', { refunds: {}, ...uncaptured, outcome: null, needs_review: true }],
  ] as const)(
    'about %s is answered on its repeat although its own answer could not be written',
    async (_, outcome, changes) => {
      const { ports, charge, decide, logs } = await refundsInReview([1_000], changes);
      const dead = dying(
        ports,
        'commit',
        ([[first]]) =>
          first?.table === 'charges' && first.item.decisions?.some(({ remembered }) => remembered?.answer),
      );
      const command = { outcome, revision: 1, ...under('one') } as const;
      await expect(decide(command, dead)).rejects.toThrow('killed');
      const ended = await charge();
      expect(openThings(ended)).toEqual([]);
      const answer = await decide(command);
      expect(answer).toMatchObject({ first: true, replay: { status: 200 } });
      expect(await decide(command)).toEqual({ ...answer, first: false });
      expect(await charge()).toMatchObject({ status: ended.status, refunds: ended.refunds });
      expect(logs.filter(({ event }) => event === 'decided_by_person')).toHaveLength(1);
    },
  );
});

describe('the charge that a key is answered with shows the revision that is stored', () => {
  const revisionOf = (result: Result): unknown =>
    'replay' in result ? JSON.parse(result.replay.body).revision : undefined;
  const captures: Partial<Psp> = {
    lookUp: async () => ({ outcome: 'approved', psp_reference: 'pi_1' }),
    capture: async (_, { amount }) => ({ outcome: 'succeeded', amount, psp_reference: 'cp_at_psp' }),
    cancel: async () => ({ outcome: 'succeeded' }),
  };

  test.each(['capture', 'cancel'] as const)('after a %s', async (kind) => {
    const { ports, charge } = await shownCharge({ psp: captures });
    const answer = await operateCharge(ports, kind, { charge: 'ch_1', ...under('one') });
    expect(revisionOf(answer)).toBe((await charge()).rev);
  });

  test('after a capture whose function died, once recovery has looked', async () => {
    const { ports, charge, pass } = await shownCharge({ psp: captures });
    const dead = dying(ports, 'commit', ([writes]) =>
      writes.some(({ table, item }) => table === 'charges' && item.capture?.remembered?.answer),
    );
    const capture = { charge: 'ch_1', ...under('one') };
    await expect(operateCharge(dead, 'capture', capture)).rejects.toThrow('killed');
    pass(60_000);
    let answered: number | undefined;
    const { store } = ports;
    const watched = Object.create(ports, {
      store: {
        value: {
          ...store,
          commit: async (...args: Parameters<PaymentStore['commit']>) => {
            const result = await store.commit(...args);
            const current = await charge();
            if (current.capture?.remembered?.answer) answered ??= current.rev;
            return result;
          },
        },
      },
    }) as PaymentPorts;
    await recoverCharge(watched, 'ch_1');
    expect(revisionOf(await operateCharge(ports, 'capture', capture))).toBe(answered);
  });

  test('after a refresh: a decision on that revision is taken', async () => {
    const { ports, charge, decide, answers } = await refundsInReview([1_000]);
    answers({
      lookUp: async () => ({ outcome: 'captured', psp_reference: 'pi_1', amount_captured: 4_000 }),
      lookUpRefunds: async () => ({ outcome: 'unknown', doubt: 'timeout' }),
    });
    const shown = revisionOf(await refreshCharge(ports, { charge: 'ch_1', ...under('one') }));
    expect(shown).toBe((await charge()).rev);
    const answer = await decide({ outcome: 'failed', revision: Number(shown), ...under('two') });
    expect(revisionOf(answer)).toBe((await charge()).rev);
  });
});

test('the key of a failed capture outlives any number of keyed refreshes, of which the last twenty are remembered', async () => {
  let sent = 0;
  const { ports, charge } = await shownCharge({
    psp: {
      lookUp: async () => ({ outcome: 'approved', psp_reference: 'pi_1' }),
      capture: async () => {
        sent += 1;
        return { outcome: 'failed', reason: 'psp_unavailable' };
      },
    },
  });
  const capture = (key: string) => operateCharge(ports, 'capture', { charge: 'ch_1', ...under(key) });
  const refresh = (n: number) => refreshCharge(ports, { charge: 'ch_1', ...under(`refresh-${n}`) });
  const first = await capture('one');
  await capture('two');
  for (let n = 0; n < 25; n++) await refresh(n);
  expect(await capture('one')).toEqual({ ...first, first: false });
  expect(sent).toBe(2);
  expect((await refresh(5)) as object).toMatchObject({ first: false });
  expect((await refresh(4)) as object).toMatchObject({ first: true });
  expect((await charge()).status).toBe('authorized');
});

describe('the key of a confirm in flight', () => {
  const captured: LookUpResult = { outcome: 'captured', psp_reference: 'pi_1', amount_captured: 4_000 };
  const refused = { outcome: 'do_not_honor' } as const;
  const routing = {
    rule: 'default',
    version: 1,
    override: null,
    plan: ['stripe'],
    skipped: [],
    failover: { on: [], max_attempts: 1, attempt_timeout_ms: 8_000 },
  };
  const inUse = { code: 'idempotency_key_in_use' };

  /** A session whose first attempt has failed; the PSP answers the next ones when the test says so. */
  const toConfirm = async (shown: LookUpResult, first: Partial<Charge> = {}) => {
    const answers: ((answer: AuthorizationResult) => void)[] = [];
    const one = await oneCharge({
      charge: { outcome: 'absent', capture_method: 'automatic', ...first },
      session: { payment_status: 'unpaid', charge: null, routing },
      psp: {
        authorize: () => new Promise((resolve) => void answers.push(resolve)),
        lookUp: async () => shown,
        refund: async () => ({ outcome: 'pending' }),
      },
      capabilities: { look_up: { lag_ms: 0 }, cancel_by_reference: null },
    });
    const confirm = async (key: string) =>
      confirmSession(one.ports, {
        session: one.first.session,
        payment_method: card,
        return_url: (charge) => charge,
        ...under(key),
      });
    const begin = async (key: string) => {
      const confirmed = confirm(key);
      const sent = answers.length;
      while (answers.length === sent) await new Promise(setImmediate);
      const answer = answers[sent] ?? (() => {});
      return { confirmed, answer };
    };
    return { ...one, confirm, begin };
  };

  const reversal = { id: 'rv_1', by: 'refund', amount: 4_000, captured: 4_000, status: 'open' } as const;

  test.each<[string, Partial<Charge>, (one: Awaited<ReturnType<typeof toConfirm>>) => Promise<unknown>]>([
    [
      'an event about an earlier attempt',
      {},
      ({ receive: deliver }) => deliver({ claim: { about: 'authorization', result: captured } }),
    ],
    [
      'the check of an earlier attempt',
      { reversal: { ...reversal, started: start }, recover_at: start },
      ({ ports }) => recoverCharge(ports, 'ch_1'),
    ],
  ])('gets no response from %s', async (_, first, happens) => {
    const one = await toConfirm(captured, first);
    const { confirmed, answer } = await one.begin('k');
    await happens(one);
    expect(await refusalOf(one.confirm('k'))).toMatchObject(inUse);
    answer(refused);
    const { replay } = (await confirmed) as Extract<Result, { replay: unknown }>;
    expect(replay).toMatchObject({ status: 402 });
    expect(await one.confirm('k')).toEqual({ replay, first: false });
  });

  test('gets no response from the confirm of an earlier attempt, which slept', async () => {
    const one = await toConfirm({ outcome: 'absent' });
    const before = await one.begin('before');
    const { charge = '' } = (await one.session()) ?? {};
    one.pass(20 * 60_000);
    await recoverCharge(one.ports, charge ?? '');
    const { confirmed, answer } = await one.begin('k');
    before.answer(refused);
    await before.confirmed;
    expect(await refusalOf(one.confirm('k'))).toMatchObject(inUse);
    answer(refused);
    expect(await confirmed).toMatchObject({ replay: { status: 402 } });
  });
});
