import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutationPage } from '../mutation/mutation-page.ts';
import { architecturePage } from './architecture-page.ts';
import { statesPage } from './states-page.ts';
import { tabledFiles } from './tabled-files.ts';

// `npm run docs`: writes what pages show of the code.
for (const [path, text] of Object.entries({
  ...tabledFiles(),
  'lib/README.md': architecturePage(),
  'lib/payments/transitions/README.md': statesPage(),
  'test/mutation/README.md': mutationPage(),
}))
  writeFileSync(join(import.meta.dirname, '../..', path), text);
