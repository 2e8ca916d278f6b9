import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { libRules, withImportRules } from './import-rules.ts';
import { statesPage } from './states-page.ts';
import { tabledFiles } from './tabled-files.ts';

const root = join(import.meta.dirname, '../..');
const biome = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));

// `npm run docs`: writes what pages show of the code, and the import rules.
for (const [path, text] of Object.entries({
  ...tabledFiles(),
  'lib/charge/transitions/README.md': statesPage(),
  'import-rules.grit': libRules(),
  'biome.json': `${JSON.stringify({ ...biome, overrides: withImportRules(biome.overrides) }, null, 2)}\n`,
}))
  writeFileSync(join(root, path), text);
spawnSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', 'biome.json'], { cwd: root });
