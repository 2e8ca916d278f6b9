import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { differences } from '../../../clients/console/src/differences.ts';

test('names each place, with what was there and what is', () => {
  const before = {
    name: 'default',
    targets: [{ psp: 'stripe', weight: 100 }],
    failover: { on: ['rate_limited'] },
  };
  const after = {
    name: 'default',
    targets: [
      { psp: 'stripe', weight: 60 },
      { psp: 'adyen', weight: 40 },
    ],
    failover: { on: [] },
  };
  expect(differences(before, after)).toEqual([
    { path: 'targets[0].weight', before: 100, after: 60 },
    { path: 'targets[1]', before: null, after: { psp: 'adyen', weight: 40 } },
    { path: 'failover.on', before: ['rate_limited'], after: [] },
  ]);
});

test('there are none between equals, and some between others', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      expect(differences(one, structuredClone(one))).toEqual([]);
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      if (differences(one, other).length === 0 && !isSame) {
        // Only the order of names differs.
        expect(new Set(Object.keys(one as object))).toEqual(new Set(Object.keys(other as object)));
      }
    }),
  );
});
