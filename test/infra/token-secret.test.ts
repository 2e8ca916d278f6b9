import { describe, expect, test } from '@jest/globals';
import { withPspKeys } from '../../infra/psp-keys.ts';
import { newTokenSecret, withAddedKey, withPromotedKey } from '../../infra/token-secret.ts';
import { parseTokenSecrets } from '../../lib/http/token-secrets.ts';

const counted = (): (() => string) => {
  let made = 0;
  return () => Buffer.alloc(32, ++made).toString('base64');
};

describe('the token secret', () => {
  const random = counted();
  const first = newTokenSecret(random);

  test('is what the functions read, every value of its own', () => {
    const parsed = parseTokenSecrets(JSON.stringify(first));
    expect(parsed.signing_keys.map(({ id }) => id)).toEqual(['k1']);
    expect(parsed.request_keys.map(({ id }) => id)).toEqual(['r1']);
    const named = [...first.signing_keys, ...first.request_keys].map(({ secret }) => secret);
    expect(new Set([...named, first.idempotency_secret, first.fingerprint_secret]).size).toBe(4);
  });

  test.each(['signing_keys', 'request_keys'] as const)(
    'turns its %s over in two steps, and nothing else',
    (list) => {
      const [one, two, three] = list === 'signing_keys' ? ['k1', 'k2', 'k3'] : ['r1', 'r2', 'r3'];
      const added = withAddedKey(first, list, random);
      expect(added[list].map(({ id }) => id)).toEqual([one, two]);
      const promoted = withPromotedKey(added, list);
      expect(promoted[list].map(({ id }) => id)).toEqual([two, one]);
      const again = withPromotedKey(withAddedKey(promoted, list, random), list);
      expect(again[list].map(({ id }) => id)).toEqual([three, two, one]);
      for (const later of [added, promoted, again]) {
        expect({ ...later, [list]: first[list] }).toEqual(first);
        expect(later[list]).toContainEqual(first[list][0]);
        expect(() => parseTokenSecrets(JSON.stringify(later))).not.toThrow();
      }
    },
  );
});

describe("a PSP's keys", () => {
  const keys = (api_key: string) => JSON.stringify({ api_key, webhook_secrets: ['whsec_1'] });
  const signing = newTokenSecret(counted());

  test('come beside what the secret holds, and in place of what that account had', () => {
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
