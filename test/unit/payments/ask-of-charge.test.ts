import { describe, expect, test } from '@jest/globals';
import { type DecideCommand, decideCharge } from '../../../lib/payments/decisions/decide-charge.ts';
import { operateCharge } from '../../../lib/payments/operations/operate-charge.ts';
import { refundCharge } from '../../../lib/payments/operations/refund-charge.ts';
import { refreshCharge } from '../../../lib/payments/reconcile/refresh-charge.ts';
import { expireSession } from '../../../lib/payments/sessions/expire-session.ts';
import type { Charge, ChargeOperation } from '../../../lib/types/charge.ts';
import { maxRefundBytes } from '../../../lib/types/charge-space.ts';
import { defined } from '../../../lib/types/defined.ts';
import { openThings } from '../../../lib/types/open-things.ts';
import type { LookUpResult, OperationResult } from '../../../lib/types/psp.ts';
import type { Remembered } from '../../../lib/types/records.ts';
import { sampleDispute, sampleRefund } from '../../contract/sample-records.ts';
import { oneCharge, refusalOf, type Scenario, start } from './one-charge.ts';

const key = (name = 'k') => ({ key: name, hash: 'h', view: 'full' }) as const;
const captured = (amount = 4_000): Partial<Charge> => ({
  outcome: 'captured',
  amount_captured: amount,
  amount_refundable: amount,
  amount_refundable_disputed: amount,
});
const paid = { payment_status: 'paid' } as const;
const operation = (changes: Partial<ChargeOperation> = {}): ChargeOperation => ({
  id: 'cp_1',
  amount: 4_000,
  status: 'open',
  started: start - 1_000,
  sent: start - 1_000,
  needs_review: true,
  ...changes,
});
const noCharge = (param: string) => ({ code: 'resource_missing', message: 'No charge ch_2.', param });

/** A PSP that gives these answers to captures, cancels and refunds, one after the other, and keeps what it was asked. */
const answering = (...answers: readonly OperationResult[]) => {
  const asked: unknown[] = [];
  const waiting = [...answers];
  const call =
    (kind: string) =>
    async (attempt: object, sent: object, { timeout_ms }: { readonly timeout_ms: number }) => {
      asked.push({ kind, attempt, sent, timeout_ms });
      return waiting.shift() ?? ({ outcome: 'unknown', doubt: 'timeout' } as const);
    };
  return { asked, psp: { capture: call('capture'), cancel: call('cancel'), refund: call('refund') } };
};
const ok = (amount: number): OperationResult => ({ outcome: 'succeeded', amount, psp_reference: 'op_1' });
const no = { outcome: 'failed', reason: 'invalid_request', code: 'no' } as const;

