import { describe, expect, test } from '@jest/globals';
import { recoverCharge } from '../../../lib/payments/reconcile/recover-charge.ts';
import { logOpen } from '../../../lib/payments/recovery/log-open.ts';
import { recoverDue } from '../../../lib/payments/recovery/recover-due.ts';
import type { Charge, ChargeOperation } from '../../../lib/types/charge.ts';
import { defined } from '../../../lib/types/defined.ts';
import type { Write } from '../../../lib/types/ports.ts';
import type { LookUpResult, OperationResult, Psp, PspEvent, RefundFact } from '../../../lib/types/psp.ts';
import { isResponseLost } from '../../../lib/types/step.ts';
import { sampleDispute, sampleRefund } from '../../contract/sample-records.ts';
import { oneCharge, type Scenario, start } from './one-charge.ts';

const due = { recover_at: start, recover_shard: 0 };
const unscheduled = 253_402_214_400_000;
const hour = 3_600_000;
/** Long enough ago that nothing which was sent is still to arrive, and not yet so long that no look is left. */
const earlier = start - 670_000;
const patient = { schedule_s: [60, 300, 86_400], shards: 1 };
const captured = (amount = 4_000): Partial<Charge> => ({
  outcome: 'captured',
  amount_captured: amount,
  amount_refundable: amount,
  amount_refundable_disputed: amount,
});
const operation = (changes: Partial<ChargeOperation> = {}): ChargeOperation => ({
  id: 'cp_1',
  amount: 4_000,
  status: 'open',
  started: earlier,
  sent: earlier,
  ...changes,
});
const held: LookUpResult = { outcome: 'approved', psp_reference: 'pi_1' };
const took = (amount_captured: number): LookUpResult => ({
  outcome: 'captured',
  psp_reference: 'pi_1',
  amount_captured,
});
const none = { idempotency: { kind: 'none', window_ms: 0 }, look_up: { lag_ms: 0 } } as const;

/** A charge that is looked at now, by a PSP that keeps what it is asked. */
const recover = async ({
  psp = {},
  ...scenario
}: Scenario & { readonly answers?: readonly OperationResult[] }) => {
  const asked: string[] = [];
  const waiting = [...(scenario.answers ?? [])];
  const call =
    (kind: string) => async (_: object, sent: { readonly id: string; readonly amount: number }) => {
      asked.push(`${kind} ${sent.id} ${sent.amount}`);
      return waiting.shift() ?? ({ outcome: 'unknown', doubt: 'timeout' } as const);
    };
  const one = await oneCharge({
    ...scenario,
    charge: { ...due, ...scenario.charge },
    psp: { capture: call('capture'), cancel: call('cancel'), refund: call('refund'), ...psp } as Partial<Psp>,
  });
  const ports = { ...one.ports, recovery: patient };
  return { ...one, ports, asked, look: (at_once = false) => recoverCharge(ports, 'ch_1', { at_once }) };
};
const shows = (answer: LookUpResult): Partial<Psp> => ({ lookUp: async () => answer });

