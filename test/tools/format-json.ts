import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

/** As a JSON file of the project, in the formatter's way. */
export const formatJson = (content: unknown): string =>
  execFileSync(process.execPath, [biome, 'format', '--stdin-file-path=content.json'], {
    cwd: root,
    input: JSON.stringify(content, null, 2),
    encoding: 'utf8',
  });
