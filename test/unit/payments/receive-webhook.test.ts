import { describe, expect, jest, test } from '@jest/globals';
import { keyElsewhere } from '../../../lib/charge/key-elsewhere.ts';
import { waitingEvent, waitingEvents } from '../../../lib/charge/waiting-events.ts';
import { decideCharge } from '../../../lib/payments/decisions/decide-charge.ts';
import { readRecords } from '../../../lib/payments/records/read-records.ts';
import { checkCharge } from '../../../lib/payments/recovery/check-charge.ts';
import { retryHeld } from '../../../lib/payments/recovery/retry-held.ts';
import { applyResult } from '../../../lib/payments/reports/apply.ts';
import { beginTry } from '../../../lib/payments/webhooks/keep-event.ts';
import type { PaymentIntent } from '../../../lib/psp/stripe/payment.ts';
import { readPayment } from '../../../lib/psp/stripe/read-payment.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { Charge, ChargeOperation } from '../../../lib/types/charge.ts';
import { defined } from '../../../lib/types/defined.ts';
import { mostHeldPerHour } from '../../../lib/types/held-event.ts';
import { unscheduled } from '../../../lib/types/open-things.ts';
import type { LookUpResult, PspEvent, RefundFact } from '../../../lib/types/psp.ts';
import { storageUnavailable } from '../../../local/memory/memory-payment-store.ts';
import { sampleRefund } from '../../contract/sample-records.ts';
import { oneCharge, refusalOf, type Scenario, start } from './one-charge.ts';

const pending: Partial<Charge> = { outcome: null, capture_method: 'automatic', started: start - 120_000 };
const processing = { session: { payment_status: 'processing' } } as const;
const captured = (amount = 4_000): Partial<Charge> => ({
  outcome: 'captured',
  amount_captured: amount,
  amount_refundable: amount,
  amount_refundable_disputed: amount,
});
const eur = (amount: number) => ({ amount, currency: 'eur' }) as const;
const mismatch = { event: 'webhook_amount_mismatch', psp: 'stripe', charge: 'ch_1', webhook: 'evt_1' };
const logWithoutEffect = (about: string, status: string) => ({
  event: 'webhook_without_effect',
  psp: 'stripe',
  charge: 'ch_1',
  about,
  status,
});
const notVerified = {
  code: 'event_not_verified',
  message: 'stripe does not confirm this event yet. Deliver it again.',
  retry_after: 30,
};
const operation = (changes: Partial<ChargeOperation> = {}): ChargeOperation => ({
  id: 'cp_1',
  amount: 4_000,
  status: 'accepted',
  started: start - 1_000,
  sent: start - 1_000,
  ...changes,
});

type Claim = PspEvent['claim'];
const authorization = (answer: LookUpResult): Claim => ({ about: 'authorization', result: answer });
const succeeded = (about: 'capture' | 'cancel' | 'refund'): Claim => ({
  about,
  result: { outcome: 'succeeded' },
});
const failed = (about: 'capture' | 'cancel' | 'refund'): Claim => ({
  about,
  result: { outcome: 'failed', reason: 'card_closed' },
});
/** A PSP that shows this when it is asked, at once or some time later. */
const shows = (answer: LookUpResult, lag_ms = 0): Pick<Scenario, 'psp' | 'capabilities'> => ({
  psp: { lookUp: async () => answer },
  capabilities: { look_up: { lag_ms } },
});
const silent: Pick<Scenario, 'capabilities'> = { capabilities: { look_up: null } };
const took = (amount_captured: number): LookUpResult => ({
  outcome: 'captured',
  psp_reference: 'pi_1',
  amount_captured,
});
const held: LookUpResult = { outcome: 'approved', psp_reference: 'pi_1' };

describe('a webhook that is refused', () => {
  test('because the account is unknown', async () => {
    const { read } = await oneCharge();
    expect(await refusalOf(read({ ok: true, events: [] }, 'x'.repeat(70)))).toEqual({
      code: 'resource_missing',
      message: `No payment provider account ${'x'.repeat(64)} is configured.`,
      param: 'psp',
    });
  });

  test.each([
    ['malformed', 'body_invalid', 'The webhook body is not what this payment provider sends.'],
    ['signature', 'signature_invalid', 'The webhook signature does not match, or is too old.'],
    ['too_old', 'signature_invalid', 'The webhook signature does not match, or is too old.'],
  ] as const)('because it is %s', async (reason, code, message) => {
    const { read, logs } = await oneCharge();
    expect(await refusalOf(read({ ok: false, reason }))).toEqual({ code, message });
    expect(logs).toEqual([{ event: 'webhook_refused', psp: 'stripe', reason }]);
  });

  test('because the PSP does not say whose it is, is asked for again: its signature is right', async () => {
    const { read } = await oneCharge();
    expect(await refusalOf(read({ ok: false, reason: 'unanswered' }))).toEqual(notVerified);
  });
});

describe('a delivery of several events', () => {
  const event = (id: string, claim: Claim): PspEvent => ({
    id,
    reference: 'ch_1',
    psp_reference: 'pi_1',
    money: eur(4_000),
    claim,
  });
  const waiting = event('evt_1', failed('capture'));
  const applied = event('evt_2', authorization(took(4_000)));

  test.each([
    ['before', [waiting, applied]],
    ['after', [applied, waiting]],
  ])('applies one that comes %s one that waits', async (_, events) => {
    const { read, charge } = await oneCharge({
      charge: { ...pending, psp_reference: 'pi_1' },
      ...processing,
      ...shows(took(4_000), 60_000),
    });
    await read({ ok: true, events });
    expect(await charge()).toMatchObject({ status: 'captured', amount_captured: 4_000 });
    expect(waitingEvents(await charge())).toEqual([waiting]);
  });
});

describe('an event about another payment under our reference, at a PSP that can be asked', () => {
  const other = { psp_reference: 'pi_2', money: eur(4_000) };
  const refunds = [{ psp_reference: 'r_1', amount: 4_000, status: 'succeeded' }] as const;

  test.each<[string, Claim]>([
    ['a capture', succeeded('capture')],
    ['a refund', succeeded('refund')],
    [
      'an authorisation',
      authorization({ outcome: 'captured', psp_reference: 'pi_2', amount_captured: 4_000 }),
    ],
  ])('%s goes to a person if the PSP does not show it, and moves nothing of the first', async (_, claim) => {
    const {
      receive: deliver,
      charge,
      first,
      logs,
    } = await oneCharge({
      charge: { ...captured(), psp_reference: 'pi_1' },
      psp: {
        lookUp: async () => ({ outcome: 'absent' }),
        lookUpRefunds: async () => ({ outcome: 'found', complete: true, refunds }),
      },
    });
    await deliver({ claim, ...other });
    const { unbelieved, rev: _rev, write: _write, ...rest } = await charge();
    expect(first).toMatchObject(rest);
    expect(unbelieved).toMatchObject([{ why: 'other_payment', psp_reference: 'pi_2' }]);
    expect(logs).toMatchObject([{ event: 'webhook_not_believed', why: 'other_payment', charge: 'ch_1' }]);
  });

  test('is recorded although it was made days after the first', async () => {
    const {
      receive: deliver,
      charge,
      pass,
      ports,
    } = await oneCharge({
      charge: { ...captured(), psp_reference: 'pi_1' },
      psp: {
        lookUp: async (asked) => readPayment(asked, intent),
        lookUpRefunds: async () => ({ outcome: 'found', complete: true, refunds: [] }),
      },
    });
    pass(3 * 24 * 3_600_000);
    const intent = {
      id: 'pi_2',
      status: 'succeeded',
      amount: 4_000,
      amount_received: 4_000,
      currency: 'eur',
      capture_method: 'manual',
      charge: 'ch_1',
      created: ports.clock.now() / 1_000,
    } as PaymentIntent;
    await deliver({ claim: succeeded('capture'), ...other });
    const { other_payments } = await charge();
    expect(other_payments).toMatchObject([{ psp_reference: 'pi_2' }]);
  });

  test('a cancellation waits for the report of that payment, and does not end the hold of the first', async () => {
    const {
      receive: deliver,
      charge,
      pass,
    } = await oneCharge({
      charge: { outcome: 'approved', psp_reference: 'pi_1' },
      ...shows({ outcome: 'canceled' }),
    });
    await expect(deliver({ claim: succeeded('cancel'), ...other })).rejects.toThrow();
    pass(660_000);
    await deliver({ claim: succeeded('cancel'), ...other });
    expect(await charge()).toMatchObject({ status: 'authorized' });
  });
});

