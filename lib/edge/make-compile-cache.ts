import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

export type CompileCache = {
  /** SHA-256 of the function's code, in hex. */
  readonly code: string;
  /** Files by their path in the cache, compressed with gzip, in base64. */
  readonly files: Readonly<Record<string, string>>;
};

/**
 * The code that V8 has compiled once the function in `file` has been loaded and has answered `event`, in a process with this one's settings. The
 * cache is next to the function, as it will be when deployed, because its keys are relative paths. If that process made no cache, throws its output.
 */
export const makeCompileCache = (file: string, event: unknown): CompileCache => {
  const place = mkdtempSync(join(tmpdir(), 'compile-cache-'));
  try {
    const [code, cache] = [join(place, 'function.mjs'), join(place, 'compile-cache')];
    copyFileSync(file, code);
    const { stderr } = spawnSync(
      process.execPath,
      [...process.execArgv, '--input-type=module', '--eval', program, code, JSON.stringify(event)],
      {
        env: { ...process.env, NODE_COMPILE_CACHE: cache, NODE_COMPILE_CACHE_PORTABLE: '1' },
        encoding: 'utf8',
      },
    );
    const made = existsSync(cache) ? readdirSync(cache, { recursive: true, withFileTypes: true }) : [];
    const files = made
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    if (files.length === 0) throw new Error(`no compile cache was made: ${stderr}`);
    return {
      code: createHash('sha256').update(readFileSync(code)).digest('hex'),
      files: Object.fromEntries(
        files.map((path) => [relative(cache, path), gzipSync(readFileSync(path)).toString('base64')]),
      ),
    };
  } finally {
    rmSync(place, { recursive: true });
  }
};

const program = `
const [, file, event] = process.argv;
const { handler } = await import(file);
await handler(JSON.parse(event), { getRemainingTimeInMillis: () => 10_000 }).catch(() => undefined);
process.getBuiltinModule('node:module').flushCompileCache();
process.exit();
`;
