import { expect, test } from '@jest/globals';
import { didYouMean } from '../../../lib/types/did-you-mean.ts';

const names = ['default', 'eu_cards', 'us_cards', 'stripe'];

test.each([
  ['defualt', ' Did you mean "default"?'],
  ['Default', ' Did you mean "default"?'],
  ['us-cards', ' Did you mean "us_cards"?'],
  ['stirpe', ' Did you mean "stripe"?'],
  ['strip', ' Did you mean "stripe"?'],
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