describe('an event that waits for what must come first, at a PSP that cannot be asked', () => {
  const waiting = {
    id: 'evt_1',
    claim: succeeded('refund'),
    operation_reference: 'r_1',
    money: eur(1_000),
  };
  const open: Scenario = {
    charge: { ...pending, psp_reference: 'pi_1', needs_review: true },
    ...processing,
    capabilities: { look_up: null, refund: { result: 'webhook', look_up: false } },
    psp: { lookUp: undefined, lookUpRefunds: undefined } as never,
  };
  const minute = 60_000;

  test('is accepted at once: it must not hold back what is behind it', async () => {
    const { read, charge, logs } = await oneCharge(open);
    const event = { ...waiting, reference: 'ch_1', psp_reference: 'pi_1' };
    await read({ ok: true, events: [event] });
    expect(waitingEvents(await charge())).toEqual([event]);
    expect(logs).toEqual([{ event: 'webhook_waits', psp: 'stripe', charge: 'ch_1', about: 'refund' }]);
  });

  test('goes on waiting after an hour, and an alarm is raised, once', async () => {
    const { receive: deliver, charge, pass, logs } = await oneCharge(open);
    await keep(waiting, { deliver });
    logs.length = 0;
    pass(60 * minute - 1);
    await keep(waiting, { deliver });
    expect(logs).toEqual([]);
    pass(1);
    for (const _ of [1, 2]) await keep(waiting, { deliver });
    expect(logs).toMatchObject([{ event: 'webhook_not_believed', why: 'not_confirmed', webhook: 'evt_1' }]);
    expect((await charge()).unbelieved).toMatchObject([
      {
        event: 'evt_1',
        about: 'refund',
        at: start,
        why: 'not_confirmed',
        amount: 1_000,
        whole: { id: 'evt_1' },
      },
    ]);
  });

  test('is taken up by recovery, on its schedule', async () => {
    const { receive: deliver, charge, pass, ports } = await oneCharge(open);
    await keep(waiting, { deliver });
    expect(await charge()).toMatchObject({ recover_at: start + minute });
    await applyResult(ports, await readRecords(ports, 'ch_1'), took(4_000), { unverified: true });
    pass(minute - 1);
    await checkCharge(ports, 'ch_1');
    expect(await charge()).toMatchObject({ amount_refundable: 4_000, recover_at: start + minute });
    pass(1);
    await checkCharge(ports, 'ch_1');
    expect(await charge()).toMatchObject({ amount_captured: 4_000, amount_refundable: 3_000 });
    expect(await charge()).not.toHaveProperty('unbelieved');
    expect(await charge()).not.toHaveProperty('recover_at');
  });

  test('is taken up for as long as the schedule lasts, whatever else waits for a person', async () => {
    const {
      receive: deliver,
      charge,
      pass,
      ports,
    } = await oneCharge({
      ...open,
      charge: {
        ...pending,
        psp_reference: 'pi_1',
        needs_review: true,
        started: start - 400_000,
        recover_at: unscheduled,
      },
    });
    await keep(waiting, { deliver });
    expect(await charge()).toMatchObject({ recover_at: start + minute });
    for (const after of [start + 5 * minute, unscheduled]) {
      pass(after === unscheduled ? 4 * minute : minute);
      // First the event, then what is open.
      await checkCharge(ports, 'ch_1');
      await checkCharge(ports, 'ch_1');
      expect(await charge()).toMatchObject({ recover_at: after });
    }
    expect(waitingEvents(await charge())).toHaveLength(1);
  });

  test('is kept although the charge was written after it was judged, and recovery applies it', async () => {
    const { receive: deliver, charge, pass, ports, store } = await oneCharge(open);
    const commit = store.commit.bind(store);
    const spied = jest.spyOn(store, 'commit').mockImplementationOnce(async (...writes) => {
      spied.mockRestore();
      await applyResult(ports, await readRecords(ports, 'ch_1'), took(4_000), { unverified: true });
      return commit(...writes);
    });
    await keep(waiting, { deliver });
    pass(minute);
    await checkCharge(ports, 'ch_1');
    expect(await charge()).toMatchObject({ amount_captured: 4_000, amount_refundable: 3_000 });
    expect(await charge()).not.toHaveProperty('unbelieved');
  });

  test('is not kept if another delivery of it was applied meanwhile', async () => {
    const { receive: deliver, charge, ports, store } = await oneCharge(open);
    const commit = store.commit.bind(store);
    const spied = jest.spyOn(store, 'commit').mockImplementationOnce(async (...writes) => {
      spied.mockRestore();
      const event = { unverified: true, event: 'evt_1' };
      await applyResult(ports, await readRecords(ports, 'ch_1'), took(4_000), event);
      return commit(...writes);
    });
    await deliver(waiting);
    expect(await charge()).not.toHaveProperty('unbelieved');
  });

  test('and was kept is applied by itself once it can be', async () => {
    const { receive: deliver, charge } = await oneCharge(open);
    await keep(waiting, { deliver });
    await deliver({ id: 'evt_2', claim: authorization(held), money: eur(4_000) });
    expect(await charge()).toMatchObject({ amount_captured: 4_000, amount_refundable: 3_000 });
    expect(await charge()).not.toHaveProperty('unbelieved');
    await deliver(waiting);
    expect(await charge()).toMatchObject({ amount_refundable: 3_000 });
  });

  test('and was kept is applied by the next delivery of what it waited for, if the first died before it came to it', async () => {
    const { receive: deliver, charge, ports } = await oneCharge(open);
    await keep(waiting, { deliver });
    const options = { unverified: true, event: 'evt_2' };
    await applyResult(ports, await readRecords(ports, 'ch_1'), took(4_000), options);
    expect(await charge()).toMatchObject({ amount_refundable: 4_000 });
    await deliver({ id: 'evt_2', claim: authorization(held), money: eur(4_000) });
    expect(await charge()).toMatchObject({ amount_captured: 4_000, amount_refundable: 3_000 });
  });

  test('gives way to no other: one for which there is no space is held until there is', async () => {
    const { receive: deliver, charge, pass, ports } = await oneCharge(open);
    const refund = (n: number) => ({
      ...waiting,
      id: `evt_${n}`,
      operation_reference: `r_${n}`,
      money: eur(100),
    });
    for (let n = 1; n <= 8; n++) await keep(refund(n), { deliver });
    await deliver(refund(9));
    expect((await charge()).unbelieved).toHaveLength(8);
    pass(60_000);
    await retryHeld(ports);
    expect((await charge()).unbelieved).toHaveLength(8);
    await deliver({ id: 'evt_0', claim: authorization(held), money: eur(4_000) });
    expect(await charge()).toMatchObject({ amount_captured: 4_000, amount_refundable: 3_200 });
    pass(9 * 60_000);
    await retryHeld(ports);
    expect(await charge()).toMatchObject({ amount_captured: 4_000, amount_refundable: 3_100 });
  });

  test('and was kept does not wait for another that was kept, and fails', async () => {
    const { receive: deliver, charge, store } = await oneCharge(open);
    await keep(waiting, { deliver });
    await keep({ ...waiting, id: 'evt_2', operation_reference: 'r_2' }, { deliver });
    const down = jest.spyOn(store, 'recordRefund').mockRejectedValueOnce(storageUnavailable());
    const approval = { id: 'evt_3', claim: authorization(held), money: eur(4_000) };
    expect(await refusalOf(deliver(approval))).toMatchObject({ code: 'storage_unavailable' });
    down.mockRestore();
    expect(await charge()).toMatchObject({ amount_refundable: 3_000, unbelieved: [{ event: 'evt_1' }] });
    await deliver(approval);
    expect(await charge()).toMatchObject({ amount_refundable: 2_000 });
  });

  test('and was kept, and fails whenever it is taken up, does not hold back what is delivered', async () => {
    const { receive: deliver, charge, store, logs } = await oneCharge(open);
    await keep(waiting, { deliver });
    jest.spyOn(store, 'recordRefund').mockRejectedValue(new TypeError('a defect'));
    logs.length = 0;
    await deliver({ id: 'evt_2', claim: authorization(held), money: eur(4_000) });
    expect(await charge()).toMatchObject({ amount_captured: 4_000, unbelieved: [{ event: 'evt_1' }] });
    expect(logs).toContainEqual({ event: 'recovery_failed', charge: 'ch_1', error: 'TypeError' });
  });

  test('and was kept before what it waits for follows it, when recovery applies that', async () => {
    const refund = { event: 'evt_1', about: 'refund', at: start, why: 'not_confirmed' } as const;
    const approval = { event: 'evt_2', about: 'authorization', at: start } as const;
    const event = { reference: 'ch_1', psp_reference: 'pi_1' };
    const whole = { ...event, id: 'evt_2', claim: authorization(held), money: eur(4_000) };
    const unbelieved = [
      // Its own time has passed.
      { ...refund, whole: { ...event, ...waiting }, tries: 99 },
      { ...approval, whole },
    ];
    const { charge, pass, ports } = await oneCharge({ ...open, charge: { ...open.charge, unbelieved } });
    pass(minute);
    await checkCharge(ports, 'ch_1');
    expect(await charge()).toMatchObject({ amount_captured: 4_000, amount_refundable: 3_000 });
    expect(await charge()).not.toHaveProperty('unbelieved');
  });

  test('of another payment: that it was made does not contradict a person who says afterwards that it is not there', async () => {
    const {
      receive: deliver,
      charge,
      ports,
      logs,
    } = await oneCharge({
      ...open,
      charge: { ...open.charge, other_payment_of: 'ch_0' },
    });
    await keep(waiting, { deliver });
    await keep({ id: 'evt_2', claim: authorization(held), money: eur(4_000) }, { deliver });
    const { rev: revision } = await charge();
    await decideCharge(ports, { charge: 'ch_1', outcome: 'absent', note: 'n', by: 'key_1', revision });
    await deliver({ id: 'evt_2', claim: authorization(held), money: eur(4_000) });
    expect(await charge()).toMatchObject({ status: 'failed', amount_captured: 0 });
    expect(waitingEvents(await charge())).toMatchObject([{ id: 'evt_1' }]);
    expect(logs).not.toContainEqual(expect.objectContaining({ event: 'decision_contradicted' }));
  });

  test('and was kept is not applied to another payment than its own', async () => {
    const { receive: deliver, charge } = await oneCharge(open);
    await keep({ ...waiting, psp_reference: 'pi_2' }, { deliver });
    await deliver({ id: 'evt_2', claim: authorization(held), money: eur(4_000) });
    expect(await charge()).toMatchObject({ amount_captured: 4_000, amount_refundable: 4_000, refunds: {} });
    expect((await charge()).other_payments).toMatchObject([{ psp_reference: 'pi_2' }]);
    expect(await charge()).not.toHaveProperty('unbelieved');
  });

  test.each([
    ['is applied by what a person decides', 'pi_1', 3_000],
    ['stays, if it names another payment than the one that a person decides', 'pi_2', 4_000],
  ])('and was kept %s', async (_, psp_reference, amount_refundable) => {
    const { receive: deliver, charge, ports } = await oneCharge(open);
    await keep({ ...waiting, psp_reference }, { deliver });
    const { rev } = await charge();
    await decideCharge(ports, {
      charge: 'ch_1',
      outcome: 'captured',
      note: 'the dashboard shows it',
      by: 'key_1',
      revision: rev,
    });
    expect(await charge()).toMatchObject({ amount_captured: 4_000, amount_refundable });
  });

  test('and was kept is applied under the final id of a payment whose first id was another', async () => {
    const whole = {
      id: 'evt_1',
      reference: 'ch_1',
      psp_reference: 'pi_2',
      claim: authorization(held),
      money: eur(4_000),
    };
    const unbelieved = [
      { event: 'evt_1', about: 'authorization', why: 'not_confirmed', at: start, whole },
    ] as const;
    const { receive: deliver, charge } = await oneCharge({
      ...open,
      charge: { ...open.charge, events: ['evt_0'], unbelieved },
    });
    await deliver({ id: 'evt_0', claim: succeeded('refund') });
    expect(await charge()).toMatchObject({ amount_captured: 4_000 });
    expect(await charge()).not.toHaveProperty('unbelieved');
  });

  test('is kept whole, though it was kept before for another reason', async () => {
    const unbelieved = [{ event: 'evt_1', about: 'refund', why: 'not_completed', at: start }] as const;
    const { receive: deliver, charge } = await oneCharge({ ...open, charge: { ...open.charge, unbelieved } });
    await keep(waiting, { deliver });
    expect((await charge()).unbelieved).toMatchObject([{ why: 'not_completed', whole: { id: 'evt_1' } }]);
  });

  type Reported = Parameters<Awaited<ReturnType<typeof oneCharge>>['receive']>[0];

  const keep = async (
    event: Reported,
    { deliver }: { readonly deliver: (event: Reported) => Promise<void> },
  ): Promise<void> => expect(await refusalOf(deliver(event))).toBe('waits');
});

