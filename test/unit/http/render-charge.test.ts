import { expect, test } from '@jest/globals';
import { renderCharge } from '../../../lib/http/render-charge.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import { unscheduled } from '../../../lib/types/open-things.ts';
import { sampleCharge } from '../../contract/sample-records.ts';

const open = (changes: Partial<Charge>) =>
  renderCharge(sampleCharge('ch_1', { outcome: 'unknown', status: 'pending', ...changes }), undefined).open;

test.each<[string, Partial<Charge>, number | null]>([
  ['is the one that recovery has on its list', { recover_at: 1_800_000_000_001 }, 1_800_000_001],
  ['is none if a person must decide', { needs_review: true, recover_at: 1_800_000_000_000 }, null],
  ['is none if recovery only keeps it', { recover_at: unscheduled }, null],
])('the next look at what is open %s', (_, changes, next_look) => {
  expect(open(changes)).toMatchObject([{ operation: 'ch_1', kind: 'attempt', next_look }]);
});

const reversal = { id: 'rv_1', by: 'refund', amount: 500, started: 1_800_000_000_001 } as const;

test.each<[string, NonNullable<Charge['reversal']>, object]>([
  ['nothing while it is open', { ...reversal, status: 'open' }, { at: 1_800_000_000, returned: [] }],
  [
    'all of it once it is done',
    { ...reversal, status: 'done', sent: 1_800_000_009_999 },
    { at: 1_800_000_009, returned: [{ id: 'rv_1', psp_reference: null, amount: 500 }] },
  ],
  [
    'each refund that the PSP has told of, under its id, and none that failed',
    { ...reversal, status: 'sent', parts: { re_psp: 200, rv_0: 100, re_failed: 0 } },
    {
      returned: [
        { id: null, psp_reference: 're_psp', amount: 200 },
        { id: 'rv_0', psp_reference: null, amount: 100 },
      ],
    },
  ],
  ['nothing if the money was released', { ...reversal, by: 'cancel', status: 'done' }, { returned: [] }],
])('late money: what has gone back is %s', (_, of, shown) => {
  expect(renderCharge(sampleCharge('ch_1', { reversal: of }), undefined).reversal).toMatchObject(shown);
});

test.each<[string, Partial<Charge>, number | null]>([
  ['the second in which money was last taken', { captured_at: 1_800_000_000_999 }, 1_800_000_000],
  ['null if none was', {}, null],
])('captured_at is %s', (_, changes, captured_at) => {
  const { captured_at: kept, ...charge } = sampleCharge('ch_1', {});
  void kept;
  expect(renderCharge({ ...charge, ...changes }, undefined).captured_at).toBe(captured_at);
});
