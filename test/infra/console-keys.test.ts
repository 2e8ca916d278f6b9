import { expect, test } from '@jest/globals';
import {
  newConsoleSecret,
  withAddedConsoleKey,
  withPromotedConsoleKey,
} from '../../infra/keys/console-keys.ts';
import { consoleCookie, consoleTokenIn, verifyConsoleToken } from '../../lib/http/console-token.ts';
import { newSigningKey, verifyingKeyOf } from '../../lib/runtime/signing-keys.ts';

const make = { secret: () => '', signing: newSigningKey };
const ada = { id: 'ada@example.com', name: 'Ada', role: 'viewer' } as const;

test('the key of the console rotates without a token that a function refuses, and two are kept', () => {
  const first = newConsoleSecret(make);
  const added = withAddedConsoleKey(first, make);
  const promoted = withPromotedConsoleKey(added);
  const known = added.keys.map(verifyingKeyOf);
  for (const { keys } of [first, added, promoted]) {
    const [key] = keys;
    if (!key) throw new Error('no key signs');
    const token = consoleTokenIn([consoleCookie(ada, 'sig_1', { key, now: 1 }).split(';')[0] ?? '']) ?? '';
    expect(verifyConsoleToken(token, known)).toEqual({ ...ada, sign_in: 'sig_1', ends: 901 });
  }
  expect(added.keys.map(({ id }) => id)).toEqual(['s1', 's2']);
  expect(promoted.keys.map(({ id }) => id)).toEqual(['s2', 's1']);
  expect(withPromotedConsoleKey(promoted)).toEqual(promoted);
  const next = withPromotedConsoleKey(withAddedConsoleKey(promoted, make));
  expect(next.keys.map(({ id }) => id)).toEqual(['s3', 's2']);
});
