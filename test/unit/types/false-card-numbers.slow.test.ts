import { describe, expect, test } from '@jest/globals';
import { holdsCardNumber } from '../../../lib/types/card-number.ts';

describe('false alarms, of a hundred thousand', () => {
  let seed = 7;
  /** Numbers of a fixed sequence, from 0 to below `below`. */
  const draw = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return Math.floor((seed / 2_147_483_647) * below);
  };
  const digits = (count: number): string => Array.from({ length: count }, () => draw(10)).join('');
  const hex = (count: number): string => Array.from({ length: count }, () => draw(16).toString(16)).join('');
  const ean = (): string => {
    const body = digits(12);
    const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
    return body + ((10 - (sum % 10)) % 10);
  };
  test.each<[string, () => string]>([
    ['numbers of 8 to 13 digits', () => digits(8 + draw(6))],
    ['phones', () => `+${1 + draw(9)}${digits(9 + draw(4))}`],
    ['grouped phones', () => `+${10 + draw(90)} ${digits(3)} ${digits(4)} ${digits(4)}`],
    ['article numbers', ean],
    ['UUIDs', () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`],
    ['times', () => new Date(draw(2_000_000_000) * 1000 + draw(1000)).toISOString()],
    ['times in a row', () => new Date(draw(2_000_000_000) * 1000).toISOString().replace(/\D/g, '')],
    ['milliseconds', () => String(1_500_000_000_000 + draw(2_000_000_000) * 100)],
    ['ids of time and number', () => `1${digits(18)}`],
    ['order numbers', () => `${2020 + draw(9)}-${digits(4)}-${digits(6)}`],
    ['ids of letters and digits', () => `in_1${hex(23)}`],
  ])('%s: fewer than ten', (_, make) => {
    let found = 0;
    for (let count = 0; count < 100_000; count++) if (holdsCardNumber(make())) found += 1;
    expect(found).toBeLessThan(10);
  });
});