describe('a look', () => {
  test('at a payment that bears another charge’s reference cancels nothing by reference: that would end the other', async () => {
    const { look, charge } = await recover({
      charge: { outcome: null, other_payment_of: 'ch_0', psp_reference: 'pi_1' },
      capabilities: { cancel_by_reference: { result: 'synchronous' } },
      psp: {
        lookUp: async () => ({ outcome: 'unknown', doubt: 'timeout' }),
        cancelByReference: async () => Promise.reject(new Error('sent')),
      },
    });
    await look(true);
    expect(await charge()).toMatchObject({ status: 'pending' });
  });

  test('finds nothing at a charge that is gone, not due, or closed', async () => {
    const { ports, look, pass, charge } = await recover({
      charge: { capture: operation(), recover_at: start + 1 },
    });
    expect(await recoverCharge(ports, 'ch_2')).toBe('missing');
    expect(await look()).toBe('not_due');
    pass(1);
    expect(await look()).toBe('looked');
    const closed = await recover({});
    expect(await closed.look()).toBe('nothing_open');
    expect(await closed.charge()).not.toHaveProperty('recover_at');
    expect(await closed.look()).toBe('nothing_open');
    expect((await charge()).recovery).toEqual({ action: 'look' });
  });

  test.each([
    ['can', { lag_ms: 0 }, 'looked'],
    ['cannot', null, 'nothing_open'],
  ] as const)(
    'at a refund that failed late is repeated only if the PSP %s be asked',
    async (_, look_up, end) => {
      const { look } = await recover({
        charge: {
          ...captured(),
          refunds: {
            re_1: sampleRefund('re_1', 500, { status: 'failed', created: earlier / 1_000, failed_at: start }),
          },
        },
        psp: look_up ? shows(took(4_000)) : {},
        capabilities: { look_up },
      });
      expect(await look()).toBe(end);
    },
  );

  test.each<[string, Partial<Charge>, boolean, boolean]>([
    ['of a confirm that ended without telling', {}, false, true],
    ['of a return that ended without telling', { outcome: 'unknown', completing: start - 9 }, false, true],
    [
      'of a return that told',
      {
        outcome: 'unknown',
        completing: start - 9,
        steps: [{ at_ms: start - 5, what: 'reported', code: 'pending', by: 'confirm' }],
      },
      false,
      false,
    ],
    ['of one that may still run', { recover_at: start + 1 }, true, false],
    ['of a customer who is away', { outcome: 'requires_action' }, false, false],
    ['of another program’s payment', { other_payment_of: 'ch_0', psp_reference: 'pi_1' }, false, false],
  ])('knows whether the answer was lost: %s', async (_, changes, at_once, lost) => {
    const { look, charge } = await recover({
      charge: { outcome: null, ...changes },
      psp: { lookUp: async () => ({ outcome: 'unknown', doubt: 'timeout' }) },
    });
    expect(await look(at_once)).toBe('looked');
    expect(isResponseLost(await charge())).toBe(lost);
  });

  test('is immediate on request, and the next one is on the schedule', async () => {
    const { look, charge } = await recover({ charge: { capture: operation(), recover_at: unscheduled } });
    expect(await look(true)).toBe('looked');
    expect((await charge()).recover_at).toBe(earlier + 86_400_000);
  });

  test('answers requests whose function died before it could', async () => {
    const remembered = { key: 'k', hash: 'h', view: 'full' } as const;
    const { look, charge, session } = await recover({
      charge: {
        ...captured(),
        amount_refundable: 3_000,
        amount_refundable_disputed: 3_000,
        refunds: {
          re_1: sampleRefund('re_1', 500, { remembered, created: start / 1_000 - 600, accepted: true }),
          re_2: sampleRefund('re_2', 500, { created: start / 1_000 - 600, accepted: true }),
        },
      },
      session: { payment_status: 'paid', confirmations: [remembered] },
    });
    expect(await look()).toBe('looked');
    const { re_1, re_2 } = (await charge()).refunds;
    expect(re_1).toMatchObject({ rev: 2, remembered: { ...remembered, answer: { status: 200 } } });
    expect(re_2).toMatchObject({ rev: 1 });
    expect((await session())?.confirmations).toMatchObject([{ ...remembered, answer: { status: 200 } }]);
  });

  test('answers a capture whose function died, though its outcome is unknown', async () => {
    const remembered = { key: 'k', hash: 'h', view: 'full' } as const;
    const { look, charge } = await recover({
      charge: { capture: operation({ remembered }) },
      psp: shows({ outcome: 'unknown', doubt: 'timeout' }),
      capabilities: none,
    });
    await look();
    expect((await charge()).capture).toMatchObject({
      status: 'open',
      remembered: { ...remembered, answer: { status: 200 } },
    });
  });

  test('at an account that is gone only reports that', async () => {
    const { look, logs } = await recover({ charge: { psp: 'gone', capture: operation() } });
    expect(await look()).toBe('looked');
    expect(logs).toEqual([{ event: 'psp_not_configured', charge: 'ch_1', psp: 'gone' }]);
  });

  describe('of an attempt made with another key of the account', () => {
    const attempt = {
      outcome: null,
      key_print: 'former',
      psp_reference: undefined as never,
      started: earlier,
    } as const;
    const withKey = (replaces: readonly string[]) => {
      let asked = 0;
      const nothing = async (outcome: 'absent' | 'canceled') => {
        asked += 1;
        return { outcome };
      };
      const psp: Partial<Psp> = {
        key: () => ({ print: 'present', replaces }),
        lookUp: () => nothing('absent') as Promise<LookUpResult>,
        cancelByReference: () => nothing('canceled') as Promise<{ readonly outcome: 'canceled' }>,
      };
      return { psp, asked: () => asked };
    };

    test('asks nothing and ends nothing: the key may be of another account', async () => {
      const { psp, asked } = withKey([]);
      const { look, charge, logs } = await recover({ charge: attempt, psp });
      expect(await look()).toBe('looked');
      expect(await charge()).toMatchObject({ status: 'pending', outcome: null });
      expect((await charge()).steps?.map(({ what }) => what)).not.toContain('asked');
      expect(asked()).toBe(0);
      expect(logs).toMatchObject([{ event: 'psp_key_changed', charge: 'ch_1', psp: 'stripe' }]);
    });

    test('ends nothing, in a process that knows the key only once it has asked', async () => {
      const { psp, asked } = withKey([]);
      const key = () => (asked() > 0 ? psp.key?.() : undefined);
      const { look, charge, logs } = await recover({ charge: attempt, psp: { ...psp, key } });
      expect(await look()).toBe('looked');
      expect(await charge()).toMatchObject({ status: 'pending', outcome: null });
      expect(asked()).toBe(1);
      expect(logs).toMatchObject([{ event: 'psp_key_changed', charge: 'ch_1', psp: 'stripe' }]);
    });

    test('ends it if the key is known to be of the same account', async () => {
      const { psp } = withKey(['former']);
      const { look, charge } = await recover({ charge: attempt, psp });
      await look();
      expect(await charge()).toMatchObject({ status: 'failed' });
    });

    test('asks by the id of the payment, which another account does not have', async () => {
      const { psp } = withKey([]);
      const lookUp = async () => took(4_000);
      const { look, charge } = await recover({
        charge: { ...attempt, capture_method: 'automatic', psp_reference: 'pi_1' },
        psp: { ...psp, lookUp },
      });
      await look();
      expect(await charge()).toMatchObject({ status: 'captured' });
    });
  });

  test('at an account that is gone is no step that asks it', async () => {
    const { look, charge } = await recover({ charge: { psp: 'gone', outcome: null } });
    await look();
    expect((await charge()).steps?.map(({ what }) => what)).toEqual(['sent', 'no_answer']);
  });

  test('that is the last one leaves it to a person, once', async () => {
    const since = start - 86_400_000;
    const { look, charge, logs, first } = await recover({
      charge: { capture: operation({ started: since }) },
    });
    expect(await look()).toBe('needs_review');
    expect(await charge()).toMatchObject({
      status: 'needs_review',
      recover_at: unscheduled,
      capture: { needs_review: true },
    });
    expect(logs).toEqual([
      {
        event: 'needs_review',
        charge: 'ch_1',
        session: first.session,
        psp: 'stripe',
        kind: 'capture',
        operation: 'cp_1',
        open_ms: 86_400_000,
      },
    ]);
    expect(await look(true)).toBe('looked');
    expect(logs).toHaveLength(1);
  });

  // Seed 10424: one refund's schedule ended, and that of another while this was being written. Nobody looked at it again, and no person was told.
  test('loses nothing whose schedule ends while the look goes on', async () => {
    const since = start - 86_400_000;
    for (let later = 0; later < 40; later += 1) {
      const { ports, charge, pass } = await recover({
        charge: {
          capture: operation({ started: since }),
          cancel: operation({ id: 'cn_1', started: since + later }),
        },
        capabilities: none,
      });
      const { clock } = ports;
      const now = () => {
        pass(1);
        return clock.now();
      };
      await recoverCharge({ ...ports, clock: { ...clock, now } }, 'ch_1');
      const { cancel, recover_at } = await charge();
      expect(cancel?.needs_review === true || recover_at !== unscheduled).toBe(true);
    }
  });
});

