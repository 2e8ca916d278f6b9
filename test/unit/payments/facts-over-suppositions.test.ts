import { describe, expect, test } from '@jest/globals';
import { makeTransition } from '../../../lib/charge/transitions/charge-table.ts';
import type { Transition, Transitions } from '../../../lib/charge/transitions/transitions.ts';
import { decideCharge } from '../../../lib/payments/decisions/decide-charge.ts';
import { operateCharge } from '../../../lib/payments/operations/operate-charge.ts';
import { refundCharge } from '../../../lib/payments/operations/refund-charge.ts';
import { recordResult } from '../../../lib/payments/reports/settle-operation.ts';
import type { Charge, ChargeOperation } from '../../../lib/types/charge.ts';
import { statusOf } from '../../../lib/types/charge-state.ts';
import type { Attempt, LookUpResult, Operation, OperationResult, PspEvent } from '../../../lib/types/psp.ts';
import { sampleCharge } from '../../contract/sample-records.ts';
import { oneCharge, start } from './one-charge.ts';

const payment = { psp_reference: 'pi_1' } as const;
const held = { outcome: 'approved', ...payment } as const;
const took = (amount_captured: number) => ({ outcome: 'captured', ...payment, amount_captured }) as const;
const voided = { outcome: 'canceled', hold: 'voided' } as const;
const refundable = (amount: number) => ({ amount_refundable: amount, amount_refundable_disputed: amount });

const operation = (changes: Partial<ChargeOperation> = {}): ChargeOperation => ({
  id: 'cp_1',
  amount: 4_000,
  status: 'open',
  started: start - 7_200_000,
  sent: start - 7_200_000,
  ...changes,
});
const captured = (amount: number, changes: Partial<Charge> = {}): Partial<Charge> => ({
  outcome: 'captured',
  amount_captured: amount,
  ...refundable(amount),
  ...changes,
});

const chargeWith = (changes: Partial<Charge>): Charge => {
  const charge = sampleCharge('ch_1', {
    capture_method: 'manual',
    outcome: 'approved',
    amount_captured: 0,
    ...refundable(0),
    ...changes,
  });
  return { ...charge, status: statusOf(charge) };
};

const then = <T extends Transition>(
  before: Charge,
  transition: T,
  what: Transitions[T],
  moment: object = {},
): Charge => {
  const happened = makeTransition(before, transition, what, {
    now: start,
    nothing_may_be_sent: true,
    ...moment,
  });
  if ('impossible' in happened) throw new Error(happened.impossible);
  return happened.charge;
};

const outOfLookUps = { psp: {}, capabilities: { look_up: null } };
const failed = { outcome: 'failed', reason: 'processor_error' } as const;
const aboutCapture = (named: Partial<PspEvent>, result: OperationResult) => ({
  ...named,
  money: { amount: 1_000, currency: 'eur' },
  claim: { about: 'capture', result: result } as const,
});

describe('a person has said that the money is held, and', () => {
  const supposed = { presumed: true } as const;

  test.each<[string, Charge]>([
    [
      'our capture has taken it',
      then(chargeWith({ ...supposed, capture: operation() }), 'capture_succeeded', { amount: 4_000 }),
    ],
    [
      'our cancel has released it',
      then(chargeWith({ ...supposed, cancel: operation({ id: 'cn_1' }) }), 'cancel_succeeded', {}),
    ],
    ['a look shows it released', then(chargeWith(supposed), 'voided', { result: voided })],
    [
      'a look shows it released under our cancel',
      then(chargeWith({ ...supposed, cancel: operation({ id: 'cn_1' }) }), 'voided', { result: voided }),
    ],
    [
      'a look shows it released under our capture',
      then(chargeWith({ ...supposed, capture: operation() }), 'voided', { result: voided }),
    ],
  ])('%s: a look that shows it held is old', (_, known) => {
    expect(then(known, 'approved', { result: held })).toBe(known);
  });

  test('its end contradicts nobody', async () => {
    const psp = { lookUp: async () => voided };
    const { logs, receive: deliver } = await oneCharge({ charge: supposed, psp });
    await deliver({ claim: { about: 'cancel', result: { outcome: 'succeeded' } } });
    expect(logs.map(({ event }) => event)).not.toContain('decision_contradicted');
  });
});

test('a hold ends once: how it was reported first', () => {
  const gone = chargeWith({ hold: 'expired', capture: operation({ status: 'accepted' }) });
  expect(then(gone, 'voided', { result: voided }, { nothing_may_be_sent: false })).toBe(gone);
});