describe('more events that wait than a charge keeps', () => {
  test('are held, and push out none', async () => {
    const {
      receive: deliver,
      charge,
      pass,
      ports,
    } = await oneCharge({
      charge: { ...captured(), psp_reference: 'pi_1' },
      ...shows(took(4_000), 60_000),
    });
    const reported = (n: number) =>
      refusalOf(
        deliver({
          id: `evt_${n}`,
          claim: failed('capture'),
          operation_reference: `cap_${n}`,
          money: eur(1_000),
        }),
      );
    for (let n = 1; n <= 8; n++) expect([n, await reported(n)]).toEqual([n, 'waits']);
    expect(await reported(9)).toEqual('not refused');
    expect(waitingEvents(await charge()).map(({ id }) => id)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `evt_${n}`),
    );
    pass(12 * 60_000);
    for (let n = 1; n <= 8; n++) expect([n, await reported(n)]).toEqual([n, 'not refused']);
    await retryHeld(ports);
    expect(waitingEvents(await charge()).map(({ id }) => id)).toEqual(['evt_9']);
  });

  test('have to be delivered again if the account has too many that are held', async () => {
    const { receive: deliver, store } = await oneCharge({
      charge: { ...captured(), psp_reference: 'pi_1' },
      ...shows(took(4_000), 60_000),
    });
    const event = (n: number) => ({
      id: `evt_${n}`,
      claim: failed('capture'),
      operation_reference: `cap_${n}`,
      money: eur(1_000),
    });
    for (let n = 1; n <= 8; n++) await refusalOf(deliver(event(n)));
    for (let n = 0; n < mostHeldPerHour; n++)
      await store.holdEvent({ psp: 'stripe', event: { ...event(n), id: `held_${n}` }, at: 0, due_at: 0 });
    expect(await refusalOf(deliver(event(9)))).toEqual(notVerified);
  });
});

test('the try of an event that was dropped and kept again meanwhile is not begun', async () => {
  const event: PspEvent = { id: 'evt_1', reference: 'ch_1', claim: authorization(held) };
  const keptAt = (charge: Charge, at: number): Charge => ({
    ...charge,
    unbelieved: [waitingEvent(charge, event, at)],
  });
  const { ports, charge } = await oneCharge({ charge: keptAt(captured() as Charge, start) });
  const current = await charge();
  expect(
    await beginTry(ports, keptAt({ ...current, rev: current.rev - 1 }, start - 60_000), event),
  ).toBeUndefined();
  expect(await beginTry(ports, current, event)).toBeDefined();
});

describe('an event whose charge', () => {
  const minute_ms = 60_000;
  const dispute = { psp_reference: 'dp_1', status: 'open', stage: 'dispute' } as const;
  const news = { claim: { about: 'dispute', dispute }, money: eur(1_000) } as const;

  type Store = Awaited<ReturnType<typeof oneCharge>>['store'];
  const unreadable = (store: Store, error: Error) =>
    void jest.spyOn(store, 'charge').mockRejectedValue(error);

  const newer = new ApiError('storage_unavailable', 'A newer release wrote this record.', {
    retry_after: 30,
  });

  test.each<[string, string, (store: Store) => void]>([
    ['is of a newer release', 'ApiError', (store) => unreadable(store, newer)],
    ['cannot be read', 'TypeError', (store) => unreadable(store, new TypeError('no such field'))],
    [
      'is changed by others all the time',
      'ApiError',
      (store) => {
        const refuses: Store['recordDispute'] = async (id) => ({
          ok: false,
          charge: (await store.charge(id)) ?? ({} as Charge),
        });
        jest.spyOn(store, 'recordDispute').mockImplementation(refuses);
      },
    ],
  ])('%s is held, and applied once it can be', async (_, error, breaks) => {
    const scene = await oneCharge({ charge: captured(), ...silent });
    const { ports, store, logs } = scene;
    breaks(store);
    const event = { ...news, id: 'evt_1', reference: 'ch_1' };
    await scene.read({ ok: true, events: [event] });
    const failed = { event: 'recovery_failed', charge: 'ch_1', psp: 'stripe', error };
    expect(logs).toEqual([failed, { event: 'webhook_held', psp: 'stripe', about: 'dispute' }]);
    // It is looked at every two hours at least, whatever time has passed.
    for (const minutes of [1, 9, 110, 120, 120]) {
      scene.pass(minutes * minute_ms);
      logs.length = 0;
      await retryHeld(ports);
      expect([minutes, logs]).toEqual([minutes, [failed]]);
    }
    jest.restoreAllMocks();
    scene.pass(120 * minute_ms);
    await retryHeld(ports);
    expect(await scene.charge()).toMatchObject({ amount_refundable: 3_000 });
    expect(await store.heldEvents(Number.MAX_SAFE_INTEGER)).toEqual([]);
  });

  test('cannot be read has to be delivered again if it cannot be held either', async () => {
    const scene = await oneCharge({ charge: captured(), ...silent });
    unreadable(scene.store, new TypeError('no such field'));
    jest.spyOn(scene.store, 'holdEvent').mockResolvedValueOnce(false).mockRejectedValue(storageUnavailable());
    expect(await refusalOf(scene.receive(news))).toEqual(notVerified);
    expect(await refusalOf(scene.receive(news))).toMatchObject({ code: 'storage_unavailable' });
  });

  test('cannot be read since storage is down has to be delivered again', async () => {
    const scene = await oneCharge({ charge: captured(), ...silent });
    unreadable(scene.store, storageUnavailable());
    expect(await refusalOf(scene.receive(news))).toMatchObject({ code: 'storage_unavailable' });
    expect(await scene.store.heldEvents(Number.MAX_SAFE_INTEGER)).toEqual([]);
  });

  test('cannot be read is not held if it says that the customer has authenticated', async () => {
    const scene = await oneCharge({ charge: captured(), ...silent });
    unreadable(scene.store, new TypeError('no such field'));
    const call = scene.receive({ claim: { about: 'authentication' } });
    expect(await refusalOf(call)).toEqual(notVerified);
    expect(scene.logs).toMatchObject([{ event: 'recovery_failed', error: 'TypeError' }]);
    expect(await scene.store.heldEvents(Number.MAX_SAFE_INTEGER)).toEqual([]);
  });
});

describe('an event', () => {
  test.each<[string, Partial<PspEvent>, Partial<Charge>]>([
    ['without any reference', { reference: undefined as never, psp_reference: undefined as never }, {}],
    [
      "with the PSP's reference of another payment",
      { reference: undefined as never, psp_reference: 'pi_2' },
      {},
    ],
    [
      "with the PSP's reference, at another account",
      { reference: undefined as never, psp_reference: 'pi_1' },
      { psp: 'stripe_us', psp_reference: 'pi_1' },
    ],
    ['about another charge', { reference: 'ch_2' }, {}],
    ['from another account', {}, { psp: 'adyen' }],
    ['that says so', { claim: { about: 'nothing_of_ours' } }, {}],
  ])('%s is not ours', async (_, event, charge) => {
    const {
      receive: deliver,
      logs,
      first,
      charge: current,
    } = await oneCharge({ charge, ...shows(took(4_000)) });
    const claim = event.claim ?? authorization(held);
    await deliver({ claim, ...event });
    expect(logs).toEqual([{ event: 'webhook_not_ours', psp: 'stripe', about: claim.about }]);
    expect(await current()).toEqual(first);
  });

  test("without our reference is found by the PSP's for the payment", async () => {
    const { receive: deliver, charge } = await oneCharge({ charge: { psp_reference: 'pi_1' }, ...silent });
    const elsewhere = { reference: undefined as never, psp_reference: 'pi_1', operation_reference: 'cap_9' };
    await deliver({
      ...elsewhere,
      claim: { about: 'capture', result: { outcome: 'succeeded', amount: 1_000 } },
      money: eur(1_000),
    });
    expect(await charge()).toMatchObject({ status: 'captured', amount_captured: 1_000, external: true });
  });

  test('that was handled is not looked at again', async () => {
    const { receive: deliver, logs, first, charge } = await oneCharge({ charge: { events: ['evt_1'] } });
    await deliver({ claim: succeeded('capture'), money: eur(4_000) });
    expect(logs).toEqual([]);
    expect(await charge()).toEqual(first);
  });
});

describe('an authorisation at a PSP that cannot be asked', () => {
  test.each<[string, Partial<Charge>, LookUpResult, number, Partial<Charge>]>([
    ['is a hold', { capture_method: 'manual' }, held, 4_000, { status: 'authorized' }],
    ['is captured by itself', {}, held, 4_000, { status: 'captured', amount_captured: 4_000 }],
    ['was declined, whatever the amount', {}, { outcome: 'do_not_honor' }, 1, { status: 'failed' }],
  ])('%s', async (_, changes, answer, amount, after) => {
    const {
      receive: deliver,
      charge,
      logs,
    } = await oneCharge({
      charge: { ...pending, ...changes },
      ...processing,
      ...silent,
    });
    await deliver({ claim: authorization(answer), money: eur(amount) });
    expect(await charge()).toMatchObject({ ...after, events: ['evt_1'] });
    expect(logs).toEqual([
      expect.objectContaining({ event: 'attempt_resolved', charge: 'ch_1', psp: 'stripe', open_ms: 120_000 }),
    ]);
  });

  test.each<[string, LookUpResult, PspEvent['money']]>([
    ['nothing', held, undefined],
    ['another currency', held, { amount: 4_000, currency: 'usd' }],
    ['less than was asked for', held, eur(3_999)],
    ['more than was asked for', held, eur(4_001)],
    ['more than can be captured', took(4_001), eur(4_001)],
    ['less, where it captures by itself', took(1_000), eur(1_000)],
  ])('of %s is not believed, and a person has to look', async (_, answer, money) => {
    const { receive: deliver, charge, logs } = await oneCharge({ charge: pending, ...processing, ...silent });
    await deliver({ claim: authorization(answer), ...(money ? { money } : {}) });
    expect(await charge()).toMatchObject({
      status: 'pending',
      recovery: { action: 'noted', observed: { outcome: 'unknown', doubt: 'amount_mismatch' } },
      events: ['evt_1'],
    });
    expect(logs).toEqual([mismatch]);
  });

  test("that was once made says nothing about a person's later decision", async () => {
    const decided = { ...captured(), presumed: true } as const;
    const reported = await oneCharge({ charge: decided, ...silent });
    await reported.receive({ claim: authorization(held), money: eur(4_000) });
    expect(await reported.charge()).toEqual(reported.first);
    const seen = await oneCharge({ charge: decided, ...shows(held) });
    await seen.receive({ claim: authorization(held), money: eur(4_000) });
    expect(await seen.charge()).toMatchObject({ status: 'authorized', amount_captured: 0 });
  });

  test('of another amount says nothing about a charge that is decided', async () => {
    const { receive: deliver, charge, first } = await oneCharge(silent);
    await deliver({ claim: authorization(held), money: eur(3_999) });
    expect(await charge()).toEqual(first);
  });
});