describe('a requested capture', () => {
  test('goes to the PSP under its own id, and is reported', async () => {
    const { asked, psp } = answering(ok(1_000));
    const { ports, charge, logs, session } = await oneCharge({ psp });
    expect(await operateCharge(ports, 'capture', { charge: 'ch_1', amount: 1_000 })).toEqual({
      charge: await charge(),
    });
    const after = await charge();
    const id = after.capture?.id ?? '';
    expect(id).toMatch(/^cp_0+1$/);
    expect(asked).toEqual([
      {
        kind: 'capture',
        attempt: {
          reference: 'ch_1',
          session: after.session,
          amount: 4_000,
          currency: 'eur',
          capture_method: 'manual',
          started: start - 1_000,
          psp_reference: 'pi_1',
        },
        sent: { id, amount: 1_000, status: 'open', started: start, sent: start },
        timeout_ms: 10_000,
      },
    ]);
    expect(after).toMatchObject({
      status: 'captured',
      amount_captured: 1_000,
      capture: { id, amount: 1_000, status: 'done', psp_reference: 'op_1' },
    });
    expect(await session()).toMatchObject({ payment_status: 'paid' });
    expect(logs).toEqual([
      { event: 'capture', charge: 'ch_1', operation: id, psp: 'stripe', outcome: 'succeeded', latency_ms: 0 },
    ]);
  });

  test('is for the whole amount if none is given, and a cancel has its own kind of id', async () => {
    const { asked, psp } = answering(ok(4_000));
    const one = await oneCharge({ psp });
    await operateCharge(one.ports, 'capture', { charge: 'ch_1', amount: 4_000 });
    expect(asked).toMatchObject([{ sent: { amount: 4_000 } }]);
    const other = answering({ outcome: 'succeeded' });
    const two = await oneCharge({ psp: other.psp });
    await operateCharge(two.ports, 'cancel', { charge: 'ch_1' });
    expect(other.asked).toMatchObject([
      { kind: 'cancel', sent: { id: expect.stringMatching(/^cn_0+1$/), amount: 4_000 } },
    ]);
    expect(await two.charge()).toMatchObject({
      status: 'canceled',
      hold: 'voided',
      cancel: { status: 'done' },
    });
  });

  test('is refused for more than is held, before anybody is asked', async () => {
    const { asked, psp } = answering();
    const { ports, charge, first } = await oneCharge({ psp });
    expect(await refusalOf(operateCharge(ports, 'capture', { charge: 'ch_1', amount: 4_001 }))).toEqual({
      code: 'capture_amount_too_large',
      message: 'amount: expected at most 4000, which was authorised, received 4001.',
      param: 'amount',
    });
    expect(asked).toEqual([]);
    expect(await charge()).toEqual(first);
  });

  test.each([
    [3_999, 'refused'],
    [4_000, 'taken'],
    [undefined, 'taken'],
  ])('of %s is %s where only the whole can be captured', async (amount, what) => {
    const { asked, psp } = answering(ok(4_000));
    const { ports } = await oneCharge({ psp, capabilities: { capture: { manual: true, partial: false } } });
    const asking = operateCharge(ports, 'capture', {
      charge: 'ch_1',
      ...defined({ amount }),
    });
    expect(await refusalOf(asking)).toEqual(
      what === 'taken'
        ? 'not refused'
        : {
            code: 'charge_operation_refused',
            message: 'amount: stripe, which holds charge ch_1, captures only the whole amount.',
            param: 'amount',
            decline_code: 'not_supported',
          },
    );
    expect(asked).toHaveLength(what === 'taken' ? 1 : 0);
  });

  test('of an unknown charge is refused', async () => {
    const { ports } = await oneCharge();
    expect(await refusalOf(operateCharge(ports, 'capture', { charge: 'ch_2' }))).toEqual(noCharge('charge'));
  });

  test('under a key is answered once, and the same again', async () => {
    const { asked, psp } = answering(ok(4_000));
    const { ports } = await oneCharge({ psp });
    const ask = (hash = 'h') =>
      operateCharge(ports, 'capture', { charge: 'ch_1', idempotency: { ...key(), hash } });
    const first = await ask();
    expect(first).toMatchObject({ first: true, replay: { status: 200 } });
    expect(await ask()).toEqual({ ...first, first: false });
    expect(asked).toHaveLength(1);
    expect(await refusalOf(ask('other'))).toEqual({
      code: 'idempotency_key_reused',
      message:
        'This Idempotency-Key was already used for a different request. Use a new key for a new request.',
    });
  });

  test('of unknown outcome stays open, and is answered so under its key', async () => {
    const { psp } = answering();
    const { ports, charge } = await oneCharge({ psp });
    const answer = await operateCharge(ports, 'capture', { charge: 'ch_1', idempotency: key() });
    expect(answer).toMatchObject({ first: true, replay: { status: 200 } });
    expect(await charge()).toMatchObject({ status: 'capturing', capture: { status: 'open' } });
  });

  test("is accepted under the PSP's id", async () => {
    const { psp } = answering({ outcome: 'pending', psp_reference: 'cap_1' });
    const { ports, charge } = await oneCharge({ psp });
    await operateCharge(ports, 'capture', { charge: 'ch_1' });
    expect((await charge()).capture).toMatchObject({ status: 'accepted', psp_reference: 'cap_1' });
  });

  test('is not known to be done if the PSP does not state its amount', async () => {
    const { psp } = answering({ outcome: 'succeeded' });
    const { ports, charge } = await oneCharge({ psp });
    await operateCharge(ports, 'capture', { charge: 'ch_1' });
    expect(await charge()).toMatchObject({ status: 'capturing', amount_captured: 0 });
  });

  test("refused for the charge's state makes us look at what somebody else has done", async () => {
    const looks: LookUpResult = { outcome: 'canceled', psp_reference: 'pi_1', hold: 'voided' };
    const { psp } = answering(no);
    const { ports, charge } = await oneCharge({ psp: { ...psp, lookUp: async () => looks } });
    await operateCharge(ports, 'capture', { charge: 'ch_1' });
    expect(await charge()).toMatchObject({
      status: 'canceled',
      external: true,
      capture: { status: 'failed', failure: { reason: 'invalid_request', code: 'no' } },
    });
    const declining = answering({ outcome: 'failed', reason: 'do_not_honor' });
    const other = await oneCharge({ psp: { ...declining.psp, lookUp: async () => looks } });
    await operateCharge(other.ports, 'capture', { charge: 'ch_1' });
    expect(await other.charge()).toMatchObject({
      status: 'authorized',
      capture: { status: 'failed', failure: { reason: 'do_not_honor' } },
    });
  });
});

describe('a first answer that says nothing', () => {
  const shown = (answer: LookUpResult): Scenario['psp'] => ({ lookUp: async () => answer });

  test('is settled by what the PSP shows', async () => {
    const { asked, psp } = answering();
    const { ports, charge } = await oneCharge({
      psp: { ...psp, ...shown({ outcome: 'captured', psp_reference: 'pi_1', amount_captured: 4_000 }) },
    });
    await operateCharge(ports, 'capture', { charge: 'ch_1' });
    expect(asked).toHaveLength(1);
    expect(await charge()).toMatchObject({ status: 'captured', amount_captured: 4_000 });
  });

  test.each<[string, Scenario['capabilities'], number]>([
    ['is asked for again under its key', {}, 2],
    ['is not asked for again without one', { idempotency: { kind: 'none', window_ms: 0 } }, 1],
  ])('%s if nothing is there', async (_, capabilities = {}, times) => {
    const { asked, psp } = answering({ outcome: 'unknown', doubt: 'timeout' }, ok(4_000));
    const { ports, charge } = await oneCharge({
      capabilities,
      psp: { ...psp, ...shown({ outcome: 'approved', psp_reference: 'pi_1' }) },
    });
    await operateCharge(ports, 'capture', { charge: 'ch_1' });
    expect(asked).toHaveLength(times);
    expect((await charge()).status).toBe(times === 2 ? 'captured' : 'capturing');
  });

  test('stays open if the second one only says that it was not sent', async () => {
    const { psp } = answering(
      { outcome: 'unknown', doubt: 'timeout' },
      { outcome: 'failed', reason: 'not_sent' },
    );
    const { ports, charge } = await oneCharge({ psp });
    await operateCharge(ports, 'capture', { charge: 'ch_1' });
    expect((await charge()).status).toBe('capturing');
  });
});

