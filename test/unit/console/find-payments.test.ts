import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { caller } from '../../../clients/console/src/caller.ts';
import { chargesQuery } from '../../../clients/console/src/charges-query.ts';
import { filtersOf, sessionIn } from '../../../clients/console/src/find-filters.ts';
import { clock } from '../../../clients/console/src/preferences.ts';
import type { Caller } from '../../../clients/server/src/generated/api-types.ts';
import { isCustomerFilter } from '../../../lib/http/mask-customer.ts';

beforeEach(() => {
  clock.value = 'utc';
});
afterEach(() => {
  clock.value = 'local';
  caller.value = undefined;
});

test.each([
  ['4242', { last4: '4242' }],
  ['4242 25.99 2026-11-28', { last4: '4242', amount: '25.99', from: '2026-11-28', to: '2026-11-28' }],
  ['2026-11-28 25,99 4242', { last4: '4242', amount: '25,99', from: '2026-11-28', to: '2026-11-28' }],
  ['anna@example.com', { email: 'anna@example.com' }],
  ['ORD-1001', { reference: 'ORD-1001' }],
  ['42421', { reference: '42421' }],
  ['Order 17', { reference: 'Order 17' }],
])('%s looks for %j', (text, filters) => expect(filtersOf(text.split(' '))).toEqual(filters));

const session = 'cs_01k9p2mn4v8e2q6t0r5x7w3h01';
test.each([
  [session, session],
  [`${session}_secret_k1_AbC-9`, session],
  [`https://pay.example/pay/${session}#${session}_secret_k1_AbC-9`, session],
  [`https://pay.example/pay/${session}?x=1`, session],
  ['ORD-1001', undefined],
  ['cs_1', undefined],
  [`${session}0`, undefined],
])('%s is of the session %s, without its secret', (text, id) => expect(sessionIn(text)).toBe(id));

const asked = (query: string) => chargesQuery(new URLSearchParams(query));

describe('the address of a list', () => {
  test('asks for what it names and nothing else', () => {
    expect(asked('')).toEqual({ limit: 25 });
    expect(asked('status=captured&psp=adyen&last4=4242&unknown=1')).toEqual({
      limit: 25,
      status: 'captured',
      psp: 'adyen',
      last4: '4242',
    });
    expect(asked('reference=ORD&email=an%40')).toEqual({
      limit: 25,
      'reference[prefix]': 'ORD',
      'customer_email[prefix]': 'an@',
    });
  });

  test('who sees customers’ data masked looks for a whole reference, which is not refused', () => {
    caller.value = { role: 'viewer' } as Caller;
    const query = asked('reference=ORD-1001&last4=4242');
    expect(query).toEqual({ limit: 25, reference: 'ORD-1001', last4: '4242' });
    expect(Object.keys(query).filter(isCustomerFilter)).toEqual([]);
    caller.value = { role: 'support' } as Caller;
    expect(asked('reference=ORD-1001')).toEqual({ limit: 25, 'reference[prefix]': 'ORD-1001' });
  });

  test('an amount is one of its currency', () => {
    expect(asked('amount=25.99').amount).toEqual({ gte: 2599, lte: 2599 });
    expect(asked('amount=2599&currency=jpy').amount).toEqual({ gte: 2599, lte: 2599 });
    expect(asked('amount=2599&currency=JPY')).toMatchObject({ currency: 'jpy', amount: { gte: 2599 } });
    for (const unreadable of ['many', '1.234,56', '25.999'])
      expect(() => asked(`amount=${unreadable}`)).toThrow('Amount: expected a number such as 25.99.');
  });

  test('a day is the whole day; from one on, or until the end of one, or both', () => {
    const at = (text: string) => Date.parse(text) / 1000;
    expect(asked('from=2026-11-28').created).toEqual({ gte: at('2026-11-28T00:00:00Z') });
    expect(asked('from=2026-11-28&to=2026-11-28').created).toEqual({
      gte: at('2026-11-28T00:00:00Z'),
      lte: at('2026-11-28T23:59:59Z'),
    });
    expect(asked('from=2026-11-01&to=2026-11-28').created).toEqual({
      gte: at('2026-11-01T00:00:00Z'),
      lte: at('2026-11-28T23:59:59Z'),
    });
    expect(asked('to=2026-11-28').created).toEqual({ lte: at('2026-11-28T23:59:59Z') });
  });

  test.each(['from=2026-02-30', 'to=2026-13-01', 'from=yesterday&to=2026-11-28'])(
    '%s names no day: it is refused, since the list would be longer than asked for',
    (query) => expect(() => asked(query)).toThrow('Expected a day.'),
  );
});
