import { describe, expect, test } from '@jest/globals';
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
    const values = [first.signing_keys[0]?.secret, first.idempotency_secret, first.fingerprint_secret];
    expect(new Set(values).size).toBe(3);
  });

  test('turns its signing key over in two steps, and nothing else ever', () => {
    const added = withAddedKey(first, random);
    expect(added.signing_keys.map(({ id }) => id)).toEqual(['k1', 'k2']);
    const promoted = withPromotedKey(added);
    expect(promoted.signing_keys.map(({ id }) => id)).toEqual(['k2', 'k1']);
    const again = withPromotedKey(withAddedKey(promoted, random));
    expect(again.signing_keys.map(({ id }) => id)).toEqual(['k3', 'k2', 'k1']);
    for (const later of [added, promoted, again]) {
      expect(later.idempotency_secret).toBe(first.idempotency_secret);
      expect(later.fingerprint_secret).toBe(first.fingerprint_secret);
      expect(later.signing_keys).toContainEqual(first.signing_keys[0]);
      expect(() => parseTokenSecrets(JSON.stringify(later))).not.toThrow();
    }
  });
});