test('a payment whose hold is known to be gone is not held again, if it is another one under the reference', () => {
  const other = chargeWith({ outcome: 'absent', hold: 'voided', other_payment_of: 'ch_2' });
  expect(then(other, 'approved', { result: held })).toBe(other);
});

test('a look that confirms the capture that a person called done confirms all of it', async () => {
  const capture = operation({ status: 'done' });
  const made = await oneCharge({ charge: captured(4_000, { presumed: true, capture }) });
  const records = { charge: made.first, session: undefined };
  await recordResult(made.ports, 'capture', records, operation(), { outcome: 'succeeded', total: 4_000 });
  expect(await made.charge()).toMatchObject({ status: 'captured', amount_captured: 4_000 });
});

test('a decline does not undo what a person has said once a capture has been reported', () => {
  const decision = { operation: 'ch_1', outcome: 'captured', note: 'n', by: 'key', at: 1 } as const;
  const known = captured(4_000, { presumed: true, captures: { ext_a: 1_000 }, decisions: [decision] });
  const before = chargeWith(known);
  expect(then(before, 'declined', { result: { outcome: 'do_not_honor' } })).toBe(before);
});

test('a capture that was contradicted does not count beside one made elsewhere', () => {
  const before = chargeWith({ presumed: true, capture: operation({ status: 'done' }) });
  const what = { key: 'ext_a', amount: 1_000 };
  expect(then(before, 'capture_elsewhere', what)).toMatchObject({ amount_captured: 1_000 });
});

test('a release shows no more captured than there was to capture', () => {
  const reported = { captures: { ext_a: 3_000, ext_b: 2_000 } };
  const before = chargeWith(captured(4_000, { presumed: true, ...reported }));
  expect(then(before, 'voided', { result: voided })).toMatchObject({ amount_captured: 4_000 });
});

describe('captures reported for more than there was to capture', () => {
  const capture = operation({ status: 'done', psp_reference: 'cap_1' });
  const both = chargeWith(captured(4_000, { capture, captures: { ext_a: 3_000, ext_b: 2_000 } }));

  test('leave the others when ours fails, and never more than was captured', () => {
    expect(then(both, 'capture_taken_back', {})).toMatchObject({ amount_captured: 4_000 });
  });

  test('leave ours when another one fails', () => {
    expect(then(both, 'capture_taken_back', { key: 'ext_a' })).toMatchObject({ amount_captured: 4_000 });
    const { captures } = { captures: { ext_a: 1_000 } };
    const ours = chargeWith(captured(4_000, { capture, captures }));
    expect(then(ours, 'capture_taken_back', { key: 'ext_a' })).toMatchObject({ amount_captured: 4_000 });
  });
});

describe('the failure of a capture that is not known to be ours', () => {
  const reported = { captures_told: { cap_9: 1_000 } };
  const other = aboutCapture({ operation_reference: 'cap_9' }, failed);

  test('takes that one back, and leaves ours on its way, however often it comes', async () => {
    const psp = { lookUp: async () => held };
    const charge = captured(1_000, { ...reported, capture: operation({ psp_reference: 'cap_1' }) });
    const made = await oneCharge({ charge, psp });
    await made.receive(other);
    await made.receive(other);
    expect(await made.charge()).toMatchObject({
      status: 'capturing',
      amount_captured: 0,
      capture: { status: 'open' },
    });
  });

  test('leaves ours on its way if it names nothing: it may be the other one', async () => {
    const psp = { lookUp: async () => held };
    const made = await oneCharge({ charge: { ...reported, capture: operation() }, psp });
    await made.receive(aboutCapture({}, failed));
    expect(await made.charge()).toMatchObject({ capture: { status: 'open' } });
  });

  test('leaves ours done if what is left may be ours', async () => {
    const psp = { lookUp: async () => took(1_000) };
    const capture = operation({ amount: 1_000, status: 'done', psp_reference: 'cap_1' });
    const made = await oneCharge({ charge: captured(2_000, { ...reported, capture }), psp });
    await made.receive(other);
    expect(await made.charge()).toMatchObject({ amount_captured: 1_000, capture: { status: 'done' } });
  });
});

test('that a cancel failed says nothing of what a person has said was captured', async () => {
  const cancel = operation({ id: 'cn_1', status: 'done' });
  const made = await oneCharge({ ...outOfLookUps, charge: captured(4_000, { presumed: true, cancel }) });
  await made.receive({ operation: 'cn_1', claim: { about: 'cancel', result: failed } });
  expect(await made.charge()).toMatchObject({ amount_captured: 4_000, presumed: true });
});

