import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the declarations of the published module into `dist/types`. */
export const buildTypes = (): void => {
  const home = import.meta.dirname;
  execFileSync(join(home, '../../node_modules/.bin/tsc'), ['-p', home], { stdio: 'inherit' });
  // Published types must name files that exist next to them; not every compiler looks for a declaration under `.ts`.
  for (const file of globSync(join(home, 'dist/types/**/*.d.ts')))
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.[^']+)\.ts'/g, "$1.js'"));
};

if (import.meta.main) buildTypes();
