import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { bundling } from '../../infra/lambda/bundling.ts';

const root = join(import.meta.dirname, '../..');

/** The files that the functions' bundles are made of, by their paths from the root: of all functions as one bundle, which is written much sooner. */
export const functionInputs = (): readonly string[] => {
  const functions = readdirSync(join(root, 'functions'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file, index) => `export * as f${index} from './functions/${file}';`);
  const { metafile } = buildSync({
    ...bundling,
    absWorkingDir: root,
    stdin: { contents: functions.join('\n'), resolveDir: root, sourcefile: 'all-functions' },
    write: false,
    metafile: true,
  });
  return Object.keys(metafile.inputs).filter((path) => path !== 'all-functions');
};
