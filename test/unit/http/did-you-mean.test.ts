import { expect, test } from '@jest/globals';
import { didYouMean } from '../../../lib/types/did-you-mean.ts';

const names = ['default', 'eu_cards', 'us_cards', 'stripe'];

test.each([
  ['defualt', ' (did you mean "default"?)'],
  ['Default', ' (did you mean "default"?)'],
  ['us-cards', ' (did you mean "us_cards"?)'],
  ['stirpe', ' (did you mean "stripe"?)'],
  ['strip', ' (did you mean "stripe"?)'],
  ['x', ''],
  ['paypal', ''],
  ['', ''],
  ['d'.repeat(100_000), ''],
])('%s', (asked, expected) => {
  expect(didYouMean(asked, names)).toBe(expected);
});

test('nothing is suggested without candidates', () => {
  expect(didYouMean('default', [])).toBe('');
});
