import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as registry from '../../../lib/psp/registry.ts';
import { pspTable } from '../../tools/psp-table.ts';
import { tabledFiles } from '../../tools/tabled-files.ts';

describe('the table of PSPs', () => {
  test.each(Object.entries(tabledFiles()))(
    '%s shows it as it is now (else: npm run docs)',
    (path, expected) => {
      expect(readFileSync(join(import.meta.dirname, '../../..', path), 'utf8')).toBe(expected);
    },
  );

  test('has every PSP of the registry, and a cell for each', () => {
    const [head, , ...rows] = pspTable().split('\n');
    expect(head?.match(/`\w+`/g)).toEqual(Object.keys(registry).map((id) => `\`${id}\``));
    for (const row of rows)
      expect(
        row
          .split('|')
          .slice(2, -1)
          .every((cell) => cell.trim() !== ''),
      ).toBe(true);
  });
});