describe('a requested refund', () => {
  const refund = (scenario: Scenario, amount?: number, changes: object = {}) =>
    oneCharge({ charge: captured(), session: paid, ...scenario }).then((one) => ({
      ...one,
      ask: () =>
        refundCharge(one.ports, {
          id: 're_1',
          charge: 'ch_1',
          metadata: { order: '7' },
          ...defined({ amount }),
          ...changes,
        }),
    }));

  test('is reserved, sent and reported', async () => {
    const { asked, psp } = answering(ok(1_000));
    const { ask, charge, logs } = await refund({ psp }, 1_000, { reason: 'duplicate' });
    await ask();
    expect(await charge()).toMatchObject({
      amount_refundable: 3_000,
      refunds: {
        re_1: {
          amount: 1_000,
          status: 'succeeded',
          psp_reference: 'op_1',
          reason: 'duplicate',
          metadata: { order: '7' },
          created: start / 1_000,
          sent: start,
        },
      },
    });
    expect(asked).toMatchObject([
      {
        kind: 'refund',
        sent: { id: 're_1', amount: 1_000, started: start, sent: start },
      },
    ]);
    expect(logs).toMatchObject([{ event: 'refund', operation: 're_1', outcome: 'succeeded' }]);
  });

  test('is for everything left if no amount is given', async () => {
    const { asked, psp } = answering(ok(4_000));
    const { ask } = await refund({ psp });
    await ask();
    expect(asked).toMatchObject([{ sent: { amount: 4_000 } }]);
  });

  test.each<[string, Scenario, number | undefined, object]>([
    [
      'of more than is left',
      {},
      4_001,
      {
        code: 'refund_amount_too_large',
        message: 'amount: expected at most 4000, which is left of charge ch_1, received 4001.',
        param: 'amount',
      },
    ],
    [
      'of what is refunded already',
      {
        charge: {
          ...captured(),
          amount_refundable: 0,
          amount_refundable_disputed: 0,
          refunds: { re_0: sampleRefund('re_0', 4_000, { status: 'succeeded' }) },
        },
      },
      undefined,
      { code: 'charge_already_refunded', message: 'Charge ch_1 has been refunded in full.', param: 'charge' },
    ],
    [
      'after a hundred others',
      {
        charge: {
          ...captured(),
          refunds: Object.fromEntries(
            Array.from({ length: 100 }, (_, n) => [
              `re_x${n}`,
              sampleRefund(`re_x${n}`, 1, { status: 'succeeded' }),
            ]),
          ),
        },
      },
      1,
      {
        code: 'too_many_refunds',
        message: 'Charge ch_1 has 100 refunds, the most a charge can have.',
        param: 'charge',
      },
    ],
    [
      'after others with long metadata',
      { charge: { ...captured(), refund_bytes: maxRefundBytes } },
      1,
      {
        code: 'too_many_refunds',
        message: 'Charge ch_1 has 0 refunds, and their metadata leaves no space for one with this metadata.',
        param: 'charge',
      },
    ],
  ])('%s is refused', async (_, scenario, amount, error) => {
    const { asked, psp } = answering();
    const { ask } = await refund({ ...scenario, psp }, amount);
    expect(await refusalOf(ask())).toEqual(error);
    expect(asked).toEqual([]);
  });

  describe('of a disputed charge', () => {
    const disputed = (open: number, lost = 0): Scenario => ({
      charge: {
        ...captured(),
        amount_refundable: 4_000 - open - lost,
        amount_refundable_disputed: 4_000 - lost,
        disputes: {
          ...(open > 0 && { dp_1: sampleDispute('dp_1', { amount: open }) }),
          ...(lost > 0 && { dp_2: sampleDispute('dp_2', { amount: lost, status: 'lost' }) }),
        },
      },
    });
    const over = { allow_disputed: true };

    test.each<[string, Scenario, number | undefined, object, string, string]>([
      ['wholly, of all that is left', disputed(4_000), undefined, {}, 'charge_disputed', 'disputed'],
      ['wholly, of a part', disputed(4_000), 1, {}, 'charge_disputed', 'disputed'],
      ['in part, of more than the rest', disputed(1_500), 2_501, {}, 'charge_disputed', 'at most 2500'],
      [
        'in part, of more than was taken',
        disputed(1_500),
        4_001,
        {},
        'refund_amount_too_large',
        'at most 2500',
      ],
      [
        'with allow_disputed, of more',
        disputed(1_500),
        4_001,
        over,
        'refund_amount_too_large',
        'at most 4000',
      ],
      ['lost', disputed(0, 4_000), undefined, {}, 'charge_already_refunded', 'lost in a dispute'],
      [
        'lost, with allow_disputed',
        disputed(0, 4_000),
        1,
        over,
        'charge_already_refunded',
        'lost in a dispute',
      ],
      [
        'lost in part, with allow_disputed',
        disputed(0, 1_500),
        2_501,
        over,
        'refund_amount_too_large',
        '2500',
      ],
    ])('%s is refused', async (_, scenario, amount, changes, code, words) => {
      const { asked, psp } = answering();
      const { ask, charge } = await refund({ ...scenario, psp }, amount, changes);
      expect(await refusalOf(ask())).toMatchObject({ code, message: expect.stringContaining(words) });
      expect(asked).toEqual([]);
      expect((await charge()).refunds).toEqual({});
    });

    test.each<[string, number | undefined, object, number, number, number]>([
      ['up to what is not disputed', 2_500, {}, 2_500, 0, 1_500],
      ['all that is not disputed, if no amount is said', undefined, {}, 2_500, 0, 1_500],
      ['with allow_disputed, more', 3_000, over, 3_000, -500, 1_000],
      ['with allow_disputed, all of it, if no amount is said', undefined, over, 4_000, -1_500, 0],
      ['with allow_disputed: false, as without it', 2_500, { allow_disputed: false }, 2_500, 0, 1_500],
    ])('%s is sent', async (_, amount, changes, sent, refundable, refundable_disputed) => {
      const { asked, psp } = answering(ok(sent));
      const { ask, charge, logs } = await refund({ ...disputed(1_500), psp }, amount, changes);
      await ask();
      expect(asked).toMatchObject([{ kind: 'refund', sent: { amount: sent } }]);
      expect(await charge()).toMatchObject({
        amount_refundable: refundable,
        amount_refundable_disputed: refundable_disputed,
        refunds: { re_1: { status: 'succeeded', amount: sent } },
      });
      expect(logs.map(({ event }) => event)).toEqual(['refund']);
    });

    test('that fails gives back to both', async () => {
      const { psp } = answering({ outcome: 'failed', reason: 'card_closed' });
      const { ask, charge } = await refund({ ...disputed(4_000), psp }, 4_000, over);
      await ask();
      expect(await charge()).toMatchObject({ amount_refundable: 0, amount_refundable_disputed: 4_000 });
    });
  });

  test('is given up after eight tries if others are always first, with longer and longer pauses', async () => {
    const { ports, store, charge } = await oneCharge({ charge: captured(), session: paid });
    const pauses: number[] = [];
    let tries = 0;
    const reserveRefund = async () => {
      tries += 1;
      return { ok: false as const, charge: await charge() };
    };
    const busy = {
      ...ports,
      clock: { ...ports.clock, sleep: async (ms: number) => void pauses.push(ms) },
      store: { ...store, reserveRefund },
    };
    const call = refundCharge(busy, { id: 're_1', charge: 'ch_1', amount: 1_000, metadata: {} });
    expect(await refusalOf(call)).toEqual({
      code: 'storage_unavailable',
      message: 'Another refund of this charge is in progress. Try again.',
      retry_after: 1,
    });
    expect(tries).toBe(8);
    expect(pauses).toEqual([40, 80, 160, 320, 640, 1_280]);
  });

  test('of a different amount than requested is not believed', async () => {
    const { psp } = answering(ok(999));
    const { ask, charge, logs } = await refund({ psp }, 1_000);
    await ask();
    expect((await charge()).refunds.re_1?.status).toBe('pending');
    expect(logs).toContainEqual({
      event: 'refund_amount_mismatch',
      charge: 'ch_1',
      refund: 're_1',
      psp: 'stripe',
    });
  });

  test('gives its amount back if the PSP refuses', async () => {
    const { psp } = answering({ outcome: 'failed', reason: 'card_closed' });
    const { ask, charge } = await refund({ psp }, 1_000);
    await ask();
    expect(await charge()).toMatchObject({
      amount_refundable: 4_000,
      refunds: { re_1: { status: 'failed', failure_reason: 'card_closed' } },
    });
  });

  test.each([
    [4_000, { code: 'charge_already_refunded' }],
    [3_500, { code: 'refund_amount_too_large', message: expect.stringContaining('at most 500') }],
  ])(
    'that is refused because %i were given back elsewhere is answered with what is left',
    async (elsewhere, error) => {
      const { psp } = answering(no);
      const fact = { psp_reference: 'r_9', amount: elsewhere, status: 'succeeded' } as const;
      const { ask, charge } = await refund(
        {
          psp: {
            ...psp,
            lookUp: async () => ({
              outcome: 'captured',
              psp_reference: 'pi_1',
              amount_captured: 4_000,
              amount_refunded: elsewhere,
            }),
            lookUpRefunds: async () => ({ outcome: 'found', complete: true, refunds: [fact] }),
          },
        },
        1_000,
      );
      const answered = await ask();
      expect((await charge()).amount_refundable).toBe(4_000 - elsewhere);
      expect((await charge()).refunds.re_1?.status).toBe('failed');
      expect(answered).toMatchObject({ error });
    },
  );

  test('under a key is answered once, and the same again', async () => {
    const { asked, psp } = answering(ok(1_000));
    const { ask } = await refund({ psp }, 1_000, { idempotency: key() });
    const first = await ask();
    expect(first).toMatchObject({ first: true, replay: { status: 200 } });
    expect(await ask()).toEqual({ ...first, first: false });
    expect(asked).toHaveLength(1);
  });
});

