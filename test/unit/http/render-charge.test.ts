import { expect, test } from '@jest/globals';
import { renderCharge } from '../../../lib/http/render.ts';
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