describe('an authorisation at a PSP that can be asked', () => {
  test('is what the PSP shows', async () => {
    const { receive: deliver, charge } = await oneCharge({
      charge: pending,
      ...processing,
      ...shows(took(4_000)),
    });
    await deliver({ claim: authorization({ outcome: 'do_not_honor' }), money: eur(1) });
    expect(await charge()).toMatchObject({ status: 'captured', amount_captured: 4_000 });
  });

  test.each<[string, LookUpResult, LookUpResult]>([
    ['does not tell', { outcome: 'unknown', doubt: 'timeout' }, took(4_000)],
    ['still shows the hold that is gone', held, { outcome: 'canceled', psp_reference: 'pi_1' }],
  ])('waits while the PSP %s', async (_, shown, claimed) => {
    const { receive: deliver, charge } = await oneCharge({ charge: pending, ...processing, ...shows(shown) });
    expect(await refusalOf(deliver({ claim: authorization(claimed) }))).toEqual('waits');
    expect(await charge()).toMatchObject({ status: 'pending' });
  });

  test('of a different amount than the PSP has is not asked for again', async () => {
    const shown = { outcome: 'unknown', doubt: 'amount_mismatch' } as const;
    const { receive: deliver, logs } = await oneCharge({ charge: pending, ...processing, ...shows(shown) });
    await deliver({ claim: authorization(held) });
    expect(logs).toEqual([mismatch]);
  });

  test.each([
    ['may still run: the decline is its to act on', start - 59_999, 'pending'],
    ['has ended', start - 60_000, 'failed'],
  ])('is declined while the confirm %s', async (_, started, status) => {
    const shown = { outcome: 'do_not_honor', psp_reference: 'pi_1' } as const;
    const { receive: deliver, charge } = await oneCharge({
      charge: { ...pending, started },
      ...processing,
      ...shows(shown),
    });
    await deliver({ claim: authorization(shown) });
    expect(await charge()).toMatchObject({
      status,
      ...(status === 'pending' ? { recovery: { action: 'noted', observed: shown } } : {}),
    });
  });

  test('that was noted for the confirm is not asked about again', async () => {
    let looks = 0;
    const shown = { outcome: 'do_not_honor', psp_reference: 'pi_1' } as const;
    const lookUp = async () => {
      looks += 1;
      return shown;
    };
    const { receive: deliver } = await oneCharge({
      charge: { ...pending, started: start },
      ...processing,
      psp: { lookUp },
    });
    await deliver({ claim: authorization(shown) });
    await deliver({ claim: authorization(shown) });
    expect(looks).toBe(1);
  });

  test('is money while the confirm may still run: it is taken at once', async () => {
    for (const [shown, status] of [
      [held, 'authorized'],
      [took(4_000), 'captured'],
    ] as const) {
      const { receive: deliver, charge } = await oneCharge({
        charge: { ...pending, capture_method: 'manual', started: start },
        ...processing,
        ...shows(shown),
      });
      await deliver({ claim: authorization(shown) });
      expect((await charge()).status).toBe(status);
    }
  });

  test('is declined when the confirm has left it unknown', async () => {
    const shown = { outcome: 'do_not_honor', psp_reference: 'pi_1' } as const;
    const left = { ...pending, outcome: 'unknown', started: start } as const;
    const { receive: deliver, charge } = await oneCharge({ charge: left, ...processing, ...shows(shown) });
    await deliver({ claim: authorization(shown) });
    expect((await charge()).status).toBe('failed');
  });

  test('that comes too late is sent back at once', async () => {
    const asked: string[] = [];
    const { receive: deliver, charge } = await oneCharge({
      charge: { outcome: 'absent' },
      session: { payment_status: 'unpaid', charge: null },
      psp: {
        lookUp: async () => took(4_000),
        refund: async (_, { amount }) => {
          asked.push(`refund ${amount}`);
          return { outcome: 'succeeded' };
        },
      },
    });
    await deliver({ claim: authorization(took(4_000)) });
    expect(asked).toEqual(['refund 4000']);
    expect((await charge()).reversal?.status).toBe('done');
  });

  test('that is not spelt out makes us look at a decided charge', async () => {
    const { receive: deliver, charge } = await oneCharge(
      shows({ outcome: 'canceled', psp_reference: 'pi_1', hold: 'expired' }),
    );
    await deliver({ claim: authorization({ outcome: 'unknown', doubt: 'pending' }) });
    expect(await charge()).toMatchObject({ status: 'canceled', hold: 'expired' });
  });
});

describe('an event about a cancel by reference', () => {
  const cancelSent = {
    ...pending,
    recovery: { action: 'fence', fence: 'sent', observed: took(4_000) },
  } as const;

  test('that is under way says nothing', async () => {
    const {
      receive: deliver,
      charge,
      first,
    } = await oneCharge({ charge: cancelSent, ...processing, ...silent });
    await deliver({ claim: { about: 'fence', result: { outcome: 'fencing' } } });
    expect(await charge()).toEqual(first);
  });

  test('that came to nothing lets what was seen meanwhile count', async () => {
    const { receive: deliver, charge } = await oneCharge({ charge: cancelSent, ...processing, ...silent });
    await deliver({ claim: { about: 'fence', result: { outcome: 'unknown', doubt: 'ambiguous_error' } } });
    expect(await charge()).toMatchObject({ status: 'captured', events: ['evt_1'] });
  });

  test.each([
    ['held', { outcome: 'approved', psp_reference: 'pi_1' }, 'authorized'],
    ['captured', { outcome: 'captured', psp_reference: 'pi_1', amount_captured: 4_000 }, 'captured'],
  ] as const)('that found the money %s instead lets it count', async (_, answer, status) => {
    const { receive: deliver, charge } = await oneCharge({
      charge: { ...cancelSent, capture_method: 'manual' },
      ...processing,
      ...silent,
    });
    await deliver({ claim: { about: 'fence', result: answer }, money: eur(4_000) });
    expect((await charge()).status).toBe(status);
  });

  test.each<[string, LookUpResult, number, string]>([
    ['a capture counts, where a look-up shows all', took(4_000), 0, 'captured'],
    ['a capture is kept, where a look-up may be behind', took(4_000), 60_000, 'pending'],
    ['a hold is kept', held, 0, 'pending'],
  ])('is awaited: %s', async (_, shown, lag_ms, status) => {
    const { receive: deliver, charge } = await oneCharge({
      charge: { ...pending, recovery: { action: 'fence', fence: 'sent' } },
      ...processing,
      ...shows(shown, lag_ms),
    });
    await deliver({ claim: authorization(shown) });
    const after = await charge();
    expect(after.status).toBe(status);
    expect(after.recovery?.observed).toEqual(status === 'pending' ? shown : undefined);
  });

  test('that was never sent changes nothing', async () => {
    const {
      receive: deliver,
      charge,
      first,
    } = await oneCharge({ charge: pending, ...processing, ...silent });
    await deliver({ claim: { about: 'fence', result: { outcome: 'unknown', doubt: 'ambiguous_error' } } });
    expect(await charge()).toEqual(first);
  });

  test('that has killed the attempt ends it', async () => {
    const { receive: deliver, charge } = await oneCharge({ charge: cancelSent, ...processing, ...silent });
    const claim = { about: 'fence', result: { outcome: 'canceled', psp_reference: 'pi_1' } } as const;
    await deliver({ psp_reference: 'pi_1', claim });
    expect(await charge()).toMatchObject({ status: 'failed', outcome: 'canceled' });
  });

  test('that has killed a payment without naming it ends nothing', async () => {
    const {
      receive: deliver,
      charge,
      first,
    } = await oneCharge({ charge: cancelSent, ...processing, ...silent });
    const claim = { about: 'fence', result: { outcome: 'canceled', hold: 'voided' } } as const;
    await deliver({ psp_reference: undefined as never, claim });
    expect(await charge()).toEqual(first);
  });
});

