import { expect, test } from '@jest/globals';
import { readPublishedRules } from '../../../lib/config/read-published-rules.ts';
import { rule } from '../routing/fixtures.ts';

test('the rules that the reader serves, by name', async () => {
  const [a, b] = [
    { ...rule({ stripe: 1 }), name: 'a' },
    { ...rule({ stripe: 2 }), name: 'b' },
  ];
  expect(await readPublishedRules(async () => ({ rules: { b, a } }))).toEqual([a, b]);
});
