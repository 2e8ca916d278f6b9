import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as registry from '../../../lib/psp/registry.ts';

const psps = join(import.meta.dirname, '../../../lib/psp');
const named: readonly string[] = readFileSync(join(psps, 'README.md'), 'utf8').match(/`[a-z-]+`/g) ?? [];
const parts = [
  'account-check',
  'adapter',
  'authorize',
  'capabilities',
  'client',
  'operations',
  'outcomes',
  'psp-token',
  'read-dispute',
  'read-particulars',
  'read-payment',
  'read-refusal',
  'webhooks',
];

describe('the folder of a PSP', () => {
  const folders = Object.entries(registry).map(([psp, { capabilities }]) => {
    const files = readdirSync(join(psps, psp)).map((file) => file.replace('.ts', ''));
    return { psp, files, asked: capabilities.look_up ? ['look-up'] : [] };
  });

  test.each(folders)('$psp has the files that every PSP has', ({ files, asked }) => {
    expect([...parts, ...asked].filter((part) => !files.includes(part))).toEqual([]);
  });

  test.each(folders)('$psp has no file that the README does not explain', ({ files }) => {
    expect(files.filter((file) => !named.includes(`\`${file}\``))).toEqual([]);
  });
});
