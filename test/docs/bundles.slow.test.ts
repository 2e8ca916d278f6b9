import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import { bundling } from '../../infra/bundling.ts';

const root = join(import.meta.dirname, '../..');

test('no function carries what only the documentation needs', () => {
  const entryPoints = readdirSync(join(root, 'functions'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `functions/${file}`);
  const { metafile } = buildSync({
    ...bundling,
    absWorkingDir: root,
    entryPoints,
    outdir: 'unwritten',
    write: false,
    metafile: true,
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs).toContain('lib/http/schemas/create-session-body.ts');
  expect(inputs.filter((path) => /^local\/|^lib\/http\/schemas\/responses\//.test(path))).toEqual([]);
});
