import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { deriveCounts } from '../../../lib/domain-events/derive-counts.ts';
import { deriveMovements } from '../../../lib/domain-events/derive-movements.ts';
import { movementsOf } from '../../../lib/domain-events/movements-of.ts';
import type { Charge, Dispute, Refund, Reversal } from '../../../lib/types/charge.ts';
import type { MovementType } from '../../../lib/types/movement.ts';
import { sampleCharge, sampleDispute, sampleRefund } from '../../contract/sample-records.ts';

const at = 1_763_630_000_000;
const none = { amount_captured: 0, refunds: {}, disputes: {} } as const;

const moved = (before: Partial<Charge> | undefined, after: Partial<Charge>) =>
  movementsOf({
    at,
    before: before && sampleCharge('ch_1', { rev: 4, ...none, ...before }),
    after: sampleCharge('ch_1', { rev: 5, ...none, ...after }),
  });

const reversal = (parts: Reversal['parts']): Pick<Charge, 'reversal'> => ({
  reversal: { id: 'rv_1', by: 'refund', amount: 4000, status: 'open', started: at, ...(parts && { parts }) },
});
const refund = (status: Refund['status'], amount = 1500) => ({
  refunds: { re_1: sampleRefund('re_1', amount, { status, psp_reference: 're_at_psp' }) },
});
const dispute = (status: Dispute['status'], more: Partial<Dispute> = {}) => ({
  disputes: { dp_1: sampleDispute('dp_1', { amount: 900, status, ...more }) },
});
const inquiry = { stage: 'inquiry' } as const;
const later = { stage: 'arbitration' } as const;

