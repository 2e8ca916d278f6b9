import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { statesPage } from './states-page.ts';
import { tabledFiles } from './tabled-files.ts';

// `npm run docs`: writes what pages show of the code.
for (const [path, text] of Object.entries({ ...tabledFiles(), 'docs/states.md': statesPage() }))
  writeFileSync(join(import.meta.dirname, '../..', path), text);
