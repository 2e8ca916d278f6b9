import { describe, expect, test } from '@jest/globals';
import { waitingEvents } from '../../../lib/charge/waiting-events.ts';
import { decideCharge } from '../../../lib/payments/decisions/decide-charge.ts';
import { readRecords } from '../../../lib/payments/records/read-records.ts';
import { checkCharge } from '../../../lib/payments/recovery/check-charge.ts';
import { defaultRecoverySchedule } from '../../../lib/payments/recovery/check-schedule.ts';
import { applyResult } from '../../../lib/payments/reports/apply.ts';
import type { LookUpResult, PspEvent } from '../../../lib/types/psp.ts';
import { oneCharge, refusalOf, start } from './one-charge.ts';

const minute = 60_000;
const took = (amount_captured: number): LookUpResult => ({
  outcome: 'captured',
  psp_reference: 'pi_1',
  amount_captured,
});
const capture = (n: number): Pick<PspEvent, 'id' | 'claim' | 'operation_reference' | 'money'> => ({
  id: `evt_${n}`,
  claim: { about: 'capture', result: { outcome: 'succeeded' } },
  operation_reference: `cap_${n}`,
  money: { amount: 500, currency: 'eur' },
});

/** A held charge at a PSP that confirms no capture until it `shows` it, and so many events that wait. */
const waiting = async (count: number) => {
  const asked: number[] = [];
  let shown: LookUpResult = { outcome: 'unknown', doubt: 'timeout' };
  const one = await oneCharge({
    charge: { psp_reference: 'pi_1' },
    psp: {
      lookUp: async () => {
        asked.push(one.ports.clock.now());
        return shown;
      },
      lookUpRefunds: async () => ({ outcome: 'found', refunds: [], complete: true }),
    },
    capabilities: { look_up: { lag_ms: 0 } },
  });
  for (let n = 1; n <= count; n++) {
    expect(await refusalOf(one.receive(capture(n)))).toBe('waits');
    one.pass(1);
  }
  asked.length = 0;
  const shows = (answer: LookUpResult): void => {
    shown = answer;
  };
  return { ...one, asked, shows, check: () => checkCharge(one.ports, 'ch_1') };
};

test('takes up one event at a time, the one that has waited longest first', async () => {
  const { check, pass, asked, shows, charge } = await waiting(3);
  pass(minute);
  shows(took(500));
  for (const left of [['evt_2', 'evt_3'], ['evt_3'], []]) {
    await check();
    expect(waitingEvents(await charge()).map(({ id }) => id)).toEqual(left);
    shows(took((4 - left.length) * 500));
  }
  expect(asked).toHaveLength(3);
  expect(await charge()).toMatchObject({ amount_captured: 1_500 });
  expect(await charge()).not.toHaveProperty('recover_at');
});

test('takes an event up again on the schedule, however often it runs', async () => {
  const { check, pass, asked, charge } = await waiting(1);
  for (let passed = 0; passed < 10; passed++) {
    pass(minute);
    await check();
  }
  expect(asked).toEqual([start + minute + 1, start + 5 * minute + 1]);
  expect(await charge()).not.toHaveProperty('recover_at');
  expect(waitingEvents(await charge())).toHaveLength(1);
});

test('two runs at once take it up once', async () => {
  const { check, pass, asked, ports } = await waiting(1);
  pass(minute);
  const read = await ports.store.charge('ch_1');
  expect([await check(), await checkCharge(ports, 'ch_1', { read })]).toEqual([
    'looked',
    'changed_meanwhile',
  ]);
  expect(asked).toHaveLength(1);
});

test('a try that dies is followed by the next one', async () => {
  const { check, pass, answers, shows, charge, ports } = await waiting(1);
  pass(minute);
  answers({ lookUp: () => Promise.reject(new Error('died')) });
  await expect(check()).rejects.toThrow('died');
  expect(await charge()).toMatchObject({ recover_at: start + 5 * minute });
  pass(4 * minute);
  shows(took(500));
  answers({ lookUp: async () => took(500) });
  await checkCharge(ports, 'ch_1');
  expect(await charge()).toMatchObject({ amount_captured: 500 });
});