describe('a capture or cancel that is open', () => {
  const open = { capture: operation() };
  const ok = { outcome: 'succeeded', amount: 4_000 } as const;

  test('is what the PSP shows, and nobody else captured it', async () => {
    const { look, charge, asked } = await recover({ charge: open, psp: shows(took(4_000)) });
    await look();
    expect(await charge()).toMatchObject({ status: 'captured', capture: { status: 'done' } });
    expect(await charge()).not.toHaveProperty('external');
    expect(asked).toEqual([]);
  });

  test('is sent again under its key if the PSP still knows it', async () => {
    const shown = [held, took(4_000)];
    const psp = { lookUp: async () => shown.shift() ?? held };
    const { look, charge, asked } = await recover({ charge: open, psp, answers: [ok] });
    await look();
    expect(asked).toEqual(['capture cp_1 4000']);
    expect(await charge()).toMatchObject({ status: 'captured', capture: { sent: start } });
  });

  test('is not done because the PSP remembers it, while it shows no capture', async () => {
    const { look, charge, asked } = await recover({ charge: open, psp: shows(held), answers: [ok] });
    await look();
    expect(asked).toEqual(['capture cp_1 4000']);
    expect(await charge()).toMatchObject({ status: 'capturing', amount_captured: 0 });
  });

  test('is not added to one made elsewhere whose failure is to be confirmed, though the PSP says that it is done', async () => {
    const claim = {
      about: 'capture',
      result: { outcome: 'failed', reason: 'processor_error' },
    } as const;
    const whole: PspEvent = {
      id: 'evt_1',
      reference: 'ch_1',
      psp_reference: 'pi_1',
      operation_reference: 'capture_0',
      claim,
      money: { amount: 1_000, currency: 'eur' },
    };
    const { look, asked, charge } = await recover({
      charge: {
        ...captured(1_000),
        outcome: 'approved',
        external: true,
        capture: operation({ amount: 500 }),
        unbelieved: [{ event: 'evt_1', about: 'capture', at: start, capture: 'cp_1', whole }],
      },
      psp: shows(held),
      answers: [{ outcome: 'succeeded', amount: 500, psp_reference: 'capture_1' }],
      capabilities: { look_up: { lag_ms: 60_000 } },
    });
    await look();
    expect(asked).toEqual(['capture cp_1 500']);
    expect(await charge()).toMatchObject({ amount_captured: 1_000, capture: { status: 'accepted' } });
  });

  test('is not sent again once it was accepted', async () => {
    const accepted = { capture: operation({ status: 'accepted' }) };
    const { look, asked, charge } = await recover({ charge: accepted, psp: shows(held) });
    await look();
    expect(asked).toEqual([]);
    expect((await charge()).status).toBe('capturing');
  });

  test('is not sent again if it is accepted while somebody looks', async () => {
    const { look, asked, answers, charge, store } = await recover({ charge: open });
    answers({
      lookUp: async () => {
        const { rev, ...current } = await charge();
        const capture = operation({ status: 'accepted' });
        const item = { ...current, capture, rev: rev + 1, write: 'other' };
        await store.commit([{ table: 'charges', item, expects: rev }]);
        return held;
      },
    });
    await look();
    expect(asked).toEqual([]);
  });

  test('is not sent again without a key', async () => {
    const { look, asked } = await recover({ charge: open, psp: shows(held), capabilities: none });
    await look();
    expect(asked).toEqual([]);
  });

  test.each<[string, ChargeOperation, string]>([
    ['once what was sent must have arrived', operation(), 'canceled'],
    ['but not before', operation({ sent: start }), 'capturing'],
  ])('without a hold has failed, %s', async (_, capture, status) => {
    const { look, charge, asked } = await recover({
      charge: { capture, hold: 'expired' },
      psp: shows({ outcome: 'absent' }),
    });
    await look();
    expect((await charge()).status).toBe(status);
    expect(asked).toEqual([]);
  });

  test('has nothing left to cancel without a hold', async () => {
    const { look, charge } = await recover({
      charge: { cancel: operation({ id: 'cn_1' }), hold: 'voided' },
      psp: shows({ outcome: 'absent' }),
    });
    await look();
    expect(await charge()).toMatchObject({ status: 'canceled', cancel: { status: 'done' } });
  });
});

