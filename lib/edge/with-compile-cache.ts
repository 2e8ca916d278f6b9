import { report } from './report.ts';

/**
 * The entry of a function that is deployed with V8's compile cache. Beside it lie the function itself and what a version before has compiled. V8 uses what
 * was made by the same V8 with the same flags on the same kind of processor, and ignores the rest without a word. Why so: docs/decisions/0012-compile-cache.md.
 */
const { enableCompileCache, getCompileCacheDir } = process.getBuiltinModule('node:module');
const { existsSync, readdirSync } = process.getBuiltinModule('node:fs');
const { basename } = process.getBuiltinModule('node:path');

const beside = (name: string): string => new URL(name, import.meta.url).pathname;

const cache = beside('compile-cache');
const made = existsSync(cache) ? readdirSync(cache) : [];
if (made.length > 0) enableCompileCache({ directory: cache, portable: true });
const used = basename(getCompileCacheDir() ?? '');
report({ event: 'compile_cache', found: made.includes(used) ? 'hit' : 'miss' });

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

const { handler: answer }: { readonly handler: Handler } = await import(beside('function.mjs'));

/** Whoever deploys sends `compile_cache`; a caller of the API cannot, and would get no more than code that is public to him. */
export const handler: Handler = async (event, context) => {
  if ((event as { readonly compile_cache?: unknown } | null)?.compile_cache !== 'make')
    return answer(event, context);
  const { makeCompileCache } = await import(beside('make-compile-cache.mjs'));
  return makeCompileCache(beside('function.mjs'), event);
};
