import { expect, test } from '@jest/globals';
import { callersOf } from '../../infra/lambda/vault-callers.ts';

test('only a confirm sends cards, and only what stores, deletes or releases one manages them', () => {
  expect(callersOf('forward')).toEqual(['confirm-checkout-session']);
  expect(callersOf('manage').toSorted()).toEqual([
    'confirm-checkout-session',
    'create-payment-method',
    'delete-payment-method',
    'record-events',
  ]);
});