describe('a refund that is open', () => {
  const created = Math.floor(earlier / 1_000);
  const open = (changes: object = {}): Partial<Charge> => ({
    ...captured(),
    amount_refundable: 3_000,
    amount_refundable_disputed: 3_000,
    refunds: { re_1: sampleRefund('re_1', 1_000, { created, sent: earlier, ...changes }) },
  });
  const list = (...refunds: RefundFact[]): Partial<Psp> => ({
    ...shows(took(4_000)),
    lookUpRefunds: async () => ({ outcome: 'found', complete: true, refunds }),
  });
  const paid = { payment_status: 'paid' } as const;

  test('is what the list shows', async () => {
    const fact = { psp_reference: 'r_1', amount: 1_000, status: 'succeeded', operation: 're_1' } as const;
    const { look, charge, asked } = await recover({ charge: open(), session: paid, psp: list(fact) });
    await look();
    expect((await charge()).refunds.re_1).toMatchObject({ status: 'succeeded', psp_reference: 'r_1' });
    expect(asked).toEqual([]);
  });

  test.each<[string, object, readonly string[]]>([
    ['is sent again', {}, ['refund re_1 1000']],
    ['was accepted, and is waited for', { accepted: true }, []],
    ['may still be sent by whoever began it', { created: start / 1_000 - 59, sent: start - 59_000 }, []],
    [
      'may be sent again by whoever looks',
      { created: start / 1_000 - 60, sent: start - 60_000 },
      ['refund re_1 1000'],
    ],
  ])('%s', async (_, changes, calls) => {
    const { look, asked } = await recover({ charge: open(changes), session: paid, psp: list() });
    await look();
    expect(asked).toEqual(calls);
  });

  test.each([
    [670, ['refund re_1 1000']],
    [600, []],
  ])('of which only the record tells when it was sent, %i s ago', async (ago_s, calls) => {
    const { look, asked } = await recover({
      charge: open({ created: start / 1_000 - ago_s, sent: undefined }),
      session: paid,
      psp: list(),
      capabilities: { idempotency: { kind: 'success_only', window_ms: 0 }, look_up: { lag_ms: 0 } },
    });
    await look();
    expect(asked).toEqual(calls);
  });

  test('is written down before it is sent again, and settled by the answer', async () => {
    const { look, charge } = await recover({
      charge: open(),
      session: paid,
      psp: list(),
      answers: [{ outcome: 'succeeded', amount: 1_000, psp_reference: 'r_1' }],
    });
    await look();
    expect((await charge()).refunds.re_1).toMatchObject({
      status: 'succeeded',
      sent: start,
      rev: 3,
      psp_reference: 'r_1',
    });
  });
});

