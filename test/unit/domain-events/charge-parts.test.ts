import { describe, expect, test } from '@jest/globals';
import { deriveParts } from '../../../lib/domain-events/charge-parts.ts';
import type { Charge, RefundRow } from '../../../lib/types/charge.ts';
import { sampleCharge, sampleRefund } from '../../contract/sample-records.ts';

const at = 1_795_171_949_123;
const derive = (before: Charge | undefined, after: Charge) =>
  deriveParts({ table: 'charges', at, before, after });
const bodyOf = (body: string): RefundRow => JSON.parse(body);

const charge = sampleCharge('ch_1', { rev: 4, refunds: { re_1: sampleRefund('re_1', 100) } });
const [first] = Object.values(charge.refunds);

describe('the rows of refunds', () => {
  test('a refund that was made or changed gives one row, others none', () => {
    const second = sampleRefund('re_2', 250, { created: 1_795_171_900, metadata: { basket: 'b' } });
    const after = { ...charge, rev: 5, refunds: { ...charge.refunds, re_2: second } };
    const [row, ...others] = derive(charge, after);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      id: 're_2',
      kind: 'refund',
      rev: 5,
      created_ms: 1_795_171_900_000,
      facets: { amount: 250, currency: charge.currency, psp: charge.psp, charge: 'ch_1' },
    });
    expect(bodyOf(row?.body ?? '')).toEqual({
      refund: JSON.parse(JSON.stringify(second)),
      charge: { id: 'ch_1', currency: charge.currency, psp: charge.psp },
    });
    const moved = { ...second, rev: 2, status: 'succeeded' as const };
    const later = { ...after, rev: 6, refunds: { ...after.refunds, re_2: moved } };
    expect(derive(after, later).map(({ id, rev }) => [id, rev])).toEqual([['re_2', 6]]);
  });

  test('a change of the charge alone gives none, whatever the order of the fields in its images', () => {
    const turned = Object.fromEntries(Object.entries(first ?? {}).toReversed());
    const after = { ...charge, rev: 5, refunds: { re_1: turned as typeof first & object } };
    expect(derive(charge, after)).toEqual([]);
  });

  test('the first change seen of a charge gives a row for each of its refunds', () => {
    expect(derive(undefined, charge).map(({ id }) => id)).toEqual(['re_1']);
  });

  test('no content remembered for an idempotency key is in a row', () => {
    const remembered = {
      key: 'k',
      hash: 'h',
      view: 'full',
      answer: { status: 200, body: '{"secret":1}' },
    } as const;
    const after = { ...charge, refunds: { re_1: sampleRefund('re_1', 100, { remembered }) } };
    const [row] = derive(undefined, after);
    expect(row?.body).not.toMatch(/remembered|secret/);
  });
});
