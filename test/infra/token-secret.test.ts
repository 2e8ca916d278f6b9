import { describe, expect, test } from '@jest/globals';
import { readPspKeys, withPspKeys } from '../../infra/keys/psp-keys.ts';
import {
  keysIn,
  type RotatingKeys,
  rotatingKeys,
  withAddedKey,
  withPromotedKey,
} from '../../infra/keys/token-secret.ts';
import {
  newVaultSecret,
  withAddedReceiptKey,
  withPromotedReceiptKey,
} from '../../infra/keys/vault-secret.ts';
import { type NewKeys, newTokenParts, type TokenParts } from '../../lib/http/token-parts.ts';
import {
  parseListKeys,
  parseRecordKeys,
  parseSessionKeys,
  parseWebhookKeys,
} from '../../lib/http/token-secrets.ts';
import { keyPrint } from '../../lib/psp/key-print.ts';
import { newSigningKey, verifyingKeyOf } from '../../lib/runtime/signing-keys.ts';
import { readVaultSecret } from '../../lib/vault/vault-secret.ts';
import { signGrant, verifyGrant } from '../../lib/vault-protocol/grant.ts';
import { signReceipt, verifyReceipt } from '../../lib/vault-protocol/receipt.ts';

const counted = (): NewKeys => {
  let made = 0;
  return { secret: () => Buffer.alloc(32, ++made).toString('base64'), signing: newSigningKey };
};

describe('the token secret', () => {
  const random = counted();
  const first = newTokenParts(random);
  const read = ({ sessions, records, lists, webhooks }: TokenParts) => ({
    ...parseSessionKeys(JSON.stringify(sessions)),
    ...parseRecordKeys(JSON.stringify(records)),
    ...parseListKeys(JSON.stringify(lists)),
    ...parseWebhookKeys(JSON.stringify(webhooks)),
  });

  test('is what the functions read, part by part, with a different value for each key', () => {
    const { signing_keys, request_keys, cursor_keys, idempotency_key, fingerprint_key, webhook_key } =
      read(first);
    expect([...signing_keys, ...request_keys, ...cursor_keys].map(({ id }) => id)).toEqual([
      'k1',
      'r1',
      'c1',
    ]);
    const named = [...signing_keys, ...request_keys, ...cursor_keys].map(({ key }) => key);
    const all = [...named, idempotency_key, fingerprint_key, webhook_key];
    expect(new Set(all.map((key) => Buffer.from(key).toString('hex'))).size).toBe(6);
  });

  test.each(Object.entries(rotatingKeys))(
    'rotates its %s keys in two steps, and nothing else',
    (kind, its) => {
      const { part, list, letter } = its;
      const rotating = kind as RotatingKeys;
      const before = first[part];
      const ids = (of: object) => keysIn(of, list).map(({ id }) => id);
      const [one, two, three] = [`${letter}1`, `${letter}2`, `${letter}3`];
      const added = withAddedKey(before, rotating, random);
      expect(ids(added)).toEqual([one, two]);
      const promoted = withPromotedKey(added, rotating);
      expect(ids(promoted)).toEqual([two, one]);
      // By two people, or again after a lost answer.
      expect(withPromotedKey(promoted, rotating)).toEqual(promoted);
      const again = withPromotedKey(withAddedKey(promoted, rotating, random), rotating);
      expect(ids(again)).toEqual([three, two, one]);
      expect(withPromotedKey(again, rotating)).toEqual(again);
      for (const later of [added, promoted, again]) {
        expect({ ...later, [list]: keysIn(before, list) }).toEqual(before);
        expect(keysIn(later, list)).toContainEqual(keysIn(before, list)[0]);
        expect(() => read({ ...first, [part]: later })).not.toThrow();
      }
    },
  );

  test('of an environment that held all in one version keeps sessions, ids and webhook secrets', () => {
    const whole = { ...first.sessions, ...first.records };
    const kept = newTokenParts(random, whole);
    expect([kept.sessions, kept.records]).toEqual([first.sessions, first.records]);
    // What an endpoint's secret was derived from.
    expect(kept.webhooks.webhook_secret).toBe(whole.idempotency_secret);
    expect(() => read(kept)).not.toThrow();
  });

  test('from before grants gets its first key for them, which a vault verifies', () => {
    const { grant_keys: _, ...older } = { ...first.sessions, ...first.records };
    const [key, ...more] = newTokenParts(random, older).sessions.grant_keys ?? [];
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
    ['promoted twice', withPromotedReceiptKey(promoted), 'r2'],
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
  const made = newTokenParts(counted());
  const signing = { ...made.sessions, ...made.records };

  test('are added to the secret, and replace what that account had', () => {
    const one = withPspKeys(signing, 'stripe', readPspKeys(keys('sk_1')));
    const two = withPspKeys(one, 'adyen', readPspKeys(keys('AQ1')));
    const three = withPspKeys(two, 'stripe', readPspKeys(keys('sk_2')));
    expect(three).toEqual({
      ...signing,
      psp: {
        stripe: {
          api_key: 'sk_2',
          webhook_secrets: ['whsec_1'],
          replaces: [keyPrint('stripe', 'sk_1')],
        },
        adyen: { api_key: 'AQ1', webhook_secrets: ['whsec_1'] },
      },
    });
    expect(withPspKeys(three, 'stripe', readPspKeys(keys('sk_2')))).toEqual(three);
    const four = withPspKeys(three, 'stripe', readPspKeys(keys('sk_3')));
    expect(four.psp?.stripe?.replaces).toEqual([keyPrint('stripe', 'sk_2'), keyPrint('stripe', 'sk_1')]);
    expect(withPspKeys(undefined, 'stripe', readPspKeys(keys('sk_1')))).toEqual({
      psp: { stripe: { api_key: 'sk_1', webhook_secrets: ['whsec_1'] } },
    });
  });

  test.each([
    '',
    'sk_live_1',
    '{"api_key":""}',
    '{"api_key":"sk_…"}',
    '{"api_key":"sk_1\\n"}',
    '{"api_key":"sk_1","webhook_secrets":[" whsec_1"]}',
    '{"api_key":"sk_1","webhooks":[]}',
    '{"key":"sk_1"}',
    'null',
  ])('that are %s are refused without being shown', (json) => {
    expect(() => readPspKeys(json)).toThrow(/^expected \{"api_key":"…"/);
  });
});