describe('an attempt that is open', () => {
  const pending = (changes: Partial<Charge> = {}): Partial<Charge> => ({
    outcome: 'unknown',
    started: earlier,
    ...changes,
  });
  const processing = { payment_status: 'processing' } as const;
  const away = { payment_status: 'requires_action', expires_at: start / 1_000 + 1 } as const;
  const noCancelByReference = { cancel_by_reference: null, completes_authentication: undefined as never };

  test.each<[string, Partial<Charge>, LookUpResult, string]>([
    ['captured', {}, took(4_000), 'captured'],
    ['held', { capture_method: 'manual' }, held, 'authorized'],
    ['declined by name', {}, { outcome: 'do_not_honor', psp_reference: 'pi_1' }, 'failed'],
    [
      'waiting for its customer',
      {},
      { outcome: 'requires_action', psp_reference: 'pi_1', redirect_url: 'https://psp.example' },
      'requires_action',
    ],
    ['not to be told', {}, { outcome: 'unknown', doubt: 'timeout' }, 'pending'],
    ['absent for good', {}, { outcome: 'absent' }, 'failed'],
    ['absent, and perhaps on its way', { started: start - 100_000 }, { outcome: 'absent' }, 'pending'],
  ])('is %s', async (_, changes, shown, status) => {
    const { look, charge } = await recover({
      charge: pending(changes),
      session: processing,
      psp: shows(shown),
      capabilities: { look_up: { lag_ms: 0 }, ...noCancelByReference },
    });
    await look();
    expect((await charge()).status).toBe(status);
  });

  test('is not called dead while money of another amount was seen', async () => {
    const observed = { outcome: 'unknown', doubt: 'amount_mismatch' } as const;
    const { look, charge } = await recover({
      charge: pending({ recovery: { action: 'noted', observed } }),
      session: processing,
      psp: shows({ outcome: 'absent' }),
      capabilities: { look_up: { lag_ms: 0 }, ...noCancelByReference },
    });
    await look();
    expect((await charge()).status).toBe('pending');
  });

  test('is what a webhook noted, if the PSP cannot be asked', async () => {
    const observed = { outcome: 'do_not_honor', psp_reference: 'pi_1' } as const;
    const { look, charge } = await recover({
      charge: pending({ outcome: null, recovery: { action: 'noted', observed } }),
      session: processing,
      capabilities: { look_up: null, ...noCancelByReference },
    });
    await look();
    expect(await charge()).toMatchObject({ status: 'failed', outcome: 'do_not_honor' });
  });

  test('is not what was once seen, if the PSP can be asked but there is no time to', async () => {
    const { ports, charge } = await recover({
      charge: pending({ outcome: null, recovery: { action: 'fence', fence: 'sent', observed: took(4_000) } }),
      session: processing,
      psp: shows(held),
      capabilities: { look_up: { lag_ms: 0 }, ...noCancelByReference },
    });
    await recoverCharge({ ...ports, deadline: start + 3_000 }, 'ch_1');
    expect((await charge()).status).toBe('pending');
  });

  test.each<[string, object, string]>([
    ['while its session goes on, waits', {}, 'requires_action'],
    ['when the time is over, is given up', { expires_at: start / 1_000 }, 'failed'],
    ['when the merchant has ended it, is given up', { expired_at: 1 }, 'failed'],
  ])('for its customer, %s', async (_, session, status) => {
    const { look, charge } = await recover({
      charge: pending({ outcome: 'requires_action' }),
      session: { ...away, ...session },
      psp: shows({ outcome: 'requires_action', psp_reference: 'pi_1', redirect_url: 'https://psp.example' }),
      capabilities: { completes_authentication: true },
    });
    await look();
    expect((await charge()).status).toBe(status);
  });

  test.each<[string, 'synchronous' | 'webhook', Partial<Charge>, number]>([
    ['at once, where it tells at once', 'synchronous', { started: start - 1_000 }, 1],
    ['at the second look, where its webhook may be on the way', 'webhook', { started: start - 300_000 }, 1],
    ['and not before', 'webhook', { started: start - 299_999 }, 0],
    [
      'and not again once it came to nothing',
      'webhook',
      { recovery: { action: 'look', fence: 'failed' } },
      0,
    ],
  ])('is canceled by reference %s', async (_, result, changes, times) => {
    let cancels = 0;
    const { look, charge } = await recover({
      charge: pending(changes),
      session: processing,
      psp: {
        ...shows({ outcome: 'unknown', doubt: 'timeout' }),
        cancelByReference: async () => {
          cancels += 1;
          return { outcome: 'fencing' };
        },
      },
      capabilities: { cancel_by_reference: { result } },
    });
    await look();
    expect(cancels).toBe(times);
    if (times > 0) expect((await charge()).recovery).toMatchObject({ action: 'fence', fence: 'sent' });
  });

  test.each<[string, LookUpResult, number, string]>([
    ['a hold', held, 0, 'pending'],
    ['a capture, shown late', took(4_000), 1, 'pending'],
    ['a capture, shown at once', took(4_000), 0, 'captured'],
  ])('and whose cancel is sent is not believed to be %s', async (_, shown, lag_ms, status) => {
    const { look, charge } = await recover({
      charge: pending({ recovery: { action: 'fence', fence: 'sent' } }),
      session: processing,
      psp: { ...shows(shown), cancelByReference: async () => ({ outcome: 'fencing' }) },
      capabilities: { look_up: { lag_ms }, cancel_by_reference: { result: 'synchronous' } },
    });
    await look();
    expect((await charge()).status).toBe(status);
  });
});

