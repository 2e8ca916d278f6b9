import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { buildTypes } from '../browser/build-types.ts';

/** Writes the published module and its types into `dist`. */
const buildReactLibrary = (): void => {
  buildTypes();
  const home = import.meta.dirname;
  execFileSync(join(home, '../../node_modules/.bin/tsc'), ['-p', home], { stdio: 'inherit' });
};

if (import.meta.main) buildReactLibrary();
