import { expect, test } from '@jest/globals';
import { eventTypes } from '../../lib/types/event.ts';
import { readPage } from './read-blocks.ts';

/** The types in the first column: `.canceled` after `checkout.session.paid` is `checkout.session.canceled`. */
const typesIn = (row: string): readonly string[] => {
  const names = [...row.matchAll(/`([a-z_.]+)`/g)].map(([, name = '']) => name);
  const [first = ''] = names;
  const about = first.slice(0, first.lastIndexOf('.'));
  return names.map((name) => (name.startsWith('.') ? about + name : name));
};

test('the webhooks page says when each event is sent', () => {
  const [, section = ''] = readPage('docs/webhooks.md').split('\n## Event types\n');
  const rows = section.split('\n## ')[0]?.match(/^\| `[^|]*/gm) ?? [];
  expect(rows.flatMap(typesIn).toSorted()).toEqual([...eventTypes].toSorted());
});
