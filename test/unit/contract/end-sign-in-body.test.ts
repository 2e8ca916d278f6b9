import { expect, test } from '@jest/globals';
import { endSignInBody } from '../../../lib/contract/bodies/end-sign-in-body.ts';

test('also a person whose name at their provider looks like a card number can be signed out', () => {
  const person = '4242424242424242@login.example';
  expect(endSignInBody.safeParse({ person }).data).toEqual({ person });
});
