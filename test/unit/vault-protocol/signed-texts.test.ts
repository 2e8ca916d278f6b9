import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { signGrant, verifyGrant } from '../../../lib/vault-protocol/grant.ts';
import { type Receipt, signReceipt, verifyReceipt } from '../../../lib/vault-protocol/receipt.ts';
import { signText } from '../../../lib/vault-protocol/signed-text.ts';

const pair = (id: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    signs: { id, key: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64') },
    verifies: { id, key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') },
  };
};

const [current, former, foreign] = [pair('k2'), pair('k1'), pair('k2')] as const;
const keys = [current.verifies, former.verifies];
const grant = { merchant: 'shop', mode: 'test', session: 'cs_1', expires: 1_000 } as const;
const receipt: Receipt = {
  token: `vt_${'0'.repeat(26)}`,
  merchant: 'shop',
  mode: 'test',
  session: 'cs_1',
  bin: '424242',
  last4: '4242',
  brand: 'visa',
  exp_month: 12,
  exp_year: 2030,
  created: 900,
};

test('a text signed by a current or a former key is read as it was written', () => {
  for (const { signs } of [current, former]) {
    expect(verifyGrant(signGrant(grant, signs), keys, 999_999)).toEqual(grant);
    expect(verifyReceipt(signReceipt(receipt, signs), keys)).toEqual(receipt);
  }
});

test('a grant ends with the second in which it expires', () => {
  expect(verifyGrant(signGrant(grant, current.signs), keys, 1_000_000)).toBeUndefined();
});

test('an unknown key under a known name signs nothing', () => {
  expect(verifyGrant(signGrant(grant, foreign.signs), keys, 0)).toBeUndefined();
  expect(verifyReceipt(signReceipt(receipt, foreign.signs), keys)).toBeUndefined();
});

test('a grant is not a receipt, nor a receipt a grant, even by the same key', () => {
  expect(verifyReceipt(signGrant(grant, current.signs), keys)).toBeUndefined();
  expect(verifyGrant(signText('vg', receipt, current.signs), keys, 0)).toBeUndefined();
  expect(verifyReceipt(signReceipt(receipt, current.signs).replace(/^vr/, 'vg'), keys)).toBeUndefined();
});

test('no character of a receipt can be changed', () => {
  const signed = signReceipt(receipt, current.signs);
  // Of the last character of 64 bytes in base64url only two bits count.
  for (let at = 0; at < signed.length - 1; at += 1) {
    const other = signed[at] === 'A' ? 'B' : 'A';
    expect(verifyReceipt(signed.slice(0, at) + other + signed.slice(at + 1), keys)).toBeUndefined();
  }
});

test.each([
  '',
  'vr_',
  'vr_e30.k2.',
  `vr_e30.k2.${'A'.repeat(86)}`,
  `vr_${'='.repeat(9)}.k2.${'A'.repeat(86)}`,
])('nonsense (%s) is rejected without an exception', (text) => {
  expect(verifyReceipt(text, keys)).toBeUndefined();
  expect(verifyGrant(text, keys, 0)).toBeUndefined();
});
