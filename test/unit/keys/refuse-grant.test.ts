import { expect, test } from '@jest/globals';
import { type Grant, onlyFromPeople, refuseGrant } from '../../../lib/keys/refuse-grant.ts';
import type { KnownKey } from '../../../lib/types/ports.ts';
import { type Scope, scopes } from '../../../lib/types/scope.ts';

const params = { scopes: 'scopes', end: 'expires_in' };
const caller = (changes: Partial<KnownKey> = {}): KnownKey => ({
  id: 'key_me',
  name: '',
  scopes,
  livemode: false,
  ...changes,
});

/** The field at fault, or undefined if it is allowed. */
const refusedAt = (by: KnownKey, grant: Partial<Grant>): string | undefined => {
  try {
    refuseGrant(by, { id: 'key_other', scopes: ['checkout:read'], ...grant }, params);
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ code: 'grant_refused' });
    return (error as { details: { param: string } }).details.param;
  }
};

test.each(scopes)('%s is given by whoever has it, or by people alone', (scope) => {
  const own = caller({ scopes: [scope, 'keys:write'] });
  const people = onlyFromPeople.includes(scope);
  expect(refusedAt(own, { scopes: [scope] })).toBe(people ? 'scopes' : undefined);
  const others = caller({ scopes: scopes.filter((other) => other !== scope) });
  expect(refusedAt(others, { scopes: [scope] })).toBe('scopes');
});

test('one scope too many is too many', () => {
  const few: readonly Scope[] = ['checkout:read', 'checkout:write', 'keys:write'];
  expect(refusedAt(caller({ scopes: few }), { scopes: ['checkout:read', 'checkout:write'] })).toBeUndefined();
  expect(refusedAt(caller({ scopes: few }), { scopes: ['checkout:read', 'refunds:write'] })).toBe('scopes');
});

test('who may approve rules gives nobody the right to write them', () => {
  const both: readonly Scope[] = ['keys:write', 'routing:write', 'routing:approve'];
  expect(refusedAt(caller({ scopes: both }), { scopes: ['routing:write'] })).toBe('scopes');
  expect(
    refusedAt(caller({ scopes: ['keys:write', 'routing:write'] }), { scopes: ['routing:write'] }),
  ).toBeUndefined();
  expect(refusedAt(caller({ scopes: both }), { id: 'key_me', scopes: both })).toBeUndefined();
});

test('a key may give itself what it has, those of people too, and no more', () => {
  expect(refusedAt(caller(), { id: 'key_me', scopes })).toBeUndefined();
  expect(refusedAt(caller({ scopes: ['keys:write'] }), { id: 'key_me', scopes })).toBe('scopes');
});

test.each<[string, number | undefined, number | undefined, boolean]>([
  ['none, by one without an end', undefined, undefined, true],
  ['any, by one without an end', undefined, 5_000, true],
  ['its own', 1_000, 1_000, true],
  ['an earlier one', 1_000, 999, true],
  ['one a second later', 1_000, 1_001, false],
  ['none, by one that ends', 1_000, undefined, false],
])('an end: %s', (_, end, expires_at, allowed) => {
  expect(refusedAt(caller({ end }), { expires_at })).toBe(allowed ? undefined : 'expires_in');
  expect(refusedAt(caller({ end }), { id: 'key_me', expires_at })).toBe(allowed ? undefined : 'expires_in');
});

test('a person gives what only people give, and nothing beyond their role', () => {
  const person = caller({ id: 'ada@example.com' });
  for (const scope of onlyFromPeople) expect(refusedAt(person, { scopes: [scope] })).toBeUndefined();
  const lesser = caller({ id: 'ada@example.com', scopes: ['keys:write'] });
  expect(refusedAt(lesser, { scopes: ['charges:decide'] })).toBe('scopes');
});
