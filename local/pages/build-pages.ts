import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { StaticFile } from './server/serve-files.ts';

/** The shop and the demonstration, one page: its HTML, one script, one style sheet. */
export const buildPages = (): readonly StaticFile[] => {
  const folder = join(import.meta.dirname, 'browser');
  const { outputFiles, warnings } = buildSync({
    absWorkingDir: folder,
    entryPoints: ['main.ts', 'style.css'],
    outdir: 'out',
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
  });
  if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join('; '));
  const built = (ending: string) =>
    Buffer.from(outputFiles.find(({ path }) => path.endsWith(ending))?.contents ?? []);
  return [
    file('/', 'text/html', readFileSync(join(folder, 'index.html'))),
    file('/demo/main.js', 'text/javascript', built('.js')),
    file('/demo/style.css', 'text/css', built('.css')),
  ];
};

const file = (path: string, type: string, content: Buffer): StaticFile => ({
  path,
  content,
  headers: {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  },
});
