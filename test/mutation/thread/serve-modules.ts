import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root } from '../root.ts';

const rootUrl = `${pathToFileURL(root).href}/`;
const gathering = new URL('./gathering.ts', import.meta.url).href;

export type Modules = {
  /** Loads a file, and all of the project that it imports, once in each generation. */
  readonly load: (file: string) => Promise<Readonly<Record<string, unknown>>>;
  /** From now on everything is loaded anew. */
  readonly renew: () => void;
  /** Who imports whom, from the root. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
};

/** The project's modules with mutants in them, and the gathering of tests in place of jest. */
export const serveModules = (mutated: ReadonlyMap<string, string>): Modules => {
  const sources = new Map(mutated);
  const imports = new Map<string, Set<string>>();
  let generation = 0;
  const fileOf = (url: string): string => relative(root, fileURLToPath(url));
  const isOurs = (url: string): boolean =>
    url.startsWith(rootUrl) && !url.includes('/node_modules/') && /\.ts(\?|$)/.test(url);
  registerHooks({
    resolve: (specifier, context, nextResolve) => {
      if (specifier === '@jest/globals') return { url: gathering, shortCircuit: true };
      const found = nextResolve(specifier, context);
      if (!isOurs(found.url) || found.url.includes('/test/mutation/')) return found;
      const parent = context.parentURL;
      if (parent !== undefined && isOurs(parent)) {
        const from = fileOf(parent);
        imports.set(from, (imports.get(from) ?? new Set()).add(fileOf(found.url)));
      }
      return { ...found, url: `${found.url.split('?')[0]}?generation=${generation}` };
    },
    load: (url, context, nextLoad) => {
      if (!isOurs(url) || url.includes('/test/mutation/')) return nextLoad(url, context);
      const file = fileOf(url);
      const source = sources.get(file) ?? stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'));
      sources.set(file, source);
      return { format: 'module', source, shortCircuit: true };
    },
  });
  return {
    load: (file) => import(new URL(file, rootUrl).href),
    renew: () => {
      generation += 1;
    },
    imports,
  };
};
