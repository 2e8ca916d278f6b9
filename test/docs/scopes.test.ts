import { expect, test } from '@jest/globals';
import { scopes } from '../../lib/types/scope.ts';
import { readPage } from './read-blocks.ts';

test('docs/operate.md says who needs each scope', () => {
  const [, table = ''] = /\n\| caller \| scopes \|\n([\s\S]+?)\n\n/.exec(readPage('docs/operate.md')) ?? [];
  const named = new Set([...table.matchAll(/`([a-z_]+:[a-z]+)`/g)].map(([, scope]) => scope));
  expect([...named].toSorted()).toEqual(scopes.toSorted());
});
