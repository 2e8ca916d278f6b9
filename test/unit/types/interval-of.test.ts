import { describe, expect, test } from '@jest/globals';
import { intervalOf } from '../../../lib/types/interval-of.ts';

describe('the interval of a share', () => {
  // Wilson (1927), as tabulated by Newcombe (1998), table I.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('%d of %d', (approved, attempts, low, high) => {
    const [from, to] = intervalOf({ ok: approved, failed: attempts - approved });
    expect(from).toBeCloseTo(low, 4);
    expect(to).toBeCloseTo(high, 4);
  });

  test('of nothing is everything', () => expect(intervalOf({ ok: 0, failed: 0 })).toEqual([0, 1]));
});
