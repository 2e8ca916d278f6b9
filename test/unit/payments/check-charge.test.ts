import { expect, test } from '@jest/globals';
import { waitingEvents } from '../../../lib/charge/waiting-events.ts';
import { checkCharge } from '../../../lib/payments/recovery/check-charge.ts';
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
  claim: { about: 'capture', answer: { outcome: 'succeeded' } },
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
    expect(await refusalOf(one.hear(capture(n)))).toBe('waits');
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
    'claimed_by_another',
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
