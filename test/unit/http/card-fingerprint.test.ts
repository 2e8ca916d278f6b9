import { describe, expect, test } from '@jest/globals';
import { cardFingerprint } from '../../../lib/http/card-fingerprint.ts';
import { passesLuhn } from '../../../lib/types/card-number.ts';
import type { GivenMethod } from '../../../lib/types/given-method.ts';
import { secret } from '../../../lib/types/secret.ts';
import { sessionId, tokenSecrets } from './secrets.ts';

const number = '4000056655665556';
const card = (given = number, change: object = {}): GivenMethod => ({
  type: 'card',
  card: { number: secret(given), cvc: secret('862'), exp_month: 12, exp_year: 2030, ...change },
});
const inVault = (change: object = {}): GivenMethod => ({
  type: 'card_token',
  card: {
    token: `vt_${'0'.repeat(26)}`,
    bin: '400005',
    last4: '5556',
    exp_month: 12,
    exp_year: 2030,
    ...change,
  },
});
const of = (method: GivenMethod, session = sessionId, livemode = true): string =>
  cardFingerprint(tokenSecrets, method, { session, livemode });

describe('what a card is counted as', () => {
  test('cannot be used to try out its number: all that show the same digits give the same', () => {
    let tried = 0;
    for (let middle = 0; middle < 1_000_000; middle += 997) {
      const guess = `400005${String(middle).padStart(6, '0')}5556`;
      if (!passesLuhn(guess)) continue;
      tried += 1;
      expect(of(card(guess))).toBe(of(card()));
    }
    expect(tried).toBeGreaterThan(50);
  });

  test('is the same from a vault, under any token, or with its number', () => {
    expect(of(inVault())).toBe(of(card()));
    expect(of(inVault({ token: `vt_${'1'.repeat(26)}`, name: 'Ada', cvc_released: true }))).toBe(of(card()));
  });

  test.each([
    ['first digits', { bin: '400006' }],
    ['last digits', { last4: '5557' }],
    ['month', { exp_month: 11 }],
    ['year', { exp_year: 2031 }],
  ])('differs with other %s', (_, change) => {
    expect(of(inVault(change))).not.toBe(of(inVault()));
  });

  test('is one for all sessions in live mode, and one for each in test mode', () => {
    const other = `cs_${'1'.repeat(26)}`;
    expect(of(card(), other)).toBe(of(card()));
    expect(of(card(), other, false)).not.toBe(of(card(), sessionId, false));
  });

  test('of a PSP’s token or a wallet’s is its own', () => {
    const token = { token: secret('tok_1') };
    const all: GivenMethod[] = [
      { type: 'psp_token', psp: 'stripe', ...token },
      { type: 'psp_token', psp: 'adyen', ...token },
      { type: 'applepay', psps: [], ...token },
      { type: 'googlepay', psps: [], ...token },
      card(),
    ];
    expect(new Set(all.map((method) => of(method))).size).toBe(5);
  });
});