test('waits for an account that is not configured, and says so', async () => {
  const { pass, ports, charge, logs } = await waiting(1);
  pass(minute);
  logs.length = 0;
  const psps = { ...ports.psps, connect: () => undefined };
  expect(await checkCharge({ ...ports, psps }, 'ch_1')).toBe('looked');
  expect(logs).toEqual([{ event: 'psp_not_configured', charge: 'ch_1', psp: 'stripe' }]);
  expect(await charge()).toMatchObject({ recover_at: start + 5 * minute });
});

test('a request of an operator checks what is open, and leaves the event to its time', async () => {
  const { ports, charge } = await waiting(1);
  await checkCharge(ports, 'ch_1', { at_once: true });
  expect(waitingEvents(await charge())).toHaveLength(1);
  expect(await charge()).toMatchObject({ recover_at: start + minute });
});

describe('with the schedule that is in force', () => {
  const recovery = { schedule_s: defaultRecoverySchedule, shards: 1 };

  /** Runs recovery each minute for so long; a run that fails is followed by the next. */
  const run = async (
    { ports, pass, charge }: Pick<Awaited<ReturnType<typeof waiting>>, 'ports' | 'pass' | 'charge'>,
    minutes: number,
  ): Promise<void> => {
    for (let passed = 0; passed < minutes; passed++) {
      pass(minute);
      const { recover_at = Number.POSITIVE_INFINITY } = await charge();
      if (recover_at <= ports.clock.now()) await checkCharge(ports, 'ch_1').catch(() => undefined);
    }
  };

  test.each([
    ['the PSP does not confirm', {}],
    ['fails whenever it is taken up', { lookUp: () => Promise.reject(new TypeError('a defect')) }],
  ])('an alarm is raised, once, for an event that %s', async (_, answers) => {
    const one = await waiting(1);
    Object.assign(one.ports, { recovery });
    one.answers(answers);
    await run(one, 119);
    expect(one.logs.filter(({ event }) => event === 'webhook_not_believed')).toEqual([]);
    await run(one, 48 * 60);
    expect(one.logs.filter(({ event }) => event === 'webhook_not_believed')).toMatchObject([
      { why: 'not_confirmed', webhook: 'evt_1' },
    ]);
  });

  test('and of one at an account that is not configured', async () => {
    const one = await waiting(1);
    Object.assign(one.ports, { recovery, psps: { ...one.ports.psps, connect: () => undefined } });
    await run(one, 48 * 60);
    expect(one.logs.filter(({ event }) => event === 'webhook_not_believed')).toHaveLength(1);
  });

  /** A paid charge on which something ended by time at the start. Then a refund is reported that the PSP's list does not show. */
  const timedOut = async (refundAfter: number) => {
    const asked: number[] = [];
    const one = await oneCharge({
      charge: {
        psp_reference: 'pi_1',
        outcome: 'captured',
        amount_captured: 4_000,
        amount_refundable: 4_000,
        amount_refundable_disputed: 4_000,
        timed_out_at: start,
        recover_shard: -1,
        recover_at: start + 60 * minute,
      },
      psp: {
        lookUp: async () => {
          asked.push((one.ports.clock.now() - start) / minute);
          return { ...took(4_000), amount_refunded: 0 };
        },
        lookUpRefunds: async () => ({ outcome: 'found', refunds: [], complete: true }),
      },
    });
    Object.assign(one.ports, { recovery });
    await run(one, refundAfter);
    const refund = { id: 'evt_1', operation_reference: 'r_1', money: { amount: 100, currency: 'eur' } };
    const claim = { about: 'refund', result: { outcome: 'succeeded' } } as const;
    expect(await refusalOf(one.receive({ ...refund, claim }))).toBe('waits');
    return { ...one, asked };
  };

  test.each([10, 50])(
    'a late check is made in time, with an event that waits after %i minutes',
    async (after) => {
      const one = await timedOut(after);
      await run(one, 10 * 24 * 60);
      expect(one.asked).toEqual([60, 24 * 60, 7 * 24 * 60]);
      expect(await one.charge()).not.toHaveProperty('recover_at');
      expect(await one.charge()).not.toHaveProperty('timed_out_at');
    },
  );

  test('a late check that no run came to is made afterwards', async () => {
    const one = await timedOut(58);
    one.pass(60 * minute);
    await run(one, 10);
    expect(one.asked).toEqual([120]);
    await run(one, 24 * 60);
    expect(one.asked).toEqual([120, 24 * 60]);
  });

  test('a late check without a response is repeated, whatever event waits', async () => {
    const one = await timedOut(55);
    const { lookUp } = one.ports.psps.connect('stripe') ?? {};
    one.answers({ lookUp: async () => ({ outcome: 'unknown', doubt: 'timeout' }) });
    await run(one, 30);
    one.answers({ lookUp } as object);
    await run(one, 24 * 60);
    expect(one.asked).toEqual([121, 24 * 60]);
  });
});