describe('a person who decides', () => {
  const decide = async (
    charge: Partial<Charge>,
    command: Partial<DecideCommand> & Pick<DecideCommand, 'outcome'>,
  ) => {
    const one = await oneCharge({ charge: { recover_at: 253_402_214_400_000, ...charge } });
    const ask = (changes: Partial<DecideCommand> = {}) =>
      decideCharge(one.ports, {
        charge: 'ch_1',
        note: 'Seen.',
        by: 'key',
        revision: 1,
        ...command,
        ...changes,
      });
    return { ...one, ask };
  };
  const waiting = { capture: operation() };
  const undecided: Partial<Charge> = { outcome: null, needs_review: true };

  test('is reported and kept, with the reason and without an amount that was not given', async () => {
    const { ask, charge, logs, first } = await decide(waiting, { outcome: 'captured' });
    await ask();
    expect(await charge()).toMatchObject({ status: 'captured', presumed: true, amount_captured: 4_000 });
    expect((await charge()).decisions).toEqual([
      { operation: 'cp_1', outcome: 'captured', note: 'Seen.', by: 'key', at: start / 1_000 },
    ]);
    expect(logs).toContainEqual({
      event: 'decided_by_person',
      charge: 'ch_1',
      session: first.session,
      psp: 'stripe',
      kind: 'capture',
      operation: 'cp_1',
      outcome: 'captured',
      by: 'key',
    });
  });

  test.each([1_500, 4_000])('says how much was captured: %i', async (amount) => {
    const { ask, charge } = await decide(waiting, {
      outcome: 'succeeded',
      amount,
      psp_reference: 'cap_7',
    });
    await ask();
    expect(await charge()).toMatchObject({
      amount_captured: amount,
      capture: { psp_reference: 'cap_7' },
      decisions: [{ amount }],
    });
  });

  test.each<[string, Partial<Charge>, Partial<DecideCommand> & Pick<DecideCommand, 'outcome'>, object]>([
    [
      'on what has moved since',
      waiting,
      { outcome: 'captured', revision: 7 },
      {
        code: 'version_conflict',
        message: 'revision: the charge is at 1, and this was decided on 7. Read it again.',
        param: 'revision',
      },
    ],
    [
      'what cannot be said of it',
      waiting,
      { outcome: 'canceled' },
      {
        code: 'parameter_invalid',
        message:
          'outcome: expected one of captured, succeeded, failed, absent for a capture, received canceled.',
        param: 'outcome',
      },
    ],
    [
      'more than was asked for',
      waiting,
      { outcome: 'captured', amount: 4_001 },
      {
        code: 'parameter_invalid',
        message: 'amount: expected at most 4000, received 4001.',
        param: 'amount',
      },
    ],
    [
      'about something else',
      waiting,
      { outcome: 'captured', operation: 'cp_9' },
      {
        code: 'parameter_invalid',
        message: 'operation: expected one that needs review (cp_1).',
        param: 'operation',
      },
    ],
    [
      'about one of two without saying which',
      { ...waiting, cancel: operation({ id: 'cn_1' }) },
      { outcome: 'failed' },
      {
        code: 'parameter_invalid',
        message: 'operation: expected one that needs review (cp_1, cn_1).',
        param: 'operation',
      },
    ],
    [
      'where nothing waits',
      {},
      { outcome: 'failed' },
      {
        code: 'charge_not_decidable',
        message: 'Charge ch_1 is authorized, and nothing on it waits for a person.',
        param: 'id',
      },
    ],
    [
      'that an attempt took money without what the PSP calls it',
      { ...undecided, psp_reference: undefined as never },
      { outcome: 'captured' },
      {
        code: 'parameter_missing',
        message: "psp_reference: expected the payment provider's id for it.",
        param: 'psp_reference',
      },
    ],
    [
      'more than the attempt was for',
      undecided,
      { outcome: 'captured', amount: 4_001 },
      {
        code: 'parameter_invalid',
        message: 'amount: expected at most 4000, received 4001.',
        param: 'amount',
      },
    ],
  ])('%s is refused', async (_, charge, command, error) => {
    const { ask, charge: current, first } = await decide(charge, command);
    expect(await refusalOf(ask())).toEqual(error);
    expect(await current()).toEqual(first);
  });

  test("that an attempt took money has to give the PSP's id, unless it is known", async () => {
    const { ask, charge } = await decide(undecided, { outcome: 'succeeded' });
    await ask();
    expect(await charge()).toMatchObject({ status: 'authorized', presumed: true, psp_reference: 'pi_1' });
    const named = await decide(undecided, { outcome: 'captured', amount: 100, psp_reference: 'pi_7' });
    await named.ask();
    expect(await named.charge()).toMatchObject({ amount_captured: 100, psp_reference: 'pi_7' });
  });

  test.each([
    ['canceled', 'canceled'],
    ['failed', 'absent'],
    ['absent', 'absent'],
  ] as const)('that an attempt is %s ends it', async (outcome, after) => {
    const { ask, charge } = await decide(undecided, { outcome });
    await ask();
    expect(await charge()).toMatchObject({ status: 'failed', outcome: after });
  });

  test.each([
    ['succeeded', 'succeeded', 3_000, 'r_7'],
    ['failed', 'failed', 4_000, undefined],
  ] as const)('that a refund %s ends it', async (outcome, status, amount_refundable, psp_reference) => {
    const open = {
      ...captured(),
      amount_refundable: 3_000,
      amount_refundable_disputed: 3_000,
      refunds: { re_1: sampleRefund('re_1', 1_000, { needs_review: true }) },
    };
    const { ask, charge } = await decide(open, { outcome, psp_reference: 'r_7' });
    await ask();
    const { re_1 } = (await charge()).refunds;
    expect(await charge()).toMatchObject({ amount_refundable });
    expect(re_1).toMatchObject({ status, ...(psp_reference ? { psp_reference } : {}) });
    if (!psp_reference) expect(re_1).not.toHaveProperty('psp_reference');
    // Nothing is open; of one that was called failed the PSP is asked again.
    expect(openThings(await charge())).toEqual([]);
    expect((await charge()).recover_shard).toBe(status === 'failed' ? -1 : undefined);
  });

  test.each([
    ['succeeded', 'done', 'cancel'],
    ['canceled', 'done', 'cancel'],
    ['failed', 'open', 'refund'],
  ] as const)('that a reversal is %s leaves it %s', async (outcome, status, by) => {
    const reversal = {
      id: 'rv_1',
      by: 'cancel',
      amount: 4_000,
      status: 'sent',
      started: 1,
      needs_review: true,
    } as const;
    const { ask, charge } = await decide({ outcome: 'absent', reversal }, { outcome });
    await ask();
    expect((await charge()).reversal).toMatchObject({ status, by });
  });

  test('under a key is answered once, and the same again', async () => {
    const { ask, charge } = await decide(waiting, { outcome: 'failed', idempotency: key() });
    const first = await ask();
    expect(first).toMatchObject({ first: true, replay: { status: 200 } });
    expect(await ask()).toEqual({ ...first, first: false });
    expect((await charge()).decisions).toHaveLength(1);
    expect(await refusalOf(ask({ idempotency: { ...key(), hash: 'other' } }))).toMatchObject({
      code: 'idempotency_key_reused',
    });
  });
});

