import { describe, expect, test } from '@jest/globals';
import { withPspKeys } from '../../infra/psp-keys.ts';
import { type NewKeys, newTokenSecret, withAddedKey, withPromotedKey } from '../../infra/token-secret.ts';
import { newVaultSecret, withAddedReceiptKey, withPromotedReceiptKey } from '../../infra/vault-secret.ts';
import { readVaultSecret } from '../../lib/custody/vault-secret.ts';
import { newSigningKey, verifyingKeyOf } from '../../lib/edge/signing-keys.ts';
import { parseTokenSecrets } from '../../lib/http/token-secrets.ts';
import { signGrant, verifyGrant } from '../../lib/vault/grant.ts';
import { signReceipt, verifyReceipt } from '../../lib/vault/receipt.ts';

const counted = (): NewKeys => {
  let made = 0;
  return { secret: () => Buffer.alloc(32, ++made).toString('base64'), signing: newSigningKey };
};

describe('the token secret', () => {
  const random = counted();
  const first = newTokenSecret(random);

  test('is what the functions read, with a different value for each key', () => {
    const parsed = parseTokenSecrets(JSON.stringify(first));
    expect(parsed.signing_keys.map(({ id }) => id)).toEqual(['k1']);
    expect(parsed.request_keys.map(({ id }) => id)).toEqual(['r1']);
    const named = [...first.signing_keys, ...first.request_keys].map(({ secret }) => secret);
    expect(new Set([...named, first.idempotency_secret, first.fingerprint_secret]).size).toBe(4);
  });

  test.each(['signing_keys', 'request_keys', 'grant_keys'] as const)(
    'rotates its %s in two steps, and nothing else',
    (list) => {
      const letter = { signing_keys: 'k', request_keys: 'r', grant_keys: 'g' }[list];
      const [one, two, three] = [`${letter}1`, `${letter}2`, `${letter}3`];
      const added = withAddedKey(first, list, random);
      expect(added[list]?.map(({ id }) => id)).toEqual([one, two]);
      const promoted = withPromotedKey(added, list);
      expect(promoted[list]?.map(({ id }) => id)).toEqual([two, one]);
      const again = withPromotedKey(withAddedKey(promoted, list, random), list);
      expect(again[list]?.map(({ id }) => id)).toEqual([three, two, one]);
      for (const later of [added, promoted, again]) {
        expect({ ...later, [list]: first[list] }).toEqual(first);
        expect(later[list]).toContainEqual(first[list][0]);
        expect(() => parseTokenSecrets(JSON.stringify(later))).not.toThrow();
      }
    },
  );

  test('from before grants gets its first key for them, which a vault verifies', () => {
    const { grant_keys: _, ...older } = first;
    const [key, ...more] = withAddedKey(older, 'grant_keys', random).grant_keys ?? [];
    if (!key) throw new Error('no key');
    expect([key.id, more]).toEqual(['g1', []]);
    const grant = { merchant: 'shop', mode: 'live', session: 'cs_1', expires: 2 } as const;
    expect(verifyGrant(signGrant(grant, key), [verifyingKeyOf(key)], 1)).toEqual(grant);
  });
});

describe("the vault's secret", () => {
  const random = counted();
  const first = newVaultSecret(random);
  const added = withAddedReceiptKey(first, random);
  const promoted = withPromotedReceiptKey(added);
  const receipt = {
    token: `vt_${'0'.repeat(26)}`,
    merchant: 'shop',
    mode: 'live',
    bin: '424242',
    last4: '4242',
    exp_month: 1,
    exp_year: 2035,
    fingerprint: 'f',
    created: 1,
  } as const;

  test.each([
    ['new', first, 'r1'],
    ['with a second key', added, 'r1'],
    ['once that one signs', promoted, 'r2'],
  ])('is what the vault reads, %s', (_, secret, signing) => {
    expect(readVaultSecret(JSON.stringify(secret)).receipt_key.id).toBe(signing);
    expect(secret.fingerprint_secret).toBe(first.fingerprint_secret);
  });

  test('rotates its receipt key without a receipt that the router rejects', () => {
    const known = added.receipt_keys.map(verifyingKeyOf);
    const session = 'cs_1';
    for (const { receipt_keys } of [first, added, promoted]) {
      const [key] = receipt_keys;
      if (!key) throw new Error('no key');
      expect(verifyReceipt(signReceipt({ ...receipt, session }, key), known)).toMatchObject({ session });
    }
  });
});

describe("a PSP's keys", () => {
  const keys = (api_key: string) => JSON.stringify({ api_key, webhook_secrets: ['whsec_1'] });
  const signing = newTokenSecret(counted());

  test('are added to the secret, and replace what that account had', () => {
    const one = withPspKeys(signing, 'stripe', keys('sk_1'));
    const two = withPspKeys(one, 'adyen', keys('AQ1'));
    const three = withPspKeys(two, 'stripe', keys('sk_2'));
    expect(three).toEqual({
      ...signing,
      psp: {
        stripe: { api_key: 'sk_2', webhook_secrets: ['whsec_1'] },
        adyen: { api_key: 'AQ1', webhook_secrets: ['whsec_1'] },
      },
    });
    expect(withPspKeys(undefined, 'stripe', keys('sk_1'))).toEqual({
      psp: { stripe: { api_key: 'sk_1', webhook_secrets: ['whsec_1'] } },
    });
  });

  test.each([
    '',
    'sk_live_1',
    '{"api_key":""}',
    '{"api_key":"sk_…"}',
    '{"api_key":"sk_1","webhooks":[]}',
    '{"key":"sk_1"}',
    'null',
  ])('that are %s are refused without being shown', (json) => {
    expect(() => withPspKeys(undefined, 'stripe', json)).toThrow(/^expected \{"api_key":"…"/);
  });
});