describe('a capture at a PSP that cannot be asked', () => {
  const under_way = { charge: { capture: operation() }, ...silent };
  const done = (changes: Partial<Charge> = {}) =>
    ({
      charge: { ...captured(), capture: operation({ status: 'done' }), ...changes },
      session: { payment_status: 'paid' },
      ...silent,
    }) as const;

  test('of an undecided attempt says that it was authorised, too', async () => {
    const { receive: deliver, charge } = await oneCharge({ charge: pending, ...processing, ...silent });
    await deliver({ claim: succeeded('capture'), money: eur(4_000), psp_reference: 'pi_7' });
    expect(await charge()).toMatchObject({
      status: 'captured',
      psp_reference: 'pi_7',
      amount_captured: 4_000,
    });
  });

  test.each([
    [1_000, 'captured'],
    [4_000, 'captured'],
    [4_001, 'pending'],
  ])('of %i of a hold that is not decided leaves it %s', async (amount, status) => {
    const {
      receive: deliver,
      charge,
      logs,
    } = await oneCharge({
      charge: { ...pending, capture_method: 'manual' },
      ...processing,
      ...silent,
    });
    await deliver({ claim: succeeded('capture'), money: eur(amount), psp_reference: 'pi_7' });
    expect(await charge()).toMatchObject({ status, amount_captured: status === 'captured' ? amount : 0 });
    expect(logs.some(({ event }) => event === mismatch.event)).toBe(status === 'pending');
  });

  test('of an attempt that was given up goes back at once', async () => {
    const asked: string[] = [];
    const { receive: deliver, charge } = await oneCharge({
      charge: { outcome: 'absent' },
      session: { payment_status: 'unpaid', charge: null },
      ...silent,
      psp: {
        refund: async (_, { amount }) => {
          asked.push(`refund ${amount}`);
          return { outcome: 'succeeded' };
        },
      },
    });
    await deliver({ claim: succeeded('capture'), money: eur(4_000), psp_reference: 'pi_1' });
    expect(asked).toEqual(['refund 4000']);
    expect((await charge()).reversal?.status).toBe('done');
  });

  test('ends the one that is under way', async () => {
    const { receive: deliver, charge } = await oneCharge(under_way);
    await deliver({
      claim: succeeded('capture'),
      money: eur(4_000),
      operation: 'cp_1',
      operation_reference: 'cap_1',
    });
    expect(await charge()).toMatchObject({
      status: 'captured',
      capture: { status: 'done', psp_reference: 'cap_1' },
      events: ['evt_1'],
    });
  });

  test.each<[string, PspEvent['money']]>([
    ['nothing', undefined],
    ['another currency', { amount: 4_000, currency: 'usd' }],
    ['more than is held', eur(4_001)],
  ])('of %s is not believed', async (_, money) => {
    const { receive: deliver, charge, first, logs } = await oneCharge(under_way);
    await deliver({ claim: succeeded('capture'), operation: 'cp_1', ...(money ? { money } : {}) });
    expect(logs).toEqual([mismatch]);
    expect(await charge()).toEqual(first);
  });

  test('of less than requested waits for the news that others have captured the rest', async () => {
    const ours = {
      claim: succeeded('capture'),
      money: eur(3_000),
      operation: 'cp_1',
      operation_reference: 'cap_1',
    };
    const others = {
      id: 'evt_2',
      claim: succeeded('capture'),
      money: eur(1_000),
      operation_reference: 'cap_9',
    };
    const first = await oneCharge(under_way);
    expect(await refusalOf(first.receive(ours))).toEqual('waits');
    await first.receive(others);
    await first.receive(ours);
    expect(await first.charge()).toMatchObject({ amount_captured: 4_000, capture: { status: 'done' } });
    expect(first.logs).not.toContainEqual(mismatch);

    const alone = await oneCharge(under_way);
    await refusalOf(alone.receive(ours));
    alone.pass(600_001);
    expect(await refusalOf(alone.receive(ours))).toEqual('waits');
    expect(await alone.charge()).toMatchObject({ amount_captured: 0, capture: { status: 'accepted' } });
  });

  test('of more than is left waits for the news that a capture made elsewhere has failed', async () => {
    const elsewhere = { money: eur(1_000), operation_reference: 'cap_9' };
    const { receive: deliver, charge } = await oneCharge(under_way);
    await deliver({ ...elsewhere, id: 'evt_2', claim: succeeded('capture') });
    const ours = { money: eur(4_000), operation: 'cp_1', operation_reference: 'cap_1' };
    expect(await refusalOf(deliver({ ...ours, claim: succeeded('capture') }))).toEqual('waits');
    await deliver({ ...elsewhere, id: 'evt_3', claim: failed('capture') });
    expect(await charge()).toMatchObject({ amount_captured: 4_000, capture: { status: 'done' } });
  });

  test('that names one of the PSP’s own was made elsewhere', async () => {
    const { receive: deliver, charge, logs } = await oneCharge(silent);
    await deliver({ claim: succeeded('capture'), money: eur(1_000), operation_reference: 'cap_9' });
    const after = await charge();
    expect(after).toMatchObject({ amount_captured: 1_000, external: true, captured_at: start });
    expect(Object.entries(after.captures ?? {})).toEqual([[expect.stringMatching(/^ext_.{22}$/), 1_000]]);
    expect(logs).toEqual([
      { event: 'external_change', charge: 'ch_1', session: after.session, psp: 'stripe', status: 'captured' },
    ]);
  });

  test.each<[string, Partial<PspEvent>, Scenario]>([
    ['names none', {}, silent],
    ['is the one that is done', { operation: 'cp_1' }, done()],
    ['is one that has ended before', { operation: 'cp_0' }, done()],
    [
      'is one that counts already',
      { operation_reference: 'cap_9' },
      done({ former_captures: 1, captures: { [keyElsewhere('ext', 'cap_9')]: 1_000 } }),
    ],
  ])('has no effect if it %s', async (_, event, scenario) => {
    const { receive: deliver, logs, first, charge } = await oneCharge(scenario);
    await deliver({ claim: succeeded('capture'), money: eur(1_000), ...event });
    expect(logs).toEqual([logWithoutEffect('capture', first.status)]);
    expect(await charge()).toEqual(first);
  });

  test('made elsewhere on a fully captured charge waits for the failure of another, and is not lost', async () => {
    const { receive: deliver, charge, pass } = await oneCharge(done({ former_captures: 1 }));
    const elsewhere = {
      claim: succeeded('capture'),
      money: eur(1_000),
      operation_reference: 'cap_9',
    } as const;
    expect(await refusalOf(deliver(elsewhere))).toEqual('waits');
    pass(600_001);
    await deliver(elsewhere);
    expect((await charge()).amount_captured).toBe(4_000);
    await deliver({ id: 'evt_2', claim: failed('capture'), operation: 'cp_1' });
    expect(await charge()).toMatchObject({ amount_captured: 1_000, external: true });
  });

  test('fails if it is the one that is under way', async () => {
    const { receive: deliver, charge } = await oneCharge(under_way);
    await deliver({ claim: failed('capture'), operation: 'cp_1' });
    expect(await charge()).toMatchObject({
      status: 'authorized',
      capture: { status: 'failed', failure: { reason: 'processor_error' } },
      events: ['evt_1'],
    });
  });

  test('is taken back by its id, and raises an alarm', async () => {
    const { receive: deliver, charge, logs } = await oneCharge(done());
    await deliver({ claim: failed('capture'), operation: 'cp_1' });
    expect(await charge()).toMatchObject({ status: 'authorized', amount_captured: 0, captures_failed: 1 });
    expect(logs).toEqual([
      expect.objectContaining({ event: 'capture_failed', charge: 'ch_1', psp: 'stripe' }),
    ]);
  });

  test('is not taken back while nobody says that it failed', async () => {
    const { receive: deliver, charge, first } = await oneCharge(done());
    await deliver({
      claim: { about: 'capture', result: { outcome: 'unknown', doubt: 'pending' } },
      operation: 'cp_1',
    });
    expect(await charge()).toEqual(first);
  });

  test("is not taken back by another's id", async () => {
    const { receive: deliver, logs } = await oneCharge(done());
    await deliver({ claim: failed('capture'), operation: 'cp_0' });
    expect(logs).toEqual([logWithoutEffect('capture', 'captured')]);
  });
});

describe('a cancel at a PSP that cannot be asked', () => {
  const cancel = { cancel: operation({ id: 'cn_1' }) };

  test('that succeeded releases the hold', async () => {
    const { receive: deliver, charge } = await oneCharge({ charge: cancel, ...silent });
    await deliver({ claim: succeeded('cancel'), operation: 'cn_1' });
    expect(await charge()).toMatchObject({ status: 'canceled', hold: 'voided', cancel: { status: 'done' } });
  });

  test('that failed leaves it', async () => {
    const { receive: deliver, charge } = await oneCharge({ charge: cancel, ...silent });
    await deliver({ claim: failed('cancel'), operation: 'cn_1' });
    expect(await charge()).toMatchObject({ status: 'authorized', cancel: { status: 'failed' } });
  });

  test('that failed and is not ours changes nothing', async () => {
    const { receive: deliver, logs, charge, first } = await oneCharge({ charge: cancel, ...silent });
    await deliver({ claim: failed('cancel'), operation: 'cn_0' });
    expect(logs).toEqual([logWithoutEffect('cancel', 'canceling')]);
    expect(await charge()).toEqual(first);
  });
});

describe('a capture at a PSP that can be asked', () => {
  const under_way = { capture: operation() };
  const paid = (changes: Partial<Charge> = {}) =>
    ({
      charge: {
        ...captured(),
        capture: operation({ status: 'done' }),
        captured_at: start - 3_600_000,
        ...changes,
      },
      session: { payment_status: 'paid' },
    }) as const;

  test('that is pending says nothing', async () => {
    const { receive: deliver, charge, first } = await oneCharge({ charge: under_way, ...shows(took(4_000)) });
    await deliver({ claim: { about: 'capture', result: { outcome: 'pending' } }, operation: 'cp_1' });
    expect(await charge()).toEqual(first);
  });

  test('is what the PSP shows', async () => {
    const { receive: deliver, charge } = await oneCharge({ charge: under_way, ...shows(took(4_000)) });
    await deliver({ claim: succeeded('capture'), operation: 'cp_1' });
    expect(await charge()).toMatchObject({
      status: 'captured',
      capture: { status: 'done' },
      events: ['evt_1'],
    });
  });

  test('is done by what the PSP shows now, though another delivery was done with less', async () => {
    const {
      receive: deliver,
      answers,
      charge,
    } = await oneCharge({ charge: under_way, ...shows(took(4_000)) });
    answers({
      lookUp: async () => {
        answers({ lookUp: async () => took(1_000) });
        await deliver({ claim: succeeded('capture'), operation: 'cp_1' });
        answers({ lookUp: async () => took(4_000) });
        return took(4_000);
      },
    });
    await deliver({ claim: succeeded('capture'), operation: 'cp_1' });
    expect(await charge()).toMatchObject({ amount_captured: 4_000, capture: { status: 'done' } });
  });

  test.each<[string, LookUpResult, Partial<Charge>, unknown]>([
    ['all', took(1_000), { amount_captured: 1_000, events: ['evt_1'] }, 'not refused'],
    ['a part', took(400), { amount_captured: 400 }, 'waits'],
    ['only the hold', held, { status: 'authorized' }, 'waits'],
  ])(
    'of an attempt that is not decided is taken as far as the PSP shows it: %s',
    async (_, shown, after, answer) => {
      const { receive: deliver, charge } = await oneCharge({
        charge: { ...pending, capture_method: 'manual' },
        ...processing,
        ...shows(shown, 60_000),
      });
      const reported = { claim: succeeded('capture'), money: eur(1_000), operation_reference: 'cap_9' };
      expect(await refusalOf(deliver(reported))).toEqual(answer);
      expect(await charge()).toMatchObject(after);
    },
  );

  test('made elsewhere is marked so', async () => {
    const { receive: deliver, charge } = await oneCharge({
      charge: { ...captured(1_000), capture: operation({ status: 'done', psp_reference: 'cap_1' }) },
      ...shows(took(4_000)),
    });
    await deliver({ claim: succeeded('capture'), operation_reference: 'cap_9' });
    expect(await charge()).toMatchObject({ amount_captured: 4_000, external: true });
  });

  test('that the PSP does not show has to come again, until its look-up must show it', async () => {
    const {
      receive: deliver,
      charge,
      pass,
      logs,
    } = await oneCharge({ charge: under_way, ...shows(held, 60_000) });
    const reported = () => refusalOf(deliver({ claim: succeeded('capture'), operation: 'cp_1' }));
    expect(await reported()).toEqual('waits');
    expect((await charge()).unbelieved).toMatchObject([{ event: 'evt_1', at: start, capture: 'cp_1' }]);
    pass(660_000);
    expect(await reported()).toEqual('waits');
    pass(1);
    expect(await reported()).toBe('not refused');
    expect(logs.at(-1)).toEqual(logWithoutEffect('capture', 'capturing'));
  });

  test('that the PSP does not show always has to come again if a look-up shows everything', async () => {
    const { receive: deliver, pass } = await oneCharge({ charge: under_way, ...shows(held) });
    pass(86_400_000);
    expect(await refusalOf(deliver({ claim: succeeded('capture'), operation: 'cp_1' }))).toEqual('waits');
  });

  test('that ended here is old, if the PSP shows none', async () => {
    const { receive: deliver, logs } = await oneCharge({ charge: under_way, ...shows(held) });
    await deliver({ claim: succeeded('capture'), operation: 'cp_0' });
    expect(logs).toEqual([logWithoutEffect('capture', 'capturing')]);
  });

  test('that failed has failed once nobody can send it again', async () => {
    const { receive: deliver, charge } = await oneCharge({ charge: under_way, ...shows(held) });
    await deliver({ claim: failed('capture'), operation: 'cp_1' });
    expect(await charge()).toMatchObject({ status: 'authorized', capture: { status: 'failed' } });
  });

  test('that failed and may be sent again has to come again', async () => {
    const idempotency = { kind: 'none', window_ms: 0 } as const;
    const open = { capture: operation({ status: 'open' }) };
    const scene = await oneCharge({
      charge: open,
      psp: { lookUp: async () => held },
      capabilities: { look_up: { lag_ms: 0 }, idempotency },
    });
    const { receive: deliver, charge, pass } = scene;
    const reported = () => refusalOf(deliver({ claim: failed('capture'), operation: 'cp_1' }));
    expect(await reported()).toEqual('waits');
    expect((await charge()).capture?.status).toBe('open');
    pass(660_000);
    expect(await reported()).toBe('not refused');
    expect((await charge()).capture?.status).toBe('failed');
  });

  test('that failed takes back what the PSP no longer shows', async () => {
    const { receive: deliver, charge } = await oneCharge({ ...paid(), ...shows(held) });
    await deliver({ claim: failed('capture'), operation: 'cp_1' });
    expect(await charge()).toMatchObject({ status: 'authorized', amount_captured: 0 });
  });

  test('that failed has no effect while the PSP shows it, if a look-up shows everything', async () => {
    const { receive: deliver, charge, logs } = await oneCharge({ ...paid(), ...shows(took(4_000)) });
    await deliver({ claim: failed('capture'), operation: 'cp_1' });
    expect(logs).toEqual([logWithoutEffect('capture', 'captured')]);
    expect(await charge()).toMatchObject({ amount_captured: 4_000 });
  });

  test('that failed has to come again while a look-up may be behind, whatever it shows', async () => {
    const behind = await oneCharge({ ...paid(), ...shows(took(4_000), 60_000) });
    expect(await refusalOf(behind.receive({ claim: failed('capture'), operation: 'cp_1' }))).toEqual('waits');
    const early = await oneCharge({ ...paid({ captured_at: start }), ...shows(held, 60_000) });
    expect(await refusalOf(early.receive({ claim: failed('capture'), operation: 'cp_1' }))).toEqual('waits');
    expect(await early.charge()).toMatchObject({ amount_captured: 4_000 });
  });

  test("that failed beside others' captures takes back what was seen of it, once that is no longer shown", async () => {
    const {
      receive: deliver,
      charge,
      pass,
      answers,
    } = await oneCharge({
      charge: {
        ...captured(3_000),
        capture_method: 'manual',
        capture: operation({ amount: 1_000, status: 'accepted' }),
        captures_told: { cap_9: 2_000 },
      },
      session: { payment_status: 'paid' },
      ...shows(took(3_000), 60_000),
    });
    const reported = () => refusalOf(deliver({ claim: failed('capture'), operation: 'cp_1' }));
    expect(await reported()).toEqual('waits');
    expect(await charge()).toMatchObject({ amount_captured: 3_000, capture: { status: 'accepted' } });
    answers({ lookUp: async () => took(2_000) });
    pass(660_001);
    expect(await reported()).toBe('not refused');
    expect(await charge()).toMatchObject({ amount_captured: 2_000, capture: { status: 'failed' } });
  });

  test('that failed no longer counts, even if the sum is as it was', async () => {
    const { receive: deliver, charge } = await oneCharge({
      ...paid({ captures_told: { cap_8: 600, cap_9: 1_000 } }),
      ...shows(took(4_000), 0),
    });
    await deliver({ claim: failed('capture'), operation_reference: 'cap_8' });
    expect(await charge()).toMatchObject({ amount_captured: 4_000, captures_told: { cap_9: 1_000 } });
    await deliver({ id: 'evt_2', claim: failed('capture'), operation_reference: 'cap_9' });
    expect(await charge()).not.toHaveProperty('captures_told');
  });

  test('is unknown while the PSP does not answer', async () => {
    const { receive: deliver } = await oneCharge({
      charge: under_way,
      ...shows({ outcome: 'unknown', doubt: 'timeout' }),
    });
    expect(await refusalOf(deliver({ claim: succeeded('capture'), operation: 'cp_1' }))).toEqual('waits');
  });
});

