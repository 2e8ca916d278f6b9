import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tabledFiles } from './tabled-files.ts';

// `npm run docs`: writes the table of PSPs anew wherever it is shown.
for (const [path, text] of Object.entries(tabledFiles()))
  writeFileSync(join(import.meta.dirname, '../..', path), text);
