import { expect, test } from '@jest/globals';
import { withChosen } from '../../../clients/console/src/with-chosen.ts';

const psps = [
  ['stripe', 'Stripe'],
  ['adyen', 'Adyen'],
] as const;

test.each([
  ['adyen', psps],
  ['', psps],
  [undefined, psps],
  // Of an account that is not configured any more, or while the list is read.
  ['former', [...psps, ['former', 'former']]],
])('a list shows what was chosen: %j', (value, shown) => expect(withChosen(psps, value)).toEqual(shown));