describe('a capture made elsewhere, at a PSP that can be asked', () => {
  const lag_ms = 60_000;
  const reported = { claim: succeeded('capture'), operation_reference: 'cap_9' };
  const part = captured(1_000);
  const paid = { payment_status: 'paid' } as const;

  test.each<[string, Scenario, object, unknown]>([
    [
      'may be shown later',
      { charge: { ...part, captures_told: { cap_1: 1_000 } }, session: paid, ...shows(took(1_000), lag_ms) },
      {},
      'waits',
    ],
    [
      'may be shown later than ours',
      {
        charge: { ...part, capture: operation({ amount: 1_000, status: 'done', psp_reference: 'cap_1' }) },
        session: paid,
        ...shows(took(1_000), lag_ms),
      },
      {},
      'waits',
    ],
    [
      'may be the one that a look has shown, or one more',
      { charge: part, session: paid, ...shows(took(1_000), lag_ms) },
      { money: { amount: 1_000, currency: 'eur' } },
      'waits',
    ],
    [
      'may be shown before ours, which is told of',
      {
        charge: {
          ...part,
          captures_told: { cap_1: 1_000 },
          capture: operation({ amount: 500, status: 'done' }),
        },
        session: paid,
        ...shows(took(1_000), lag_ms),
      },
      { operation: 'cp_1', money: { amount: 22, currency: 'eur' } },
      'waits',
    ],
    ['is shown', { charge: part, session: paid, ...shows(took(1_001), lag_ms) }, {}, 'not refused'],
    [
      'is not shown where a look-up shows all',
      { charge: part, session: paid, ...shows(took(1_000)) },
      {},
      'not refused',
    ],
    [
      'can be no more than all',
      { charge: captured(), session: paid, ...shows(took(4_000), lag_ms) },
      {},
      'not refused',
    ],
    [
      'is ours by its name',
      {
        charge: { ...part, capture: operation({ amount: 1_000, status: 'done' }) },
        session: paid,
        ...shows(took(1_000), lag_ms),
      },
      { operation: 'cp_1' },
      'not refused',
    ],
    [
      'is one of ours that had failed, and may be shown later than the one after it',
      {
        charge: { ...part, capture: operation({ amount: 1_000, status: 'done' }), former_captures: 1 },
        session: paid,
        ...shows(took(1_000), lag_ms),
      },
      { operation: 'cp_0', money: { amount: 1_000, currency: 'eur' } },
      'waits',
    ],
    [
      'is ours by what the PSP calls it',
      {
        charge: { ...part, capture: operation({ amount: 1_000, status: 'done', psp_reference: 'cap_9' }) },
        session: paid,
        ...shows(took(1_000), lag_ms),
      },
      {},
      'not refused',
    ],
    [
      'has no name at all',
      { charge: part, session: paid, ...shows(took(1_000), lag_ms) },
      { operation_reference: undefined },
      'waits',
    ],
  ])('%s', async (_, scenario, event, answer) => {
    const { receive: deliver } = await oneCharge(scenario);
    expect(await refusalOf(deliver({ ...reported, ...event }))).toEqual(answer);
  });

  test('is kept by its id once it is shown, unless it is the whole amount', async () => {
    const keeps = async (amount: number, shown: number, known: Partial<Charge> = {}) => {
      const charge = { ...part, ...known };
      const scene = await oneCharge({ charge, session: paid, ...shows(took(shown), 0) });
      await scene.receive({ ...reported, money: { amount, currency: 'eur' } });
      return (await scene.charge()).captures_told;
    };
    const other = { captures_told: { cap_8: 600 } };
    expect(await keeps(1_000, 1_600, other)).toEqual({ cap_8: 600, cap_9: 1_000 });
    expect(await keeps(1_000, 1_500, other)).toEqual({ cap_9: 1_000 });
    expect(await keeps(1_000, 1_500)).toEqual({ cap_9: 1_000 });
    expect(await keeps(1_001, 1_000)).toBeUndefined();
    expect(await keeps(4_000, 4_000)).toBeUndefined();
  });

  test.each<[string, Partial<Charge>, object, boolean]>([
    ['of a charge that only we were to capture', { ...part }, {}, true],
    ['of a charge that is captured by itself', { ...part, capture_method: 'automatic' }, {}, false],
    [
      'under another name than ours',
      { ...part, capture: operation({ status: 'done', psp_reference: 'cap_1' }) },
      {},
      true,
    ],
    [
      'under the name of ours',
      { ...part, capture: operation({ status: 'done', psp_reference: 'cap_9' }) },
      {},
      false,
    ],
    [
      'that names ours',
      { ...part, capture: operation({ status: 'done', psp_reference: 'cap_1' }) },
      { operation: 'cp_1' },
      false,
    ],
    ['while nobody knows the name of ours', { ...part, capture: operation({ status: 'done' }) }, {}, false],
    [
      'that was told of before ours began',
      {
        ...part,
        capture: operation({ status: 'done' }),
        unbelieved: [{ event: 'evt_1', about: 'capture', at: start, capture: '' }],
      },
      {},
      true,
    ],
    [
      'that was told of when ours had begun',
      {
        ...part,
        capture: operation({ status: 'done' }),
        unbelieved: [{ event: 'evt_1', about: 'capture', at: start - 300_000, capture: 'cp_1' }],
      },
      {},
      false,
    ],
  ])('%s is marked so, or is not', async (_, charge, event, external) => {
    const { receive: deliver, charge: current } = await oneCharge({
      charge,
      session: paid,
      ...shows(took(1_000)),
    });
    await deliver({ ...reported, ...event });
    expect((await current()).external === true).toBe(external);
  });

  test.each([
    ['waits, if another one waits that no total counts', 616, 'waits'],
    ['counts, if what waits is included', 114, 'not refused'],
  ] as const)('that a look-up may not show yet %s', async (_, waiting, expected) => {
    const whole = { id: 'evt_0', psp_reference: 'pi_1', operation_reference: 'cap_0', money: eur(waiting) };
    const { receive: deliver } = await oneCharge({
      charge: {
        ...part,
        amount_captured: 0,
        amount_refundable: 0,
        amount_refundable_disputed: 0,
        outcome: 'approved',
        capture: operation({ status: 'accepted', amount: 554 }),
        unbelieved: [
          {
            event: 'evt_0',
            about: 'capture',
            at: start,
            capture: '',
            whole: { ...whole, claim: succeeded('capture') },
          },
        ],
      },
      session: paid,
      ...shows(took(1_170), 60_000),
    });
    const another = { claim: succeeded('capture'), operation_reference: 'cap_2', money: eur(502) };
    expect(await refusalOf(deliver({ id: 'evt_2', ...another }))).toBe(expected);
  });

  test('after the money went back waits until that has arrived', async () => {
    const reversal = {
      id: 'rv_1',
      by: 'refund',
      amount: 1_000,
      status: 'sent',
      started: 1,
      captured: 1_000,
    } as const;
    const reported_so = async (amount: number, changes: object = {}) => {
      const { receive: deliver } = await oneCharge({
        charge: { outcome: 'absent', reversal: { ...reversal, ...changes } },
        session: { payment_status: 'unpaid', charge: null },
        ...shows(took(amount)),
      });
      return refusalOf(deliver(reported));
    };
    expect(await reported_so(1_001)).toEqual('waits');
    expect(await reported_so(1_000)).toBe('not refused');
    expect(await reported_so(1_001, { captured: undefined })).toBe('not refused');
    expect(await reported_so(1_001, { status: 'done' })).toBe('not refused');
  });
});

