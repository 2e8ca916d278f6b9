import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as registry from '../../../lib/psp/registry.ts';

const psps = join(import.meta.dirname, '../../../lib/psp');
const parts = [
  'account-check',
  'adapter',
  'authorize',
  'capabilities',
  'client',
  'operations',
  'outcomes',
  'webhooks',
];

describe('the folder of a PSP', () => {
  test.each(Object.entries(registry))('%s has the files that every PSP has', (psp, { capabilities }) => {
    const asked = capabilities.look_up ? ['look-up'] : [];
    const missing = [...parts, ...asked].filter((part) => !existsSync(join(psps, psp, `${part}.ts`)));
    expect(missing).toEqual([]);
  });
});
