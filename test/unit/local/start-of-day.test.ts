import { expect, test } from '@jest/globals';
import { endOfDay, startOfDay } from '../../../local/commands/start-of-day.ts';

test.each([
  ['2026-11-22', 'UTC', '2026-11-22T00:00:00Z', '2026-11-23T00:00:00Z'],
  ['2026-11-22', 'Europe/Berlin', '2026-11-22T00:00:00+01:00', '2026-11-23T00:00:00+01:00'],
  // Clocks go back, and a day has 25 hours; or forward.
  ['2026-10-25', 'Europe/Berlin', '2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'],
  ['2026-12-31', 'Pacific/Kiritimati', '2026-12-31T00:00:00+14:00', '2027-01-01T00:00:00+14:00'],
  ['2026-03-01', 'Pacific/Pago_Pago', '2026-03-01T00:00:00-11:00', '2026-03-02T00:00:00-11:00'],
  ['2026-07-01', 'Asia/Kathmandu', '2026-07-01T00:00:00+05:45', '2026-07-02T00:00:00+05:45'],
  // Midnight itself is skipped.
  ['2026-09-06', 'America/Santiago', '2026-09-06T01:00:00-03:00', '2026-09-07T00:00:00-03:00'],
])('%s in %s', (day, zone, start, end) => {
  expect([startOfDay(day, zone), endOfDay(day, zone)]).toEqual([Date.parse(start), Date.parse(end)]);
});