describe('keys', () => {
  const begun = {
    capture: operation(),
    decisions: [
      { operation: 'cp_1', outcome: 'failed', note: '', by: 'key', at: 1, remembered: key() },
    ] as const,
  };
  const decide = (one: Awaited<ReturnType<typeof oneCharge>>, hash = 'h') =>
    decideCharge(one.ports, {
      charge: 'ch_1',
      outcome: 'failed',
      note: '',
      by: 'key',
      revision: 1,
      idempotency: { ...key(), hash },
    });

  test('of a decision already begun continue only for the same request', async () => {
    const same = await oneCharge({ charge: begun });
    expect(await decide(same)).toMatchObject({ first: true });
    expect((await same.charge()).capture?.status).toBe('failed');
    const other = await oneCharge({ charge: begun });
    expect(await refusalOf(decide(other, 'other'))).toMatchObject({ code: 'idempotency_key_reused' });
    expect((await other.charge()).capture?.status).toBe('open');
    const elsewhere = await oneCharge({
      charge: { ...begun, decisions: [{ ...begun.decisions[0], operation: 'cp_0' }] },
    });
    expect(await decide(elsewhere)).toMatchObject({ first: true });
    expect((await elsewhere.charge()).capture?.status).toBe('open');
  });
});

describe('an answer that is overtaken', () => {
  test('that our request came to nothing counts for nothing once another was sent', async () => {
    const overtaken = async (sent: number) => {
      const one = await oneCharge();
      one.answers({
        capture: async () => {
          const { capture, ...charge } = await one.charge();
          const next = { ...charge, ...(capture ? { capture: { ...capture, sent } } : {}) };
          const item = { ...next, rev: charge.rev + 1, write: 'other' };
          await one.store.commit([{ table: 'charges', item, expects: charge.rev }]);
          return { outcome: 'failed', reason: 'not_sent' };
        },
      });
      await operateCharge(one.ports, 'capture', { charge: 'ch_1' });
      return (await one.charge()).capture?.status;
    };
    expect(await overtaken(start + 1)).toBe('open');
    expect(await overtaken(start)).toBe('failed');
  });
});

