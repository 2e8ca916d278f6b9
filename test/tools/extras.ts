import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@jest/globals';
import { inCi } from './in-ci.ts';

const modules = join(import.meta.dirname, '../../node_modules');

/**
 * A test with a checker that weighs too much for every install. `npm run extras` adds it; without it the test is skipped, in CI it must be there.
 */
export const testWith = (checker: string): typeof test | typeof test.skip =>
  inCi || existsSync(join(modules, checker)) ? test : test.skip;
