import { describe, expect, test } from '@jest/globals';
import { keyElsewhere } from '../../../lib/charge/key-elsewhere.ts';
import { refundCharge } from '../../../lib/payments/operations/refund-charge.ts';
import { applyResult, applyTransition } from '../../../lib/payments/reports/apply.ts';
import { receiveDisputeEvent } from '../../../lib/payments/webhooks/receive-dispute-event.ts';
import type { Charge, ChargeOperation } from '../../../lib/types/charge.ts';
import type { LookUpResult, PspEvent } from '../../../lib/types/psp.ts';
import { sampleDispute, sampleRefund } from '../../contract/sample-records.ts';
import { oneCharge, refusalOf, type Scenario, start } from './one-charge.ts';

const held: LookUpResult = { outcome: 'approved', psp_reference: 'pi_1' };
const took = (amount_captured: number): LookUpResult => ({
  outcome: 'captured',
  psp_reference: 'pi_1',
  amount_captured,
});
const pending = (changes: Partial<Charge> = {}): Scenario => ({
  charge: { outcome: null, ...changes },
  session: { payment_status: 'processing' },
});
const captured: Partial<Charge> = {
  outcome: 'captured',
  amount_captured: 4_000,
  amount_refundable: 4_000,
  amount_refundable_disputed: 4_000,
};
const operation: ChargeOperation = { id: 'cp_1', amount: 4_000, status: 'open', started: start, sent: start };

const one = async (scenario: Scenario) => {
  const made = await oneCharge(scenario);
  const records = async () => ({ charge: await made.charge(), session: await made.session() });
  const apply = async (answer: LookUpResult, options?: Parameters<typeof applyResult>[3]) =>
    (await applyResult(made.ports, await records(), answer, options)).outcome;
  return { ...made, records, apply };
};

describe('an answer', () => {
  test('derived from another revision proves nothing', async () => {
    const { apply, charge, first, ports, records } = await one(pending());
    expect(await apply(took(4_000), { only_at: 7 })).toBe('stale');
    const transition = await applyTransition(ports, await records(), 'absent', {}, { only_at: 7 });
    expect(transition.outcome).toBe('stale');
    expect(await charge()).toEqual(first);
    expect(await apply(took(4_000), { only_at: 1 })).toBe('changed');
  });

  test('from before a capture failed may show that very capture', async () => {
    const { ports, records, charge, store } = await one({ charge: { capture: operation } });
    const before = await records();
    const item = { ...before.charge, captures_failed: 1, rev: 2, write: 'other' };
    await store.commit([{ table: 'charges', item, expects: 1 }]);
    expect((await applyResult(ports, before, took(4_000))).outcome).toBe('stale');
    expect((await charge()).amount_captured).toBe(0);
  });

  test('reports the card even if its outcome is already known', async () => {
    const { apply, charge, store } = await one(pending());
    expect(await apply(took(4_000))).toBe('changed');
    const reported = { checks: { cvc: 'pass' } } as const;
    expect(await apply({ ...took(4_000), particulars: reported } as LookUpResult)).toBe('unchanged');
    const after = await charge();
    expect(after).toMatchObject({ amount_captured: 4_000, particulars: reported });
    // Again it is no news, and nothing is written.
    await apply({ ...took(4_000), particulars: reported } as LookUpResult);
    expect((await store.charge(after.id))?.rev).toBe(after.rev);
  });

  test('that is impossible is reported, and changes nothing', async () => {
    const { apply, charge, first, logs } = await one(pending());
    expect(await apply(took(0))).toBe('unchanged');
    expect(logs).toEqual([
      {
        event: 'impossible',
        charge: 'ch_1',
        psp: 'stripe',
        what: expect.stringMatching(/^captured_same in pending: ./),
      },
    ]);
    expect(await charge()).toEqual(first);
  });

  test.each<[LookUpResult, string]>([
    [held, 'pending'],
    [took(4_000), 'pending'],
    [{ outcome: 'requires_action', psp_reference: 'pi_1', redirect_url: 'https://psp.example' }, 'pending'],
    [{ outcome: 'do_not_honor' }, 'failed'],
  ])(
    '%j from before a cancel by reference that was sent is only noted if it is alive',
    async (answer, status) => {
      const { apply, charge } = await one(pending({ recovery: { action: 'fence', fence: 'sent' } }));
      await apply(answer);
      expect(await charge()).toMatchObject({
        status,
        ...(status === 'pending' ? { recovery: { observed: answer } } : {}),
      });
      const decisive = await one(pending({ recovery: { action: 'fence', fence: 'sent' } }));
      await decisive.apply(answer, { decisive: true });
      expect((await decisive.charge()).status).not.toBe('pending');
    },
  );

  test('sends the customer where it says', async () => {
    const { apply, session } = await one(pending());
    await apply({
      outcome: 'requires_action',
      psp_reference: 'pi_1',
      redirect_url: 'https://psp.example/3ds',
    });
    expect(await session()).toMatchObject({
      payment_status: 'requires_action',
      next_action: 'https://psp.example/3ds',
    });
  });

  test.each(['expired', 'voided'] as const)(
    'that money is held counts after the news that the hold is gone: %s',
    async (hold) => {
      const observed = { outcome: 'canceled', psp_reference: 'pi_1', hold } as const;
      const { apply, charge } = await one(pending({ recovery: { action: 'noted', observed } }));
      await apply(held, { own: true });
      expect(await charge()).toMatchObject({ status: 'canceled', hold });
      expect((await charge()).external === true).toBe(hold === 'voided');
    },
  );

  test.each([
    ['counts no more after the news that it was captured, where nobody can be asked', null, 'captured'],
    ['counts, where the PSP could be asked', { lag_ms: 0 }, 'authorized'],
  ] as const)('that money is held %s', async (_, look_up, status) => {
    const recovery = { action: 'noted', observed: took(1_500) } as const;
    const { apply, charge } = await one({
      ...pending({ capture_method: 'manual', recovery }),
      capabilities: { look_up },
    });
    await apply(held);
    expect(await charge()).toMatchObject({ status, amount_captured: status === 'captured' ? 1_500 : 0 });
  });

  test('of the attempt itself is reported as such, whoever made it', async () => {
    const { apply, logs } = await one(pending());
    await apply(took(4_000), { own: true });
    expect(logs.map(({ event }) => event)).not.toContain('attempt_resolved');
  });

  test('with money for an attempt that was given up is late', async () => {
    const { apply, logs, first } = await one({
      charge: { outcome: 'absent', started: start - 5_000 },
      session: { payment_status: 'unpaid', charge: null },
    });
    expect(await apply(took(4_000))).toBe('late');
    const about = { charge: 'ch_1', session: first.session, psp: 'stripe' };
    expect(logs).toEqual([{ event: 'late_effect', ...about, outcome: 'absent', open_ms: 5_000 }]);
  });
});

