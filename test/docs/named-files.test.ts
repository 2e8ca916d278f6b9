import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { pages } from './read-blocks.ts';

const root = join(import.meta.dirname, '../..');
const named = /`((?:bench|clients|functions|infra|lib|local|test)\/[\w./-]+\.(?:ts|js|cjs|json))`/g;

test('a file that a page names is there', () => {
  expect(pages().length).toBeGreaterThan(50);
  const gone = pages().flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(named)]
      .map(([, file = '']) => file)
      .filter((file) => !existsSync(join(root, file)))
      .map((file) => `${page}: ${file}`),
  );
  expect(gone).toEqual([]);
});
