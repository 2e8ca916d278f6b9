import { report } from './report.ts';

/**
 * The entry of a function deployed with V8's compile cache. The function itself and the cache that a previous version made are next to it. V8 uses
 * what the same V8 made with the same flags on the same kind of processor, and silently ignores the rest. Why: docs/decisions/0012-compile-cache.md.
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

/** The deployer sends `compile_cache`; a caller of the API cannot, and would only get code that is public anyway. */
export const handler: Handler = async (event, context) => {
  if ((event as { readonly compile_cache?: unknown } | null)?.compile_cache !== 'make')
    return answer(event, context);
  const { makeCompileCache } = await import(beside('make-compile-cache.mjs'));
  return makeCompileCache(beside('function.mjs'), event);
};