const goneMessage =
  'gone, which holds charge ch_1, is no longer configured, so nothing was asked of it. Configure it again first.';

describe('a charge at an account that is configured no more', () => {
  const key = { key: 'k', hash: 'h', view: 'full' } as const;

  test.each([
    ['capture', 'charge_not_capturable'],
    ['cancel', 'charge_not_cancelable'],
  ] as const)('refuses a %s, records nothing, and keeps the key free', async (kind, code) => {
    const { asked, psp } = answering(ok(4_000));
    const { ports, charge, first, logs } = await oneCharge({ psp, charge: { psp: 'gone' } });
    const ask = (with_: typeof ports) =>
      operateCharge(with_, kind, { charge: 'ch_1', idempotency: key }).then(
        () => 'done',
        (error) => error,
      );
    for (let n = 0; n < 2; n++) {
      const refused = await ask(ports);
      expect(refused).toMatchObject({ code, message: goneMessage, details: { param: 'charge' } });
      expect(refused.details).not.toHaveProperty('retry_after');
    }
    expect([await charge(), asked, logs]).toEqual([first, [], []]);
    const again = { ...ports, psps: { ...ports.psps, connect: () => ports.psps.connect('stripe') } };
    expect(await ask(again)).toBe('done');
    expect(asked).toHaveLength(1);
  });

  test('that is captured already says that first', async () => {
    const captured = { outcome: 'captured', amount_captured: 4_000, amount_refundable: 4_000 } as const;
    const { ports } = await oneCharge({
      charge: { psp: 'gone', ...captured, amount_refundable_disputed: 4_000 },
    });
    const refused = await refusalOf(operateCharge(ports, 'capture', { charge: 'ch_1' }));
    expect(refused).toMatchObject({ message: expect.stringMatching(/^Charge ch_1 is captured/) });
  });

  test.each([[undefined], [1_000]])(
    'refuses a refund of %s, records nothing, and keeps the key free',
    async (amount) => {
      const { asked, psp } = answering(ok(amount ?? 4_000));
      const { ports, charge, first, logs } = await oneCharge({
        psp,
        charge: {
          psp: 'gone',
          outcome: 'captured',
          capture_method: 'automatic',
          amount_captured: 4_000,
          amount_refundable: 4_000,
          amount_refundable_disputed: 4_000,
        },
        session: { payment_status: 'paid' },
      });
      const command = { id: 're_1', charge: 'ch_1', metadata: {}, ...defined({ amount }) };
      const keyed = { ...command, id: 're_2', idempotency: key };
      for (const each of [command, keyed, keyed])
        expect(await refusalOf(refundCharge(ports, each))).toEqual({
          code: 'charge_not_refundable',
          message: goneMessage,
          param: 'charge',
        });
      expect([await charge(), asked, logs]).toEqual([first, [], []]);
      const [account] = ports.psps.accounts;
      if (!account) throw new Error('there is no account');
      const psps = {
        accounts: [{ ...account, id: 'gone' }],
        connect: () => ports.psps.connect('stripe'),
      };
      const back = await refundCharge({ ...ports, psps }, keyed);
      expect(back).toMatchObject({ first: true, replay: { status: 200 } });
      expect((await charge()).refunds).toMatchObject({ re_2: { status: 'succeeded' } });
    },
  );

  test.each(['requires_action', null] as const)(
    'whose outcome is %s keeps its session from ending',
    async (outcome) => {
      const { ports, charge, first, session } = await oneCharge({
        charge: { psp: 'gone', outcome, capture_method: 'automatic', started: start - 600_000 },
        session: { payment_status: outcome ?? 'processing' },
      });
      const before = await session();
      const refused = await expireSession(ports, { session: first.session }).catch((error) => error);
      expect(refused).toMatchObject({
        code: 'payment_in_progress',
        message: goneMessage,
        details: { param: 'id' },
      });
      expect(refused.details).not.toHaveProperty('retry_after');
      expect([await charge(), await session()]).toEqual([first, before]);
    },
  );

  test('refuses its webhooks, which its PSP therefore sends again', async () => {
    const { read, charge, first } = await oneCharge({ charge: { psp: 'gone' } });
    const events = [{ id: 'evt_1', reference: 'ch_1', claim: { about: 'nothing_of_ours' } }] as const;
    expect(await refusalOf(read({ ok: true, events }, 'gone'))).toEqual({
      code: 'resource_missing',
      message: 'No payment provider account gone is configured.',
      param: 'psp',
    });
    expect(await charge()).toEqual(first);
  });
});