test('an event of a payment whose charge a person has decided about under another id is applied once the PSP shows it', async () => {
  const one = await oneCharge({
    charge: {
      outcome: null,
      capture_method: 'automatic',
      psp_reference: 'pi_0',
      started: start - 1_000_000,
      needs_review: true,
    },
    session: { payment_status: 'processing' },
    psp: { lookUp: async () => ({ outcome: 'unknown', doubt: 'timeout' }) },
    capabilities: { look_up: { lag_ms: 0 } },
  });
  const claim = { about: 'authorization', result: took(4_000) } as const;
  const event = { psp_reference: 'pi_1', claim, money: { amount: 4_000, currency: 'eur' } };
  expect(await refusalOf(one.receive(event))).toBe('waits');
  one.answers({
    lookUp: async ({ psp_reference }) => (psp_reference === 'pi_1' ? took(4_000) : { outcome: 'absent' }),
    refund: async () => ({ outcome: 'succeeded' }),
  });
  const { rev: revision } = await one.charge();
  await decideCharge(one.ports, { charge: 'ch_1', outcome: 'failed', note: 'n', by: 'key_1', revision });
  // The function that records a decision has no keys of PSPs: recovery asks.
  expect(await one.charge()).toMatchObject({ status: 'failed' });
  expect(await one.charge()).not.toHaveProperty('reversal');
  one.pass(minute);
  await checkCharge(one.ports, 'ch_1');
  // The money is there after all, and goes back.
  expect(await one.charge()).toMatchObject({ reversal: { amount: 4_000, status: 'done' } });
  expect(waitingEvents(await one.charge())).toEqual([]);
});

test.each([
  ['after a response', took(4_000), 'not refused'],
  ['that says nothing, too', { outcome: 'unknown', doubt: 'pending' } as const, 'not refused'],
  ['and waits without one', { outcome: 'unknown', doubt: 'timeout' } as const, 'waits'],
])('an event that something has changed is taken %s', async (_, shown, end) => {
  const one = await oneCharge({
    charge: { psp_reference: 'pi_1' },
    psp: {
      lookUp: async () => shown,
      lookUpRefunds: async () => ({ outcome: 'found', refunds: [], complete: true }),
    },
  });
  const claim = { about: 'authorization', result: { outcome: 'unknown', doubt: 'pending' } } as const;
  expect(await refusalOf(one.receive({ claim }))).toBe(end);
  one.answers({ lookUp: async () => took(4_000) });
  one.pass(minute);
  await checkCharge(one.ports, 'ch_1');
  expect(waitingEvents(await one.charge())).toEqual([]);
  if (end === 'waits') expect(await one.charge()).toMatchObject({ amount_captured: 4_000 });
});

test('events wait in the order in which they came, whichever was taken up last', async () => {
  const { check, pass, charge } = await waiting(2);
  pass(minute);
  await check();
  expect(waitingEvents(await charge()).map(({ id }) => id)).toEqual(['evt_1', 'evt_2']);
});

test('an event that the record has overtaken waits no more', async () => {
  const unknown: LookUpResult = { outcome: 'unknown', doubt: 'timeout' };
  const {
    receive: deliver,
    ports,
    charge,
  } = await oneCharge({
    charge: { outcome: null, capture_method: 'automatic', started: start - 120_000 },
    session: { payment_status: 'processing' },
    psp: { lookUp: async () => unknown },
    capabilities: { look_up: { lag_ms: 0 } },
  });
  const paid = { psp_reference: 'pi_1', claim: { about: 'authorization', result: took(4_000) } } as const;
  expect(await refusalOf(deliver(paid))).toBe('waits');
  await applyResult(ports, await readRecords(ports, 'ch_1'), took(4_000));
  expect(await charge()).toMatchObject({ amount_captured: 4_000 });
  expect(await charge()).not.toHaveProperty('unbelieved');
  expect(await charge()).not.toHaveProperty('recover_at');
  expect(await refusalOf(deliver({ ...paid, id: 'evt_2' }))).toBe('not refused');
});