describe('money that came too late', () => {
  const reversal = {
    id: 'rv_1',
    by: 'refund',
    amount: 4_000,
    status: 'open',
    started: earlier,
    captured: 4_000,
  } as const;
  const reversing = (changes: object = {}): Scenario => ({
    charge: { outcome: 'absent', reversal: { ...reversal, ...changes } },
    session: { payment_status: 'unpaid', charge: null },
  });
  const taken = (amount_refunded?: number): Partial<Psp> =>
    shows({ ...took(4_000), ...defined({ amount_refunded }) } as LookUpResult);

  test('is sent back', async () => {
    const { look, charge, asked } = await recover({
      ...reversing(),
      psp: taken(0),
      answers: [{ outcome: 'succeeded' }],
    });
    await look();
    expect(asked).toEqual(['refund rv_1 4000']);
    expect((await charge()).reversal).toMatchObject({ status: 'done', sent: start });
  });

  test.each([
    [4_000, 'done', []],
    [3_999, 'sent', [expect.stringMatching(/^refund rv_.* 1$/)]],
    [0, 'sent', ['refund rv_1 4000']],
  ] as const)('of which %i were given back elsewhere is %s', async (refunded, status, calls) => {
    const { look, charge, asked } = await recover({ ...reversing(), psp: taken(refunded) });
    await look();
    expect((await charge()).reversal?.status).toBe(status);
    expect(asked).toEqual(calls);
  });

  test('is not back while a complete list does not show it, whatever the sum says', async () => {
    const { look, charge, asked } = await recover({
      ...reversing(),
      psp: {
        ...taken(4_000),
        lookUpRefunds: async () => ({
          outcome: 'found',
          complete: true,
          refunds: [{ psp_reference: 're_1', operation: 'rv_0', amount: 4_000, status: 'failed' }],
        }),
      },
    });
    await look();
    expect(asked).toEqual(['refund rv_1 4000']);
    expect((await charge()).reversal?.status).toBe('sent');
  });

  test.each([
    [
      'sent back but for what was lost to a dispute',
      392,
      'sent',
      [/^refund rv_.* 3608$/, /^cancel rv_.* 3608$/, /^refund rv_.* 3608$/],
    ],
    ['back once all of it was lost to a dispute', 4_000, 'done', []],
  ] as const)('is %s, where nobody can be asked', async (_, lost, status, calls) => {
    const refused = { outcome: 'failed', reason: 'processor_error' } as const;
    const { look, charge, asked } = await recover({
      answers: [refused, refused],
      charge: {
        ...reversing().charge,
        amount_refundable: -lost,
        amount_refundable_disputed: -lost,
        disputes: {
          dp_1: sampleDispute('dp_1', { amount: lost, status: 'lost' }),
          dp_2: sampleDispute('dp_2', { status: 'won' }),
        },
      },
      session: { payment_status: 'unpaid', charge: null },
      capabilities: { look_up: null },
    });
    for (let time = 0; time < 3; time++) await look(true);
    expect(asked).toEqual(calls.map((call) => expect.stringMatching(call)));
    expect((await charge()).reversal?.status).toBe(status);
  });

  test.each([
    ['is not sent again yet', start - 600_000, 'refund', 'open', []],
    ['is not sent again yet, nor voided', start - 600_000, 'cancel', 'open', []],
    ['is back once that is long ago', start - 600_001, 'refund', 'done', []],
    ['is back once that is long ago, whatever was to be tried next', start - 600_001, 'cancel', 'done', []],
  ] as const)('whose return failed, but is shown as done, %s', async (_, failed_at, by, status, calls) => {
    const { look, charge, asked } = await recover({
      ...reversing({ by, parts: { rv_0: 0 }, failed_at }),
      psp: {
        ...taken(),
        lookUpRefunds: async () => ({
          outcome: 'found',
          complete: true,
          refunds: [{ psp_reference: 'r_1', operation: 'rv_0', amount: 4_000, status: 'succeeded' }],
        }),
      },
      capabilities: { look_up: { lag_ms: 0 } },
    });
    for (let time = 0; time < 2; time++) await look(true);
    expect(asked).toEqual(calls);
    expect((await charge()).reversal?.status).toBe(status);
  });

  test('is sent back except for what a list shows as refunded elsewhere', async () => {
    const { look, asked } = await recover({
      ...reversing(),
      psp: {
        ...taken(),
        lookUpRefunds: async () => ({
          outcome: 'found',
          complete: true,
          refunds: [
            { psp_reference: 'r_8', amount: 1_000, status: 'succeeded' },
            { psp_reference: 'r_9', amount: 500, status: 'failed' },
          ],
        }),
      },
    });
    await look();
    expect(asked).toEqual([expect.stringMatching(/^refund rv_.* 3000$/)]);
  });

  test.each<['refund' | 'cancel', Partial<Psp>]>([
    [
      'refund',
      {
        ...taken(0),
        lookUpRefunds: async () => ({ outcome: 'found', complete: true, refunds: [] }),
      },
    ],
    ['cancel', shows(held)],
  ])(
    'by a %s that never arrived goes out the same way under another id, where there are no keys',
    async (by, psp) => {
      const { look, asked } = await recover({
        ...reversing({ by, status: 'sent', sent: earlier }),
        psp,
        capabilities: none,
      });
      await look();
      expect(asked).toEqual([expect.stringMatching(new RegExp(`^${by} rv_0.* 4000$`))]);
    },
  );

  test.each([
    ['open', 'all_answers'],
    ['sent', 'all_answers'],
    ['sent', 'success_only'],
    ['sent', 'none'],
  ] as const)('that is %s is not sent while it is disputed, with keys for %s', async (status, kind) => {
    const { look, asked, charge, first } = await recover({
      charge: {
        ...reversing({ status, started: earlier, sent: earlier }).charge,
        amount_refundable: -1_500,
        disputes: { dp_1: sampleDispute('dp_1') },
      },
      session: { payment_status: 'unpaid', charge: null },
      psp: {
        ...taken(0),
        lookUpRefunds: async () => ({ outcome: 'found', complete: true, refunds: [] }),
      },
      capabilities: { idempotency: { kind, window_ms: 86_400_000 }, look_up: { lag_ms: 0 } },
    });
    await look();
    expect(asked).toEqual([]);
    expect((await charge()).reversal).toEqual(first.reversal);
  });

  test('that may have been sent back is not sent twice, if there are no keys and no way to know', async () => {
    const { look, asked, charge, first } = await recover({
      ...reversing({ status: 'sent', sent: earlier }),
      psp: shows({ outcome: 'unknown', doubt: 'timeout' }),
      capabilities: none,
    });
    await look();
    expect(asked).toEqual([]);
    expect((await charge()).reversal).toEqual(first.reversal);
  });

  test('is voided if it was not captured, and sent back if that is refused', async () => {
    const { look, charge, asked } = await recover({
      ...reversing({ by: 'cancel' }),
      psp: shows(held),
      answers: [{ outcome: 'failed', reason: 'invalid_request' }],
    });
    await look();
    expect(asked).toEqual(['cancel rv_1 4000']);
    expect((await charge()).reversal).toMatchObject({ status: 'open', by: 'refund' });
    expect((await charge()).reversal?.id).not.toBe('rv_1');
  });

  test('is gone with the payment', async () => {
    const { look, charge, asked } = await recover({
      ...reversing({ by: 'cancel' }),
      psp: shows({ outcome: 'canceled', psp_reference: 'pi_1' }),
    });
    await look();
    expect(asked).toEqual([]);
    expect((await charge()).reversal?.status).toBe('done');
  });

  test('is waited for once it was accepted, and repeated while nobody knows', async () => {
    const accepted = await recover({ ...reversing({ status: 'accepted' }), psp: taken(0) });
    await accepted.look();
    expect(accepted.asked).toEqual([]);
    const sent = await recover({ ...reversing({ status: 'sent', sent: earlier }), psp: taken(0) });
    await sent.look();
    expect(sent.asked).toEqual(['refund rv_1 4000']);
  });
});