describe('a cancel at a PSP that can be asked', () => {
  const cancel = { cancel: operation({ id: 'cn_1' }) };
  const gone: LookUpResult = { outcome: 'canceled', psp_reference: 'pi_1', hold: 'voided' };

  test.each<[string, LookUpResult, Claim, string, unknown]>([
    ['that succeeded is what the PSP shows', gone, succeeded('cancel'), 'canceled', 'not refused'],
    ['that succeeded and is not shown', held, succeeded('cancel'), 'canceling', 'waits'],
    [
      'that succeeded, and the money is captured',
      took(4_000),
      succeeded('cancel'),
      'captured',
      'not refused',
    ],
    ['that failed leaves the hold', held, failed('cancel'), 'authorized', 'not refused'],
    ['that failed, and the hold is gone', gone, failed('cancel'), 'canceled', 'not refused'],
  ])('%s', async (_, shown, claim, status, answer) => {
    const { receive: deliver, charge } = await oneCharge({ charge: cancel, ...shows(shown) });
    expect(await refusalOf(deliver({ claim, operation: 'cn_1' }))).toEqual(answer);
    expect((await charge()).status).toBe(status);
  });
});

test('reported failed says nothing about the one under way if it may be about a former one', async () => {
  const canceling = { cancel: operation({ id: 'cn_2' }), former_cancels: 1 };
  const { receive: deliver, charge, logs } = await oneCharge({ charge: canceling, ...shows(held) });
  await deliver({ claim: failed('cancel'), operation_reference: 'void_1' });
  expect((await charge()).status).toBe('canceling');
  expect(logs).toEqual([logWithoutEffect('cancel', 'canceling')]);
});

describe('an event that names no operation', () => {
  const done = { ...captured(), capture: operation({ status: 'done' }) };
  const paid = { session: { payment_status: 'paid' as const }, ...silent };

  test.each<[string, Partial<Charge>, Partial<PspEvent>, string]>([
    ['is about the capture that is under way', { capture: operation() }, {}, 'authorized'],
    ['is about the one that is done', done, {}, 'authorized'],
    ['may be about a former one', { ...done, former_captures: 1 }, {}, 'captured'],
    ['may be about one made elsewhere', { ...done, captures: {} }, {}, 'captured'],
    [
      'is about the one that the PSP calls so',
      { ...done, former_captures: 1, capture: operation({ status: 'done', psp_reference: 'cap_1' }) },
      { operation_reference: 'cap_1' },
      'authorized',
    ],
    [
      'is not about the one that the PSP calls otherwise',
      { ...done, capture: operation({ status: 'done', psp_reference: 'cap_1' }) },
      { operation_reference: 'cap_2' },
      'captured',
    ],
    [
      'is about the capture that followed by itself',
      { ...captured(), capture_method: 'automatic' },
      {},
      'authorized',
    ],
    ['is about nothing of ours if we never captured', captured(), {}, 'captured'],
    [
      'is not about one that failed',
      { ...captured(), capture: operation({ status: 'failed' }) },
      {},
      'captured',
    ],
  ])('%s', async (_, changes, event, status) => {
    const { receive: deliver, charge } = await oneCharge({ charge: changes, ...paid });
    await deliver({ claim: failed('capture'), ...event });
    expect((await charge()).status).toBe(status);
  });

  test('takes back the one made elsewhere under its id', async () => {
    const { receive: deliver, charge } = await oneCharge(silent);
    await deliver({
      claim: succeeded('capture'),
      money: eur(1_000),
      operation_reference: 'cap_8',
      id: 'evt_8',
    });
    await deliver({
      claim: succeeded('capture'),
      money: eur(500),
      operation_reference: 'cap_9',
      id: 'evt_9',
    });
    await deliver({ claim: failed('capture'), operation_reference: 'cap_8', id: 'evt_10' });
    const after = await charge();
    expect(after).toMatchObject({ amount_captured: 500, captures_failed: 1 });
    expect(Object.values(after.captures ?? {})).toEqual([0, 500]);
    await deliver({ claim: failed('capture'), operation_reference: 'cap_8', id: 'evt_11' });
    expect((await charge()).amount_captured).toBe(500);
  });

  test('does not end what is under way, unless it reports a failure', async () => {
    const {
      receive: deliver,
      charge,
      first,
    } = await oneCharge({ charge: { capture: operation() }, ...silent });
    await deliver({ claim: succeeded('capture'), money: eur(4_000) });
    expect(await charge()).toEqual(first);
  });
});

describe('a refund', () => {
  const fact: RefundFact = { psp_reference: 'r_1', amount: 1_000, status: 'succeeded', operation: 're_1' };
  const refunded = {
    ...captured(),
    amount_refundable: 3_000,
    amount_refundable_disputed: 3_000,
    refunds: { re_1: sampleRefund('re_1', 1_000, { accepted: true }) },
  };
  const listed = (...refunds: RefundFact[]) => ({
    charge: refunded,
    session: { payment_status: 'paid' as const },
    psp: { lookUpRefunds: async () => ({ outcome: 'found' as const, complete: true, refunds }) },
  });
  const unlisted = { charge: refunded, session: { payment_status: 'paid' as const } };
  const none: RefundFact[] = [];

  test('of an undecided attempt has to come again', async () => {
    const { receive: deliver } = await oneCharge({ charge: pending, ...processing });
    expect(await refusalOf(deliver({ claim: succeeded('refund'), money: eur(1) }))).toEqual('waits');
  });

  test.each<[string, Claim, Partial<PspEvent>, string]>([
    ['succeeded', succeeded('refund'), { operation: 're_1', money: eur(1_000) }, 'succeeded'],
    ['failed, of whatever amount', failed('refund'), { operation: 're_1' }, 'failed'],
    [
      'is pending',
      { about: 'refund', result: { outcome: 'pending' } },
      { operation: 're_1', money: eur(1_000) },
      'pending',
    ],
  ])('that %s is believed of a PSP that has no list', async (_, claim, event, status) => {
    const { receive: deliver, charge } = await oneCharge(unlisted);
    await deliver({ claim, ...event });
    expect((await charge()).refunds.re_1).toMatchObject({
      status,
      ...(status === 'failed' ? { failure_reason: 'card_closed' } : {}),
    });
  });

  test.each<[string, Partial<PspEvent>]>([
    ['does not say how much', { operation: 're_1' }],
    ['is of another amount than ours', { operation: 're_1', money: eur(999) }],
    ['is in another currency', { operation: 're_1', money: { amount: 1_000, currency: 'usd' } }],
    ['has no name', { money: eur(1_000) }],
  ])('that %s is not believed', async (_, event) => {
    const { receive: deliver, logs, charge, first } = await oneCharge(unlisted);
    await deliver({ claim: succeeded('refund'), ...event });
    expect(logs).toEqual([mismatch]);
    expect(await charge()).toEqual(first);
  });

  test('made elsewhere is recorded under its own key, and reported', async () => {
    const { receive: deliver, logs, charge } = await oneCharge(unlisted);
    await deliver({ claim: succeeded('refund'), money: eur(500), operation_reference: 'r_9' });
    const { refunds, amount_refundable, session } = await charge();
    const [key = ''] = Object.keys(refunds).filter((id) => id !== 're_1');
    expect(refunds[key]).toMatchObject({
      id: key,
      amount: 500,
      status: 'succeeded',
      external: true,
      psp_reference: 'r_9',
      created: start / 1_000,
    });
    expect(amount_refundable).toBe(2_500);
    const reported = { charge: 'ch_1', session, psp: 'stripe', refund: key, amount: 500 };
    expect(logs).toEqual([{ event: 'external_change', ...reported }]);
  });

  test.each<[string, Claim, readonly RefundFact[], string, unknown]>([
    ['the list shows', succeeded('refund'), [fact], 'succeeded', 'not refused'],
    ['the list does not show', succeeded('refund'), none, 'pending', 'waits'],
    ['the list shows as pending', succeeded('refund'), [{ ...fact, status: 'pending' }], 'pending', 'waits'],
    ['failed, and the list shows before', failed('refund'), [fact], 'succeeded', 'waits'],
    ['failed, as the list shows', failed('refund'), [{ ...fact, status: 'failed' }], 'failed', 'not refused'],
    [
      'is pending, as nothing shows yet',
      { about: 'refund', result: { outcome: 'pending' } },
      none,
      'pending',
      'not refused',
    ],
  ])('that %s', async (_, claim, list, status, answer) => {
    const { receive: deliver, charge } = await oneCharge(listed(...list));
    expect(await refusalOf(deliver({ claim, operation: 're_1' }))).toEqual(answer);
    expect((await charge()).refunds.re_1?.status).toBe(status);
  });

  test("is found by the PSP's id", async () => {
    const { receive: deliver } = await oneCharge(listed(fact));
    expect(await refusalOf(deliver({ claim: succeeded('refund'), operation_reference: 'r_1' }))).toBe(
      'not refused',
    );
    expect(await refusalOf(deliver({ claim: succeeded('refund'), operation_reference: 'r_2' }))).toEqual(
      'waits',
    );
  });
});