describe('what a person had supposed', () => {
  const contradicted = (charge: Charge) => ({
    event: 'decision_contradicted',
    charge: 'ch_1',
    session: charge.session,
    psp: 'stripe',
  });

  test('raises an alarm if a fact contradicts it, and none if it agrees', async () => {
    const other = await one({ charge: { ...captured, presumed: true }, session: { payment_status: 'paid' } });
    await other.apply(took(1_000));
    expect(other.logs).toContainEqual(contradicted(other.first));
    const same = await one({ charge: { ...captured, presumed: true }, session: { payment_status: 'paid' } });
    await same.apply(took(4_000));
    expect(await same.charge()).not.toHaveProperty('presumed');
    expect(same.logs).toEqual([]);
  });
});

describe('a hold that has expired under a capture', () => {
  const lag_ms = 60_000;
  const expired: LookUpResult = { outcome: 'canceled', psp_reference: 'pi_1', hold: 'expired' };
  const margin_ms = 660_000;

  test.each([
    [margin_ms + lag_ms, 'capturing'],
    [margin_ms + lag_ms + 1, 'canceled'],
  ])('has ended it %i ms after it was sent: %s', async (passed, status) => {
    const { apply, charge, pass } = await one({
      charge: { capture: operation },
      capabilities: { look_up: { lag_ms } },
    });
    pass(passed);
    await apply(expired);
    expect(await charge()).toMatchObject({ status, hold: 'expired' });
  });
});