describe('what moved', () => {
  test.each<[string, Partial<Charge> | undefined, Partial<Charge>, readonly (string | number)[][]]>([
    ['a payment', undefined, { amount_captured: 4000 }, [['capture', 4000, 'ch_1']]],
    ['a second part', { amount_captured: 1000 }, { amount_captured: 4000 }, [['capture', 3000, 'ch_1']]],
    ['a capture that failed', { amount_captured: 4000 }, {}, [['capture_failed', 4000, 'ch_1']]],
    ['a refund asked for', {}, refund('pending'), []],
    ['a refund', refund('pending'), refund('succeeded'), [['refund', 1500, 're_1']]],
    ['a refund made at the PSP', {}, refund('succeeded'), [['refund', 1500, 're_1']]],
    [
      'a refund that failed after all',
      refund('succeeded'),
      refund('failed'),
      [['refund_failed', 1500, 're_1']],
    ],
    ['a refund that never was', refund('pending'), refund('failed'), []],
    ['late money that came and went back', reversal({}), reversal({ x: 2500 }), []],
    ['a dispute', {}, dispute('open'), [['dispute', 900, 'dp_1']]],
    ['a dispute won', dispute('open'), dispute('won'), [['dispute_reversed', 900, 'dp_1']]],
    ['a dispute lost', dispute('open'), dispute('lost'), []],
    ['a dispute closed', dispute('open'), dispute('closed'), [['dispute_reversed', 900, 'dp_1']]],
    ['a dispute first reported as lost', {}, dispute('lost'), [['dispute', 900, 'dp_1']]],
    ['a dispute first reported as won', {}, dispute('won'), []],
    ['a dispute that grew', dispute('open', { amount: 400 }), dispute('open'), [['dispute', 500, 'dp_1']]],
    ['a dispute lost after all', dispute('won'), dispute('lost', later), [['dispute', 900, 'dp_1']]],
    ['a dispute won after all', dispute('lost'), dispute('won', later), [['dispute_reversed', 900, 'dp_1']]],
    ['an inquiry', {}, dispute('open', inquiry), []],
    ['an inquiry closed', dispute('open', inquiry), dispute('closed', inquiry), []],
    [
      'an inquiry that became a dispute',
      dispute('open', inquiry),
      dispute('open'),
      [['dispute', 900, 'dp_1']],
    ],
    ['nothing', { amount_captured: 4000 }, { amount_captured: 4000, needs_review: true }, []],
    [
      'money and its refund in one write',
      {},
      { amount_captured: 4000, ...refund('succeeded') },
      [
        ['capture', 4000, 'ch_1'],
        ['refund', 1500, 're_1'],
      ],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(
      moved(before, after).map(({ type, amount, charge, refund, dispute }) => [
        type,
        amount,
        refund ?? dispute ?? charge,
      ]),
    ).toEqual(expected);
  });

  test('says when, at which PSP and of which payment', () => {
    expect(moved(refund('pending'), refund('succeeded'))).toEqual([
      {
        id: expect.stringMatching(/^mov_[0-9a-z]{26}$/),
        type: 'refund',
        at,
        amount: 1500,
        currency: 'eur',
        psp: 'stripe',
        charge: 'ch_1',
        session: 'cs_00000000000000000000000000',
        refund: 're_1',
        dispute: null,
        psp_reference: 're_at_psp',
      },
    ]);
  });

  test('counts once: a write that changed no revision moves nothing', () => {
    const charge = sampleCharge('ch_1', { rev: 5 });
    expect(movementsOf({ at, before: { ...charge, amount_captured: 0 }, after: charge })).toEqual([]);
  });
});

/** A charge as it might be at any time: states of a story need not follow from each other for its sums to hold. */
const state = fc.record({
  amount_captured: fc.nat(5000),
  refunds: fc.dictionary(
    fc.constantFrom('re_1', 're_2', 're_3'),
    fc.constantFrom<Refund['status']>('pending', 'succeeded', 'failed'),
  ),
  disputes: fc.dictionary(
    fc.constantFrom('dp_1', 'dp_2'),
    fc.record({
      status: fc.constantFrom<Dispute['status']>('open', 'won', 'lost', 'closed'),
      stage: fc.constantFrom<Dispute['stage']>('inquiry', 'dispute', 'arbitration'),
      amount: fc.integer({ min: 1, max: 900 }),
    }),
  ),
});

type State = typeof state extends fc.Arbitrary<infer One> ? One : never;

/** A refund or a dispute stays once it is there. */
const remembering = (states: readonly State[]): readonly State[] => {
  let refunds: State['refunds'] = {};
  let disputes: State['disputes'] = {};
  return states.map((one) => {
    refunds = { ...refunds, ...one.refunds };
    disputes = { ...disputes, ...one.disputes };
    return { ...one, refunds, disputes };
  });
};

/** A refund keeps its amount. */
const amounts: Readonly<Record<string, number>> = { re_1: 100, re_2: 250, re_3: 999 };

const chargeIn = ({ amount_captured, refunds, disputes }: State, rev: number): Charge =>
  sampleCharge('ch_1', {
    rev,
    amount_captured,
    refunds: Object.fromEntries(
      Object.entries(refunds).map(([id, status]) => [id, sampleRefund(id, amounts[id] ?? 0, { status })]),
    ),
    disputes: Object.fromEntries(Object.entries(disputes).map(([id, fact]) => [id, sampleDispute(id, fact)])),
  });

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

describe('of any story', () => {
  test('movements add up to what the charge ends with, and to what hours count', () => {
    fc.assert(
      fc.property(fc.array(state, { minLength: 1, maxLength: 8 }), (states) => {
        const charges = remembering(states).map((one, index) => chargeIn(one, index + 1));
        const changes = charges.map((after, index) => ({ at, before: charges[index - 1], after }));
        const all = changes.flatMap(movementsOf);
        const of = (type: MovementType): number =>
          sum(all.filter((movement) => movement.type === type).map(({ amount }) => amount));
        const last = charges.at(-1);
        expect(of('capture') - of('capture_failed')).toBe(last?.amount_captured);
        const held = Object.values(last?.disputes ?? {}).filter(
          ({ stage, status }) => stage !== 'inquiry' && (status === 'open' || status === 'lost'),
        );
        expect(of('dispute') - of('dispute_reversed')).toBe(sum(held.map(({ amount }) => amount)));
        const known = Object.values(last?.refunds ?? {}).filter(({ status }) => status === 'succeeded');
        expect(of('refund') - of('refund_failed')).toBe(sum(known.map(({ amount }) => amount)));

        const counts = changes.flatMap((change) => deriveCounts({ table: 'charges', ...change }));
        const counted = (what: string): number =>
          sum(counts.filter((count) => count.what === what).map(({ n }) => n));
        expect(counted('m.a')).toBe(of('capture') - of('capture_failed'));
        expect(counted('f.a')).toBe(of('refund') - of('refund_failed'));
        expect(all.every(({ amount }) => amount > 0)).toBe(true);
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the rows of movements', () => {
  test('are kept for ever, one for each, the same at each delivery, and in order within a second', () => {
    const change = {
      table: 'charges' as const,
      at,
      before: undefined,
      after: sampleCharge('ch_1', { ...refund('succeeded'), ...dispute('open') }),
    };
    const rows = deriveMovements(change);
    expect(rows).toEqual(deriveMovements(change));
    expect(rows.map(({ kind, ttl }) => [kind, ttl])).toEqual([
      ['movement', undefined],
      ['movement', undefined],
      ['movement', undefined],
    ]);
    const inOrder = rows.toSorted((a, b) => a.created_ms - b.created_ms);
    expect(inOrder.map(({ body }) => JSON.parse(body).type)).toEqual(['capture', 'refund', 'dispute']);
    expect(new Set(rows.map(({ created_ms }) => Math.floor(created_ms / 1000)))).toEqual(
      new Set([at / 1000]),
    );
  });
});