describe('a person has given the id of another payment', () => {
  const whole = { amount: 4_000, currency: 'eur' };
  const right = { psp_reference: 'pi_2' } as const;
  const answers = {
    captured: { outcome: 'captured', ...right, amount_captured: 4_000 },
    succeeded: { outcome: 'approved', ...right },
  } as const;

  /** What the PSP is asked to capture or refund, once its event has named the payment. */
  const decided = async (
    outcome: 'captured' | 'succeeded',
    { asked, ...changes }: Partial<Charge> & { readonly asked: boolean },
    notified: LookUpResult = answers[outcome],
  ) => {
    const { psp_reference: _, ...unnamed } = chargeWith({
      outcome: 'unknown',
      needs_review: true,
      ...changes,
    });
    const sent: unknown[] = [];
    const send = async ({ psp_reference }: Attempt, { amount }: Operation) => {
      sent.push(psp_reference);
      return { outcome: 'succeeded', amount } as const;
    };
    const one = await oneCharge({
      charge: { ...unnamed, psp_reference: undefined as never },
      session: { payment_status: 'processing' },
      psp: { capture: send, refund: send, ...(asked && { lookUp: async () => notified }) },
      capabilities: {
        refund: { result: 'synchronous', look_up: false },
        ...(asked ? {} : { look_up: null }),
      },
    });
    const decision = { outcome, psp_reference: 'pi_1', note: '', by: 'key_1', revision: 1 };
    await decideCharge(one.ports, { charge: 'ch_1', ...decision });
    const event = { money: whole, claim: { about: 'authorization', result: notified } } as const;
    await one.receive({
      ...event,
      ...('psp_reference' in notified ? { psp_reference: notified.psp_reference } : {}),
    });
    return { ...one, sent, rung: one.logs.filter(({ event: about }) => about === 'decision_contradicted') };
  };

  test.each([true, false])(
    'a refund goes to the payment that the PSP names; it can be asked: %s',
    async (asked) => {
      const { ports, sent, rung } = await decided('captured', { asked, capture_method: 'automatic' });
      expect(rung).toHaveLength(1);
      await refundCharge(ports, { id: 're_1', charge: 'ch_1', metadata: {} });
      expect(sent).toEqual(['pi_2']);
    },
  );

  test.each([true, false])(
    'a capture goes to the payment that the PSP names; it can be asked: %s',
    async (asked) => {
      const { ports, sent, rung } = await decided('succeeded', { asked });
      expect(rung).toHaveLength(1);
      await operateCharge(ports, 'capture', { charge: 'ch_1' });
      expect(sent).toEqual(['pi_2']);
    },
  );

  test('that it was once held names the payment, and leaves what the person said was captured', async () => {
    const { charge, rung } = await decided('captured', { asked: false }, answers.succeeded);
    expect(rung).toHaveLength(1);
    expect(await charge()).toMatchObject({ psp_reference: 'pi_2', amount_captured: 4_000, presumed: true });
  });

  test('the event of a capture in the dashboard names the payment, too', async () => {
    const decision = { operation: 'ch_1', outcome: 'succeeded', note: '', by: 'key_1', at: 1 } as const;
    const {
      receive: deliver,
      charge,
      logs,
    } = await oneCharge({
      charge: chargeWith({ presumed: true, decisions: [decision] }),
      capabilities: { look_up: null, refund: { result: 'webhook', look_up: false } },
    });
    const success = { outcome: 'succeeded', amount: 1_000 } as const;
    await deliver(aboutCapture({ id: 'evt_1', ...right, operation_reference: 'cap_1' }, success));
    expect(await charge()).toMatchObject({ ...right, amount_captured: 1_000 });
    expect(logs).toContainEqual(expect.objectContaining({ event: 'decision_contradicted' }));
    const claim = { about: 'authorization', result: answers.succeeded } as const;
    await deliver({ id: 'evt_2', ...right, money: whole, claim });
    expect(await charge()).not.toHaveProperty('other_payments');
  });

  test.each([true, false])(
    'and if it is the right one, nobody is contradicted; it can be asked: %s',
    async (asked) => {
      const same = { outcome: 'approved', psp_reference: 'pi_1' } as const;
      const { charge, rung } = await decided('succeeded', { asked }, same);
      expect(rung).toEqual([]);
      expect(await charge()).toMatchObject({ status: 'authorized', psp_reference: 'pi_1' });
    },
  );
});