describe('a dispute', () => {
  let events = 0;
  const event = (changes: object = {}, money: PspEvent['money'] = { amount: 1_500, currency: 'eur' }) => ({
    id: `evt_${++events}`,
    claim: {
      about: 'dispute' as const,
      dispute: { psp_reference: 'dp', status: 'open' as const, stage: 'dispute' as const, ...changes },
    },
    ...(money ? { money } : {}),
  });
  const opened = sampleDispute(keyElsewhere('dp', 'dp'), { psp_reference: 'dp', amount: 4_000 });
  const paid = { charge: captured, session: { payment_status: 'paid' as const } };

  test('is recorded and reported', async () => {
    const { receive: deliver, charge, logs, first } = await one(paid);
    await deliver(event());
    expect(await charge()).toMatchObject({ amount_refundable: 2_500, amount_refundable_disputed: 4_000 });
    expect(logs).toEqual([
      {
        event: 'dispute',
        charge: 'ch_1',
        session: first.session,
        psp: 'stripe',
        status: 'open',
        stage: 'dispute',
        amount: 1_500,
      },
    ]);
    await deliver(event());
    expect(logs).toHaveLength(1);
  });

  test.each([
    ['rises', [[{}, 4_000]], 0, 4_000],
    ['is told lower, by an old event', [[{}, 1_000]], 2_500, 4_000],
    ['rises with the stage', [[{ stage: 'arbitration' }, 4_000]], 0, 4_000],
    ['falls with the stage', [[{ stage: 'arbitration' }, 1_000]], 3_000, 4_000],
    ['is lost for more', [[{ status: 'lost' }, 4_000]], 0, 0],
    ['is lost for less', [[{ status: 'lost' }, 1_000]], 3_000, 3_000],
    ['is lost in another currency', [[{ status: 'lost' }, undefined]], 2_500, 2_500],
    ['is won for another amount', [[{ status: 'won' }, 4_000]], 4_000, 4_000],
    [
      'is lost for less, and its opening is told again',
      [
        [{ status: 'lost' }, 1_000],
        [{}, 4_000],
      ],
      3_000,
      3_000,
    ],
  ] as const)('of 15.00 that %s', async (_, reported, amount_refundable, amount_refundable_disputed) => {
    const { receive: deliver, charge } = await one(paid);
    await deliver(event());
    for (const [changes, amount] of reported)
      await deliver(event(changes, { amount: amount ?? 1, currency: amount === undefined ? 'usd' : 'eur' }));
    expect(await charge()).toMatchObject({ amount_refundable, amount_refundable_disputed });
  });

  test('in another currency takes everything left', async () => {
    const { receive: deliver, charge } = await one(paid);
    await deliver(event({}, { amount: 1_500, currency: 'usd' }));
    expect((await charge()).amount_refundable).toBe(0);
  });

  test('that is lost takes the money, and an excess is reported', async () => {
    const { receive: deliver, charge, logs } = await one(paid);
    await deliver(event({ status: 'lost' }, { amount: 4_001, currency: 'eur' }));
    expect(await charge()).toMatchObject({ amount_refundable: -1, amount_refundable_disputed: -1 });
    expect(logs).toMatchObject([
      { event: 'over_returned', charge: 'ch_1', psp: 'stripe', amount: 1 },
      { event: 'dispute', status: 'lost' },
    ]);
  });

  test.each([
    ['won', 0, undefined],
    ['closed', 0, undefined],
    ['lost', -4_000, 4_000],
  ] as const)('that is %s after a refund over it', async (status, left, amount) => {
    const refunds = { re_1: sampleRefund('re_1', 4_000, { status: 'succeeded', allow_disputed: true }) };
    const {
      receive: deliver,
      charge,
      logs,
    } = await one({
      ...paid,
      charge: {
        ...captured,
        amount_refundable: -4_000,
        amount_refundable_disputed: 0,
        refunds,
        disputes: { [opened.id]: opened },
      },
    });
    await deliver(event({ status }, { amount: 4_000, currency: 'eur' }));
    expect(await charge()).toMatchObject({ amount_refundable: left, amount_refundable_disputed: left });
    const over = logs.filter(({ event }) => event === 'over_returned');
    expect(over.map((report) => report.amount)).toEqual(amount === undefined ? [] : [amount]);
  });

  test('that others keep changing is tried eight times, and has to be delivered again', async () => {
    const { ports, store, records, charge } = await one(paid);
    let tries = 0;
    const recordDispute: typeof store.recordDispute = async (...given) => {
      tries += 1;
      return tries > 8 ? store.recordDispute(...given) : { ok: false, charge: await charge() };
    };
    const { claim, ...reported } = event();
    const busy = { ...ports, store: { ...store, recordDispute } };
    expect(
      await refusalOf(
        receiveDisputeEvent(
          { ports: busy, records: await records(), event: { ...reported, claim } },
          claim.dispute,
        ),
      ),
    ).toMatchObject({ code: 'storage_unavailable' });
    expect(tries).toBe(8);
  });

  test.each([
    ['won', start],
    ['lost', start],
    ['open', start - 5_000],
  ] as const)('of money on its way back that is %s starts it again', async (status, started) => {
    const reversal = {
      id: 'rv_1',
      by: 'refund',
      amount: 4_000,
      status: 'open',
      started: start - 5_000,
    } as const;
    const { receive: deliver, charge } = await one({
      charge: { outcome: 'absent', reversal },
      session: { payment_status: 'unpaid', charge: null },
    });
    await deliver(event({ status }));
    expect((await charge()).reversal?.started).toBe(started);
  });
});

test('a refund of an unknown charge says which parameter named it', async () => {
  const { ports } = await one({});
  for (const amount of [{}, { amount: 1 }])
    expect(
      await refusalOf(refundCharge(ports, { id: 're_1', charge: 'ch_2', metadata: {}, ...amount })),
    ).toEqual({
      code: 'resource_missing',
      message: 'No charge ch_2.',
      param: 'charge',
    });
});