describe('a run of recovery', () => {
  test('counts the ends, reports what failed, and begins nothing without time for it', async () => {
    const { ports, logs } = await recover({ charge: { capture: operation() } });
    expect((await recoverDue(ports)).ends).toEqual({ looked: 1 });
    expect(logs.at(-1)).toEqual({ event: 'recovery_run', looked: 1 });
    const broken = await recover({ charge: { capture: operation() } });
    const throwing = {
      ...broken.ports,
      store: { ...broken.store, charge: async () => Promise.reject(new TypeError('no')) },
    };
    expect((await recoverDue(throwing)).ends).toEqual({ failed: 1 });
    expect(broken.logs).toEqual([
      { event: 'recovery_failed', charge: 'ch_1', error: 'TypeError' },
      { event: 'recovery_run', failed: 1 },
    ]);
    const late = await recover({ charge: { capture: operation() } });
    expect((await recoverDue({ ...late.ports, deadline: start + 25_000 })).ends).toEqual({});
    expect((await recoverDue({ ...late.ports, deadline: start + 25_001 })).ends).toEqual({ looked: 1 });
  });

  test.each([
    ['is checked once a day', 2, start + 23 * hour],
    ['waits for a person', 8, unscheduled],
  ])('reports what is old and %s, however much is new', async (_, days, recover_at) => {
    const { ports, logs, charge, store } = await recover({ charge: { capture: operation() } });
    const one = await charge();
    const item = (id: string, started: number, at: number): Write => ({
      table: 'charges',
      item: { ...one, id, capture: operation({ started }), recover_at: at },
      expects: 'absent',
    });
    for (let n = 0; n < 60; n++) await store.commit([item(`ch_new_${n}`, start, start + n * 1_000)]);
    await store.commit([item('ch_old', start - days * 24 * hour, recover_at)]);
    await logOpen(ports, [await store.open(0, 1_000)]);
    expect(logs.at(-1)).toMatchObject({ event: 'open_charges', count: 62, oldest_ms: days * 24 * hour });
  });

  test('reports how much waits for a person, and since when', async () => {
    const { ports, logs } = await recover({ charge: { capture: operation(), recover_at: unscheduled } });
    await logOpen(ports, (await recoverDue(ports)).open);
    expect(logs.slice(1)).toEqual([{ event: 'open_charges', count: 1, oldest_ms: 670_000 }]);
    const closed = await recover({});
    await closed.look();
    await logOpen(closed.ports, (await recoverDue(closed.ports)).open);
    expect(closed.logs.slice(1)).toEqual([{ event: 'open_charges', count: 0, oldest_ms: 0 }]);
  });
});
