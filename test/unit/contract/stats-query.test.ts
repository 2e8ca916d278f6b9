import { expect, test } from '@jest/globals';
import { statsQuery } from '../../../lib/contract/filters/stats-query.ts';

const seconds = (time: string): string => String(Date.parse(time) / 1000);

test.each([
  ['hour', '2026-10-19T00:00:00+02:00', '2026-10-26T00:00:00+01:00'],
  ['day', '2026-10-01T00:00:00+02:00', '2027-01-01T00:00:00+01:00'],
] as const)(
  'a week or a quarter in which clocks are set back is not too long: by %s',
  (interval, first, end) => {
    const asked = { from: seconds(first), to: seconds(end), interval, time_zone: 'Europe/Berlin' };
    expect(statsQuery.safeParse(asked).success).toBe(true);
    expect(statsQuery.safeParse({ ...asked, to: String(Number(asked.to) + 1) }).success).toBe(false);
  },
);
