import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { root } from '../integration/local/run-program.ts';
import { readPage } from './read-blocks.ts';

const index = readPage('docs/decisions/README.md');
const rows = [...index.matchAll(/^\| (?:\[(\d{4})\]\((.*)\)|(\d{4})) \| .+\. \| (.+) \|$/gm)].map(
  ([, linked, file, bare = '', status = '']) => ({ number: linked ?? bare, file, status }),
);
const records = globSync('docs/decisions/0*.md', { cwd: root }).toSorted();
const kept = rows.flatMap(({ number, file }) => (file === undefined ? [] : [number]));

/** The numbers in the status line of a record. */
const supersededBy = (by: string): readonly string[] => {
  const page = readPage(records.find((record) => basename(record).startsWith(`${by}-`)) ?? '');
  return /^Status: .*$/m.exec(page)?.[0].match(/\d{4}/g) ?? [];
};

describe('the index of decisions', () => {
  test('links every record under its number, in their order', () => {
    expect(rows.length).toBe(index.split('\n').filter((line) => /^\| \[?\d/.test(line)).length);
    expect(rows.flatMap(({ file }) => file ?? [])).toEqual(records.map((record) => basename(record)));
    expect(kept).toEqual(records.map((record) => basename(record).slice(0, 4)));
    expect(rows).toEqual(rows.toSorted((a, b) => Number(a.number) - Number(b.number)));
  });

  test('names the record that supersedes one without a page, and that one says so', () => {
    for (const { number, file, status } of rows) {
      const [, by = ''] = /^superseded by (\d{4})$/.exec(status) ?? [];
      if (file === undefined) expect(supersededBy(by)).toContain(number);
      else expect(status).toBe('accepted');
    }
  });

  test('names the next number, which is above all others', () => {
    const [, next = ''] = /The next number is (\d{4})\./.exec(index) ?? [];
    expect(Number(next)).toBe(Math.max(...rows.map(({ number }) => Number(number))) + 1);
  });
});

test.each(records)('%s has a number, a status, and short sections', (record) => {
  const [number] = basename(record).split('-');
  const page = readPage(record);
  expect(page).toMatch(
    new RegExp(`^# ${number} .+\n\nStatus: accepted\\.( Supersedes .+\\.)?\n\n\\*\\*Context\\.\\*\\* `),
  );
  expect(page).toMatch(/^\*\*Decision\.\*\*/m);
  expect(page).toMatch(/^\*\*Consequences\.\*\*/m);
  expect(page.replace(/^\|.*$/gm, '').split(/\s+/).length).toBeLessThan(300);
});
