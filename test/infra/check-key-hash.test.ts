import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { checkKeyHash } from '../../infra/keys/check-key-hash.ts';

const site = { base_url: 'https://psp.example', settings: {} };
const hashed = (key: string) => createHash('sha256').update(key).digest('hex');
const check = (account: string, key: string) => () =>
  checkKeyHash(account, key, {
    accounts: {
      stripe_eu: { ...site, psp: 'stripe', key_hashes: [hashed('old'), hashed('new')] },
      paypal: { ...site, psp: 'paypal', key_hashes: [] },
      square: { ...site, psp: 'square', key_hashes: [] },
    },
  });

test('a key is stored only if the vault sends cards under it', () => {
  expect(check('stripe_eu', 'new')).not.toThrow();
  expect(check('stripe_eu', 'another')).toThrow(
    `Add ${hashed('another')} to the hashes of stripe_eu in infra/vaults.ts`,
  );
});

test('an account whose cards need no key of the router’s, or do not come from the vault, has no hash', () => {
  for (const account of ['paypal', 'square', 'adyen']) expect(check(account, 'any')).not.toThrow();
});