describe('the way back of money that came too late', () => {
  const reversal = {
    id: 'rv_1',
    by: 'refund',
    amount: 4_000,
    status: 'accepted',
    started: start - 1_000,
  } as const;
  const reversing = (changes: object = {}): Scenario => ({
    charge: { outcome: 'absent', reversal: { ...reversal, ...changes } },
    session: { payment_status: 'unpaid', charge: null },
  });
  const list = (status: RefundFact['status'], extra: object = {}) => ({
    psp: {
      lookUpRefunds: async () => ({
        outcome: 'found' as const,
        complete: true,
        refunds: [
          { psp_reference: 'r_0', amount: 1, status: 'pending' as const, operation: 'rv_0' },
          { psp_reference: 'r_1', amount: 4_000, status, operation: 'rv_1' },
        ],
      }),
      ...extra,
    },
  });
  const reported = (claim: Claim, operation: string | undefined = 'rv_1') => ({
    claim,
    ...defined({ operation }),
  });

  test('is done as the event says, if the PSP cannot be asked', async () => {
    const { receive: deliver, charge, logs, first } = await oneCharge(reversing());
    await deliver(reported(succeeded('refund')));
    expect((await charge()).reversal).toEqual({ ...reversal, status: 'done', parts: { rv_1: 4_000 } });
    expect(logs).toEqual([
      { event: 'late_effect_reversed', charge: 'ch_1', session: first.session, psp: 'stripe', by: 'refund' },
    ]);
  });

  test.each([
    ['refund', 'open', ['refund_failed_late']],
    ['cancel', 'done', []],
  ] as const)('that was done and fails by its own name: a %s is %s', async (by, status, reported_so) => {
    const { receive: deliver, charge, logs } = await oneCharge(reversing({ by, status: 'done' }));
    await deliver(reported(failed(by)));
    expect((await charge()).reversal).toMatchObject({ by, status, amount: 4_000 });
    expect((await charge()).reversal?.id === 'rv_1').toBe(status === 'done');
    expect(logs.map(({ event }) => event)).toEqual(reported_so);
  });

  test.each<[RefundFact['status'], Claim, string, unknown]>([
    ['succeeded', succeeded('refund'), 'done', 'not refused'],
    ['succeeded', failed('refund'), 'accepted', 'waits'],
    ['pending', succeeded('refund'), 'accepted', 'waits'],
    ['failed', succeeded('refund'), 'open', 'not refused'],
  ])('is what the list shows: %s (%#)', async (shown, claim, status, answer) => {
    const { receive: deliver, charge } = await oneCharge({ ...reversing(), ...list(shown) });
    expect(await refusalOf(deliver(reported(claim)))).toEqual(answer);
    expect((await charge()).reversal?.status).toBe(status);
  });

  test('of less than was sent leaves the rest, which goes back under another id: as the list shows it', async () => {
    const { psp } = list('succeeded');
    const { outcome, complete } = await psp.lookUpRefunds();
    const refunds = [
      { psp_reference: 'r_1', amount: 1_000, status: 'succeeded' as const, operation: 'rv_1' },
    ];
    const lookUpRefunds = async () => ({ outcome, complete, refunds });
    const { receive: deliver, charge } = await oneCharge({ ...reversing(), psp: { lookUpRefunds } });
    await deliver(reported(succeeded('refund')));
    expect((await charge()).reversal).toMatchObject({ status: 'open', by: 'refund', amount: 3_000 });
  });

  test.each([
    [1_000, eur(1_000), 'open', 3_000, 0],
    [4_000, eur(4_000), 'done', 4_000, 0],
    [9_000, eur(9_000), 'done', 4_000, 1],
    [100, { amount: 100, currency: 'jpy' }, 'done', 4_000, 1],
  ])('of %i, as an event of a PSP says that cannot be asked', async (amount, money, status, of, alarms) => {
    const { receive: deliver, charge, logs } = await oneCharge(reversing());
    const claim: Claim = { about: 'refund', result: { outcome: 'succeeded', psp_reference: 'r_1', amount } };
    await deliver({ ...reported(claim), money });
    expect((await charge()).reversal).toMatchObject({ status, amount: of });
    expect(logs.filter(({ event }) => event === 'webhook_amount_mismatch')).toHaveLength(alarms);
  });

  test('of less after a person was called: the rest has a schedule of its own', async () => {
    const { receive: deliver, charge } = await oneCharge(reversing({ needs_review: true }));
    const answer = { outcome: 'succeeded', psp_reference: 'r_1', amount: 1_000 } as const;
    await deliver({ ...reported({ about: 'refund', result: answer }), money: eur(1_000) });
    const { reversal: rest, recover_at } = await charge();
    expect(rest).toMatchObject({ amount: 3_000, started: start });
    expect(rest).not.toHaveProperty('needs_review');
    expect(recover_at).toBe(start);
  });

  test.each<[LookUpResult, Claim, string, unknown]>([
    [{ outcome: 'canceled', psp_reference: 'pi_1' }, succeeded('cancel'), 'done', 'not refused'],
    [held, succeeded('cancel'), 'accepted', 'waits'],
    [{ outcome: 'canceled', psp_reference: 'pi_1' }, failed('cancel'), 'accepted', 'waits'],
    [{ outcome: 'unknown', doubt: 'timeout' }, failed('cancel'), 'accepted', 'waits'],
  ])('by a void is what the payment shows: %j (%#)', async (shown, claim, status, answer) => {
    const { receive: deliver, charge } = await oneCharge({
      ...reversing({ by: 'cancel' }),
      psp: { lookUp: async () => shown },
    });
    expect(await refusalOf(deliver(reported(claim)))).toEqual(answer);
    expect((await charge()).reversal?.status).toBe(status);
  });

  test.each<[string, Claim, Partial<typeof reversal> | object]>([
    ['is pending', { about: 'refund', result: { outcome: 'pending' } }, {}],
    ['succeeded under another name', succeeded('refund'), { status: 'done' }],
    ['failed under a former name of ours, before it is done', failed('refund'), {}],
    ['failed before under a former name of ours', failed('refund'), { parts: { re_x: 0 } }],
  ])('that %s has no effect', async (_, claim, changes) => {
    const { receive: deliver, logs } = await oneCharge({ ...reversing(changes), ...shows(took(4_000)) });
    await deliver(
      reported(claim, claim.about === 'refund' && claim.result.outcome === 'pending' ? 'rv_1' : 're_x'),
    );
    expect(logs).toEqual([logWithoutEffect('refund', 'failed')]);
  });

  test('an earlier part of which failed while it is under way has to be told again', async () => {
    const { receive: deliver } = await oneCharge({
      ...reversing({ parts: { re_x: 1_000 } }),
      ...shows(took(4_000)),
    });
    expect(await refusalOf(deliver(reported(failed('refund'), 're_x')))).toEqual('waits');
  });

  test('made elsewhere counts as it if the PSP cannot be asked, until that very refund fails', async () => {
    const silent = {
      ...reversing(),
      psp: { lookUp: undefined, lookUpRefunds: undefined },
    } as never as Scenario;
    const { receive: deliver, charge } = await oneCharge(silent);
    const back = { operation_reference: 'r_9', money: eur(4_000) } as const;
    await deliver({ id: 'evt_2', claim: succeeded('refund'), ...back });
    expect((await charge()).reversal).toMatchObject({ status: 'done', parts: { r_9: 4_000 } });
    await deliver({ id: 'evt_3', claim: failed('refund'), ...back, operation_reference: 'r_8' });
    expect((await charge()).reversal?.status).toBe('done');
    await deliver({ id: 'evt_4', claim: failed('refund'), ...back });
    // Ours is still under way.
    expect((await charge()).reversal).toMatchObject({ id: 'rv_1', status: 'sent', amount: 4_000 });
    await deliver({ id: 'evt_5', claim: succeeded('refund'), ...back });
    expect((await charge()).reversal).toMatchObject({ status: 'sent', parts: { r_8: 0, r_9: 0 } });
  });

  test('in parts, if the PSP cannot be asked, is done with the last of them, and a part that fails goes back', async () => {
    const silent = {
      ...reversing(),
      psp: { lookUp: undefined, lookUpRefunds: undefined },
    } as never as Scenario;
    const { receive: deliver, charge } = await oneCharge(silent);
    const part = (id: string, amount: number, kind = succeeded) =>
      deliver({
        id: `evt_${id}_${kind.name}`,
        claim: kind('refund'),
        operation_reference: id,
        money: eur(amount),
      });
    await part('r_7', 3_000);
    await part('r_8', 500);
    await part('r_8', 500, failed);
    await part('r_6', 600, failed);
    await part('r_6', 600);
    expect((await charge()).reversal).toMatchObject({
      status: reversal.status,
      amount: 4_000,
      parts: { r_7: 3_000, r_8: 0, r_6: 0 },
    });
    await part('r_9', 1_000);
    expect((await charge()).reversal?.status).toBe('done');
    await part('r_7', 3_000, failed);
    const { reversal: ours } = await charge();
    expect(ours).toMatchObject({ id: 'rv_1', status: 'sent', parts: { r_7: 0, r_9: 1_000 } });
    expect(ours).not.toHaveProperty('unsettled');
    await deliver({ id: 'evt_ours', operation: 'rv_1', operation_reference: 'r_1', claim: failed('refund') });
    expect((await charge()).reversal).toMatchObject({
      status: 'open',
      by: 'refund',
      amount: 3_000,
      parts: { r_7: 0, r_8: 0, r_6: 0, r_9: 1_000 },
    });
  });

  test.each<[string, LookUpResult, number | undefined]>([
    ['some of it is here again', { ...took(4_000), amount_refunded: 3_000 } as LookUpResult, 1_000],
    ['nothing is here', { ...took(4_000), amount_refunded: 4_000 } as LookUpResult, undefined],
    ['nobody says how much was refunded', took(4_000), undefined],
    ['nothing was captured', held, undefined],
  ])('given back elsewhere, failed: %s', async (_, shown, amount) => {
    for (const by of ['refund', 'cancel']) {
      const was = { status: 'done', by, parts: { re_x: 1_000 } };
      const { receive: deliver, charge } = await oneCharge({ ...reversing(was), ...shows(shown) });
      const answer = await refusalOf(deliver(reported(failed('refund'), 're_x')));
      expect(answer).toEqual(amount === undefined ? 'waits' : 'not refused');
      const { reversal: after } = await charge();
      if (amount === undefined) expect(after).toEqual({ ...reversal, ...was });
      else expect(after).toMatchObject({ status: 'open', amount, by: 'refund' });
    }
  });
});

describe('a capture that was called done, and that a lagging look has contradicted', () => {
  const called = { capture: operation({ status: 'done', psp_reference: 'c_1' }) };

  test.each<[string, Partial<PspEvent>]>([
    ['by our id', { operation: 'cp_1' }],
    ['by the PSP’s', { operation_reference: 'c_1' }],
  ])('is heard of again, named %s, until the look must show it', async (_, named) => {
    const { receive: deliver, pass } = await oneCharge({ charge: called, ...shows(held, 60_000) });
    const reported = { claim: succeeded('capture'), money: eur(4_000), ...named };
    expect(await refusalOf(deliver(reported))).toEqual('waits');
    pass(3_600_000);
    expect(await refusalOf(deliver(reported))).toBe('not refused');
  });

  test('and that the look shows after all is captured', async () => {
    const { receive: deliver, answers, charge } = await oneCharge({ charge: called, ...shows(held, 60_000) });
    const reported = { claim: succeeded('capture'), money: eur(4_000), operation: 'cp_1' };
    expect(await refusalOf(deliver(reported))).toEqual('waits');
    answers({ lookUp: async () => took(4_000) });
    await deliver(reported);
    expect(await charge()).toMatchObject({ status: 'captured', amount_captured: 4_000 });
  });
});
