import { describe, expect, test } from '@jest/globals';
import { mastercardAdvice, strictestAdvice, visaAdvice } from '../../../lib/psp/network-advice.ts';
import type { Advised } from '../../../lib/types/psp.ts';

const hour = 3600;
const day = 24 * hour;
const never: Advised = { advice: 'never_again' };

describe('a code of Mastercard', () => {
  test.each<[string | undefined, Advised]>([
    ['01', { advice: 'correct_data' }],
    ['02', { advice: 'wait' }],
    ['03', never],
    ['21', never],
    ['24', { advice: 'wait', wait_s: hour }],
    ['25', { advice: 'wait', wait_s: day }],
    ['26 : Retry after 2 days', { advice: 'wait', wait_s: 2 * day }],
    ['27', { advice: 'wait', wait_s: 4 * day }],
    ['28', { advice: 'wait', wait_s: 6 * day }],
    ['29', { advice: 'wait', wait_s: 8 * day }],
    ['30', { advice: 'wait', wait_s: 10 * day }],
    ['04', {}],
    ['22', {}],
    ['40', {}],
    ['3', {}],
    ['', {}],
    ['constructor', {}],
    [undefined, {}],
  ])('%s', (code, advised) => {
    expect(mastercardAdvice(code)).toEqual(advised);
  });
});

describe('a response code of Visa', () => {
  test.each(['04', '07', '12', '15', '41', '43', '46', '57', 'R0', 'R1', 'R3'])('%s is final', (code) => {
    expect(visaAdvice(code)).toEqual(never);
  });

  test.each(['05', '14', '51', '54', '61', '65', '91', 'R2', '4', 'toString', undefined])(
    '%s is not',
    (code) => {
      expect(visaAdvice(code)).toEqual({});
    },
  );
});

test.each<[readonly Advised[], Advised]>([
  [[], {}],
  [[{}, {}], {}],
  [[{ advice: 'correct_data' }, {}], { advice: 'correct_data' }],
  [[{ advice: 'correct_data' }, { advice: 'wait' }], { advice: 'wait' }],
  [[{ advice: 'wait', wait_s: day }, never, { advice: 'correct_data' }], never],
  [[{ advice: 'wait' }, { advice: 'wait', wait_s: hour }], { advice: 'wait', wait_s: hour }],
  [
    [
      { advice: 'wait', wait_s: day },
      { advice: 'wait', wait_s: hour },
    ],
    { advice: 'wait', wait_s: day },
  ],
])('of %j the strictest is %j', (given, strictest) => {
  expect(strictestAdvice(...given)).toEqual(strictest);
});
