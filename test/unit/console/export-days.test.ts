import { describe, expect, test } from '@jest/globals';
import { daysOf, exportAsked } from '../../../clients/console/src/export-days.ts';
import { daysBetween } from '../../../clients/console/src/format.ts';
import { createExportBody } from '../../../lib/contract/bodies/create-export-body.ts';

describe('the days that are offered', () => {
  test.each([
    ['yesterday', '2026-11-28', '2026-11-27', '2026-11-27'],
    ['yesterday', '2027-01-01', '2026-12-31', '2026-12-31'],
    ['week', '2026-11-28', '2026-11-21', '2026-11-27'],
    ['week', '2026-03-03', '2026-02-24', '2026-03-02'],
    ['month', '2026-11-28', '2026-10-01', '2026-10-31'],
    ['month', '2027-01-31', '2026-12-01', '2026-12-31'],
    ['month', '2028-03-31', '2028-02-01', '2028-02-29'],
  ] as const)('%s on %s is %s to %s', (span, today, from, to) =>
    expect(daysOf(span, today)).toEqual({ from, to }),
  );
});

const asked = (fields: Readonly<Record<string, string>>) => {
  const data = new FormData();
  const given = { what: 'movements', from: '2026-11-27', to: '2026-11-27', time_zone: 'UTC', format: 'csv' };
  for (const [name, value] of Object.entries({ ...given, ...fields })) data.set(name, value);
  return exportAsked(data);
};
const seconds = (time: string): number => Date.parse(time) / 1000;

describe('what is asked for', () => {
  test('goes from the begin of the first day to the end of the last, in the chosen zone', () => {
    expect(asked({ time_zone: 'Europe/Berlin', what: 'refunds', format: 'json' })).toEqual({
      what: 'refunds',
      format: 'json',
      time_zone: 'Europe/Berlin',
      from: seconds('2026-11-26T23:00:00Z'),
      to: seconds('2026-11-27T23:00:00Z'),
    });
  });

  test('is an hour longer in the month in which clocks are set back, and the API takes that', () => {
    const october = asked({ ...daysOf('month', '2026-11-28'), time_zone: 'Europe/Berlin' });
    expect(october.to - october.from).toBe((31 * 24 + 1) * 3_600);
    expect(createExportBody.safeParse(october).success).toBe(true);
    expect(daysBetween(october.from, october.to, 'Europe/Berlin')).toMatch(/^Oct 1\W+31, 2026$/);
  });

  test.each([
    ['from', { from: '' }, 'Expected a day.'],
    ['to', { to: '' }, 'Expected a day.'],
    ['to', { to: '2026-11-26' }, 'The last day is before the first.'],
    ['from', { from: '2026-10-27' }, 'At most 31 days.'],
  ])('is refused before it is sent: %s of %j', (param, fields, message) => {
    expect(() => asked(fields)).toThrow(expect.objectContaining({ param, message }));
  });

  test('may be 31 days long', () => {
    const { from, to } = asked({ from: '2026-10-28' });
    expect(to - from).toBe(31 * 86_400);
  });
});