describe('a refresh', () => {
  test('of a charge at a PSP that cannot be asked, or is gone, is refused', async () => {
    const { ports } = await oneCharge();
    expect(await refusalOf(refreshCharge(ports, { charge: 'ch_1' }))).toEqual({
      code: 'charge_not_refreshable',
      message: 'stripe cannot be asked about a payment: its webhooks report it.',
      param: 'id',
    });
    const gone = await oneCharge({ charge: { psp: 'gone' } });
    expect(await refusalOf(refreshCharge(gone.ports, { charge: 'ch_1' }))).toEqual({
      code: 'charge_not_refreshable',
      message: goneMessage,
      param: 'id',
    });
    expect(await refusalOf(refreshCharge(ports, { charge: 'ch_2' }))).toEqual(noCharge('id'));
  });

  test('takes over what the PSP shows, and answers the same under its key', async () => {
    const { ports, charge, answers } = await oneCharge({
      psp: { lookUp: async () => ({ outcome: 'canceled', psp_reference: 'pi_1', hold: 'expired' }) },
    });
    const first = await refreshCharge(ports, { charge: 'ch_1', idempotency: key() });
    expect(await charge()).toMatchObject({ status: 'canceled', hold: 'expired' });
    answers({ lookUp: async () => ({ outcome: 'unknown', doubt: 'timeout' }) });
    expect(first).toMatchObject({ first: true });
    expect(await refreshCharge(ports, { charge: 'ch_1', idempotency: key() })).toEqual({
      ...first,
      first: false,
    });
    expect((await charge()).refreshed).toEqual([
      { ...key(), answer: 'replay' in first ? first.replay : undefined },
    ]);
  });

  test('of refunds asks for the list only if it may say something new', async () => {
    let lists = 0;
    const asks = async (charge: Partial<Charge>, amount_refunded?: number) => {
      lists = 0;
      const { ports } = await oneCharge({
        charge,
        session: paid,
        psp: {
          lookUp: async () => ({
            outcome: 'captured',
            psp_reference: 'pi_1',
            amount_captured: 4_000,
            ...defined({ amount_refunded }),
          }),
          lookUpRefunds: async () => {
            lists += 1;
            return { outcome: 'unknown', doubt: 'timeout' };
          },
        },
      });
      await refreshCharge(ports, { charge: 'ch_1' });
      return lists;
    };
    const refunded = (status: 'pending' | 'succeeded' | 'failed'): Partial<Charge> => ({
      ...captured(),
      ...(status === 'failed' ? {} : { amount_refundable: 3_000, amount_refundable_disputed: 3_000 }),
      refunds: { re_1: sampleRefund('re_1', 1_000, { status }) },
    });
    expect(await asks(captured())).toBe(0);
    expect(await asks(captured(), 0)).toBe(0);
    expect(await asks(captured(), 1)).toBe(1);
    expect(await asks(refunded('pending'))).toBe(1);
    expect(await asks(refunded('succeeded'))).toBe(0);
    expect(await asks(refunded('succeeded'), 1_000)).toBe(0);
    expect(await asks(refunded('succeeded'), 0)).toBe(1);
    expect(await asks(refunded('failed'), 0)).toBe(0);
    expect(await asks(refunded('failed'), 1_000)).toBe(1);
  });
});

