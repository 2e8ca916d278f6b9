import { expect, test } from '@jest/globals';

/** What a browser has open, and what its button for back leads to. */
const opened = ['https://console.example/console/payments'];
const now = (): string => opened.at(-1) ?? '';
Object.assign(globalThis, {
  location: {
    get href() {
      return now();
    },
  },
  history: { pushState: (_: null, __: string, to: string | URL) => opened.push(new URL(to, now()).href) },
  addEventListener: () => undefined,
  scrollTo: () => undefined,
});
const { address, go, place } = await import('../../../clients/console/src/place.ts');

test('what leads to where one is already adds no step back', () => {
  const filtered = address(['payments'], { reference: 'ORD' });
  go(filtered);
  // As when Enter in a field changes it and submits its form.
  go(filtered);
  expect(opened).toEqual([
    'https://console.example/console/payments',
    'https://console.example/console/payments?reference=ORD',
  ]);
  expect(place.value.query.get('reference')).toBe('ORD');
  go(address(['payments', 'cs_1']));
  expect([place.value.parts, opened.length]).toEqual([['payments', 'cs_1'], 3]);
});

test('an address that was cut off in the middle of a letter is a place, too', () => {
  go('/console/payments/%E2%82');
  expect(place.value.parts).toEqual(['payments', '%E2%82']);
  go('/console/routing/a%20b');
  expect(place.value.parts).toEqual(['routing', 'a b']);
});
