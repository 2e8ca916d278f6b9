import { expect, test } from '@jest/globals';
import {
  isLateCheckShard,
  lateCheckMark,
  lateCheckShardAt,
  recoveryMark,
} from '../../../lib/charge/schedule.ts';

const minute = 60_000;
const charges = Array.from({ length: 100 }, (_, index) => `ch_${String(index).padStart(26, '0')}`);

test.each([1, 3, 4])('with %s shards, every late check has its turn within as many minutes', (shards) => {
  const settings = { schedule_s: [60], shards };
  const read = Array.from({ length: shards }, (_, index) => lateCheckShardAt(index * minute, settings));
  const marked = charges.map((charge) => lateCheckMark(charge, 0, settings).recover_shard);
  expect(new Set(marked)).toEqual(new Set(read));
  expect(marked.every(isLateCheckShard)).toBe(true);
  const open = charges.map((charge) => recoveryMark(charge, 0, settings).recover_shard);
  expect(open.some(isLateCheckShard)).toBe(false);
});