describe('a session that is ended', () => {
  const open = { charge: null, payment_status: 'unpaid', attempts: [] } as const;
  const session = 'cs_00000000000000000000000000';
  const inProgress = {
    code: 'payment_in_progress',
    message:
      'A payment of this session is in progress; its outcome is not known yet. Read the session to see its status.',
    retry_after: 5,
  };
  const away: Scenario = {
    charge: { outcome: 'requires_action' },
    session: { payment_status: 'requires_action' },
  };
  const inFlight = (started: number): Scenario => ({
    charge: { outcome: null, started },
    session: { payment_status: 'processing' },
  });

  test('is over at once, and its answer is kept under the key', async () => {
    const { ports, session: current } = await oneCharge({ session: open });
    const first = await expireSession(ports, { session, idempotency: key() });
    expect(first).toMatchObject({ first: true, replay: { status: 200 } });
    expect(await current()).toMatchObject({
      expired_at: start / 1_000,
      confirmations: [{ ...key(), answer: 'replay' in first ? first.replay : undefined }],
    });
    expect(await expireSession(ports, { session, idempotency: key() })).toEqual({ ...first, first: false });
    expect(await expireSession(ports, { session, idempotency: key('other') })).toMatchObject({ first: true });
    expect((await current())?.confirmations.map((known: Remembered) => known.key)).toEqual(['k', 'other']);
  });

  test('names who ended it, unless its time was over', async () => {
    const ended = async (expires_at: number) => {
      const { ports, session: current } = await oneCharge({ session: { ...open, expires_at } });
      await expireSession(ports, { session, by: 'key_1' });
      return (await current())?.expired_by;
    };
    expect(await ended(start / 1_000 + 60)).toBe('key_1');
    expect(await ended(start / 1_000 - 60)).toBeUndefined();
  });

  test('is read again if its function slept until its time was over: it may be paid', async () => {
    const expires_at = start / 1_000 + 60;
    const { ports, store, pass, session: current } = await oneCharge({ session: { ...open, expires_at } });
    const asleep = {
      ...ports,
      store: {
        ...store,
        session: async (id: string) => {
          const read = await store.session(id);
          if (read?.rev !== 1) return read;
          const payment = { ...read, rev: 2, write: 'of_a_confirm', payment_status: 'paid' } as const;
          await store.commit([{ table: 'sessions', item: payment, expects: 1 }]);
          pass(600_000);
          return read;
        },
      },
    };
    expect(await refusalOf(expireSession(asleep, { session }))).toMatchObject({
      code: 'session_already_complete',
    });
    expect(await current()).not.toHaveProperty('expired_at');
  });

  test('keeps no answer beyond twenty keys, and is ended all the same', async () => {
    const confirmations = Array.from({ length: 20 }, (_, n) => ({
      ...key(`k${n}`),
      answer: { status: 200, body: '' },
    }));
    const { ports, session: current } = await oneCharge({ session: { ...open, confirmations } });
    expect(await expireSession(ports, { session, idempotency: key() })).toEqual({ session: await current() });
    expect(await current()).toMatchObject({ expired_at: start / 1_000, confirmations });
  });

  test.each(['paid', 'authorized', 'canceled'] as const)('cannot be %s', async (payment_status) => {
    const { ports, session: current } = await oneCharge({ session: { payment_status } });
    expect(await refusalOf(expireSession(ports, { session }))).toEqual({
      code: 'session_already_complete',
      message: `The session is ${payment_status}. Only an open session can be ended.`,
      param: 'id',
    });
    expect(await current()).not.toHaveProperty('expired_at');
  });

  test('has to be known', async () => {
    const { ports } = await oneCharge();
    expect(await refusalOf(expireSession(ports, { session: 'cs_2' }))).toEqual({
      code: 'resource_missing',
      message: 'No checkout session cs_2.',
      param: 'id',
    });
  });

  test('ends the attempt that waits for its customer, if only we can complete it', async () => {
    const {
      ports,
      charge,
      session: current,
    } = await oneCharge({
      ...away,
      capabilities: { completes_authentication: true },
    });
    await expireSession(ports, { session });
    expect(await charge()).toMatchObject({ status: 'failed', outcome: 'canceled' });
    expect(await current()).toMatchObject({ payment_status: 'unpaid', expired_at: start / 1_000 });
  });

  test.each<[string, Scenario]>([
    [
      'whose cancel by reference tells later: it is not sent',
      {
        ...away,
        charge: { outcome: 'requires_action', started: start - 86_400_000 },
        capabilities: { cancel_by_reference: { result: 'webhook' } },
        psp: { cancelByReference: async () => Promise.reject(new Error('sent')) },
      },
    ],
    ['that cannot be canceled by reference', { ...away, capabilities: { cancel_by_reference: null } }],
    [
      'whose cancel by reference does not tell',
      {
        ...away,
        capabilities: { cancel_by_reference: { result: 'synchronous' } },
        psp: { cancelByReference: async () => ({ outcome: 'unknown', doubt: 'timeout' }) },
      },
    ],
    ['whose confirm may still run', inFlight(start - 59_999)],
  ])('is not, with an attempt %s', async (_, scenario) => {
    const { ports, session: current } = await oneCharge({
      ...scenario,
      capabilities: { completes_authentication: undefined as never, ...scenario.capabilities },
    });
    expect(await refusalOf(expireSession(ports, { session }))).toEqual(inProgress);
    expect(await current()).not.toHaveProperty('expired_at');
  });

  test.each<[string, Scenario]>([
    ['that waits for its customer', away],
    ['whose confirm has ended', inFlight(start - 60_000)],
  ])('ends an attempt %s', async (_, scenario) => {
    const {
      ports,
      charge,
      session: current,
    } = await oneCharge({
      ...scenario,
      capabilities: {
        completes_authentication: undefined as never,
        cancel_by_reference: { result: 'synchronous' },
      },
      psp: { cancelByReference: async () => ({ outcome: 'canceled', psp_reference: 'pi_1' }) },
    });
    await expireSession(ports, { session });
    expect(await charge()).toMatchObject({ status: 'failed', outcome: 'canceled' });
    expect(await current()).toMatchObject({ payment_status: 'unpaid', expired_at: start / 1_000 });
  });

  test('whose cancel by reference finds the money taken is paid, and not ended', async () => {
    const { ports, session: current } = await oneCharge({
      ...away,
      capabilities: {
        completes_authentication: undefined as never,
        cancel_by_reference: { result: 'synchronous' },
      },
      psp: {
        cancelByReference: async () => ({
          outcome: 'captured',
          psp_reference: 'pi_1',
          amount_captured: 4_000,
        }),
      },
    });
    expect(await refusalOf(expireSession(ports, { session }))).toMatchObject({
      code: 'session_already_complete',
    });
    expect(await current()).toMatchObject({ payment_status: 'paid' });
  });
});
