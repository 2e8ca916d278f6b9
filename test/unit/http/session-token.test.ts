import { describe, expect, test } from '@jest/globals';
import {
  asksForFrame,
  returnState,
  sessionToken,
  verifyReturnState,
  verifySessionToken,
} from '../../../lib/http/session-token.ts';
import { chargeId, sessionId, tokenSecrets } from './secrets.ts';

const keys = tokenSecrets.signing_keys;
const [newest, older] = keys;
const otherSession = `cs_${'2'.repeat(26)}`;

const changedAt = (text: string, index: number): string =>
  text.slice(0, index) + (text[index] === 'a' ? 'b' : 'a') + text.slice(index + 1);

describe('client secret', () => {
  test('is the same every time, for each key its own, and verifies to its session', () => {
    for (const { id } of keys) {
      const token = sessionToken(keys, sessionId, id) ?? '';
      expect(token).toMatch(new RegExp(`^${sessionId}_secret_${id}[A-Za-z0-9_-]{43}$`));
      expect(sessionToken(keys, sessionId, id)).toBe(token);
      expect(verifySessionToken(keys, token)).toBe(sessionId);
    }
    expect(sessionToken(keys, sessionId, 'k1')).not.toBe(sessionToken(keys, sessionId, 'k2'));
  });

  test('of a removed key is invalid', () => {
    expect(sessionToken(keys, sessionId, 'k3')).toBeUndefined();
    const token = sessionToken(keys, sessionId, 'k1') ?? '';
    expect(verifySessionToken([newest], token)).toBeUndefined();
  });

  test('any changed character makes it worthless', () => {
    const token = sessionToken(keys, sessionId, newest.id) ?? '';
    for (let index = 0; index < token.length; index++)
      expect(verifySessionToken(keys, changedAt(token, index))).toBeUndefined();
  });

  test.each([
    ['cut', (token: string) => token.slice(0, -1)],
    ['longer', (token: string) => `${token}a`],
    ['with a newline', (token: string) => `${token}\n`],
    ["another session's", (token: string) => token.replace(sessionId, otherSession)],
    ['without a MAC', () => `${sessionId}_secret_${newest.id}`],
    ['empty', () => ''],
    ['beyond ASCII', (token: string) => `${token.slice(0, -1)}é`],
  ])('%s: refused', (_, change) => {
    expect(verifySessionToken(keys, change(sessionToken(keys, sessionId, newest.id) ?? ''))).toBeUndefined();
  });

  test('made with another secret is refused', () => {
    const foreign = sessionToken([{ id: newest.id, key: new Uint8Array(32).fill(9) }], sessionId, newest.id);
    expect(verifySessionToken(keys, foreign ?? '')).toBeUndefined();
  });
});

describe('return state', () => {
  test('names the charge for its own session only, under the newest key and the one before', () => {
    for (const signing of [keys, [older ?? newest]] as const) {
      const state = returnState(signing as typeof keys, sessionId, { charge: chargeId, mode: 'redirect' });
      expect(verifyReturnState(keys, sessionId, state)).toEqual({ charge: chargeId, mode: 'redirect' });
      expect(verifyReturnState(keys, otherSession, state)).toBeUndefined();
    }
  });

  test('a client secret is no return state and the other way round', () => {
    const state = returnState(keys, sessionId, { charge: chargeId, mode: 'redirect' });
    const mac = state.split('.')[2];
    expect(verifySessionToken(keys, `${sessionId}_secret_k2${mac}`)).toBeUndefined();
    expect(verifyReturnState(keys, sessionId, sessionToken(keys, sessionId, 'k2') ?? '')).toBeUndefined();
  });

  test('any changed character makes it worthless', () => {
    const state = returnState(keys, sessionId, { charge: chargeId, mode: 'redirect' });
    for (let index = 0; index < state.length; index++)
      expect(verifyReturnState(keys, sessionId, changedAt(state, index))).toBeUndefined();
  });

  test.each(['hosted', 'frame'] as const)(
    'says that the customer goes back to %s, and nobody else can',
    (mode) => {
      const [key, charge, mac] = returnState(keys, sessionId, { charge: chargeId, mode: 'redirect' }).split(
        '.',
      );
      const made = returnState(keys, sessionId, { charge: chargeId, mode });
      expect(verifyReturnState(keys, sessionId, made)).toEqual({ charge: chargeId, mode });
      expect(verifyReturnState(keys, sessionId, `${key}.${charge}.${mode}.${mac}`)).toBeUndefined();
      const other = mode === 'frame' ? 'hosted' : 'frame';
      expect(verifyReturnState(keys, sessionId, made.replace(mode, other))).toBeUndefined();
      expect(asksForFrame(made)).toBe(mode === 'frame');
      expect(verifyReturnState(keys, sessionId, made.replace(`.${mode}`, ''))).toBeUndefined();
    },
  );

  test.each([
    '',
    '.',
    '..',
    'k2',
    `k2.${chargeId}`,
    `k2.${chargeId}.`,
    `k2.${chargeId}.${'é'.repeat(43)}`,
    'k2.a.b',
  ])('%j is refused without an exception', (state) => {
    expect(verifyReturnState(keys, sessionId, state)).toBeUndefined();
  });
});
