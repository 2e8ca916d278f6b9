import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';

const home = import.meta.dirname;

/** Writes the published files to `directory`: one module with its types for `import`, one for `require`. */
export const buildServerLibrary = (directory = join(home, 'dist')): void => {
  rmSync(directory, { recursive: true, force: true });
  for (const [format, type] of [
    ['esm', 'module'],
    ['cjs', 'commonjs'],
  ] as const) {
    const out = join(directory, format);
    buildSync({
      entryPoints: [join(home, 'src/index.ts')],
      outfile: join(out, 'index.js'),
      bundle: true,
      format,
      platform: 'neutral',
      target: 'es2022',
      sourcemap: 'linked',
      logLevel: 'error',
    });
    writeTypes(out);
    writeFileSync(join(out, 'package.json'), `${JSON.stringify({ type })}\n`);
  }
};

/** Only the declarations that `index.ts` exports, and those that they use. */
const writeTypes = (out: string): void => {
  const tsc = join(home, '../../node_modules/.bin/tsc');
  execFileSync(tsc, ['-p', home, '--outDir', out], { stdio: ['ignore', 'inherit', 'inherit'] });
  const needed = new Set<string>();
  const follow = (file: string): void => {
    if (needed.has(file)) return;
    needed.add(file);
    const source = readFileSync(file, 'utf8');
    for (const [, specifier = ''] of source.matchAll(specifiers))
      follow(join(dirname(file), specifier.replace(/\.ts$/, '.d.ts')));
    // Published types must name files that exist next to them; not every compiler looks for a declaration under `.ts`.
    writeFileSync(
      file,
      source.replace(specifiers, (clause) => clause.replace(/\.ts'$/, ".js'")),
    );
  };
  follow(join(out, 'index.d.ts'));
  for (const file of globSync(join(out, '**/*.d.ts'))) if (!needed.has(file)) rmSync(file);
};

const specifiers = /from '(\.[^']+\.ts)'/g;

if (import.meta.main) buildServerLibrary();
