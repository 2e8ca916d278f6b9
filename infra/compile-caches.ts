import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { CompileCache } from '../lib/edge/make-compile-cache.ts';
import { awsJson } from './aws-call.ts';
import { stranger } from './stranger.ts';

/** A folder per code, named by its SHA-256. */
const onThisMachine = fileURLToPath(new URL('../.data/compile-cache', import.meta.url));

/** Where the cache of exactly this code is. Undefined if this machine has none: the function is then deployed without one. */
export const compileCacheOf = (code: Uint8Array, caches = onThisMachine): string | undefined => {
  const folder = join(caches, createHash('sha256').update(code).digest('hex'));
  return existsSync(folder) ? folder : undefined;
};

/** The event that makes a function produce its cache. */
export const makeCache = { ...stranger, compile_cache: 'make' } as const;

/** Makes a deployed function produce its cache, and stores it. Returns the files' names; if the answer is not a cache, throws it. */
export const fetchCompileCache = async (
  functionName: string,
  caches?: string,
): Promise<readonly string[]> => {
  const answer = await awsJson<object>({
    service: 'lambda',
    method: 'POST',
    path: `/2015-03-31/functions/${functionName}/invocations?Qualifier=live`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(makeCache),
  });
  return keepCompileCache(functionName, answer, caches);
};

export const keepCompileCache = (
  functionName: string,
  answer: Partial<CompileCache>,
  caches = onThisMachine,
): readonly string[] => {
  const { code = '', files } = answer;
  if (!files || !/^[0-9a-f]{64}$/.test(code))
    throw new Error(`${functionName} made no compile cache: ${JSON.stringify(answer).slice(0, 300)}`);
  const folder = join(caches, code);
  for (const [path, content] of Object.entries(files)) {
    const file = resolve(folder, path);
    if (!file.startsWith(folder + sep))
      throw new Error(`${functionName} has a file outside its cache: ${path}`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, gunzipSync(Buffer.from(content, 'base64')));
  }
  return Object.keys(files);
};
