import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import { bundling } from '../../infra/bundling.ts';
import { type Assembly, synthesizedAssembly } from './assembly.ts';
import { assetOf } from './asset-of.ts';
import { functionsOf } from './role-policy.ts';

/** A hundred bytes more than this and a cold start is a different one: the largest bundle, with room for a feature. */
const largest_bytes = 525_000;

const packages = /^(@aws-sdk|@aws|@smithy|@middy)\/|^(zod|credit-card-type|bowser|mnemonist|obliterator)$/;

describe('the bundles', () => {
  let assembly: Assembly;
  let names: readonly string[];

  beforeAll(() => {
    assembly = synthesizedAssembly('dev');
    names = [...functionsOf(assembly, 'dev').keys()];
  }, 300_000);

  afterAll(() => {
    if (assembly) rmSync(assembly.directory, { recursive: true });
  });

  const directoryOf = (name: string): string => {
    const found = functionsOf(assembly, 'dev').get(name);
    if (!found) throw new Error(`no function ${name}`);
    return assetOf(assembly, found.resource);
  };

  test('are one for each file of functions/, each one module and nothing else', () => {
    const files = readdirSync(new URL('../../functions', import.meta.url)).map((file) =>
      file.replace(/\.ts$/, ''),
    );
    expect(names.toSorted()).toEqual(files.toSorted());
    for (const name of names) expect(readdirSync(directoryOf(name))).toEqual(['index.mjs']);
  });

  test('are minified ES modules without source maps, of a bounded size', () => {
    for (const name of names) {
      const code = readFileSync(join(directoryOf(name), 'index.mjs'), 'utf8');
      expect(code).toMatch(/export\s*\{[^}]*as handler/);
      expect(code).not.toContain('sourceMappingURL');
      expect({ name, fits: Buffer.byteLength(code) < largest_bytes }).toEqual({ name, fits: true });
      expect(code.split('\n').length).toBeLessThan(Buffer.byteLength(code) / 200);
    }
  });

  test('hold lib/, functions/ and packages from a short list: no PSP SDK, no AWS SDK 2, no test or local code', () => {
    const seen = new Set<string>();
    for (const name of names) {
      const { metafile } = buildSync({
        ...bundling,
        absWorkingDir: new URL('../..', import.meta.url).pathname,
        entryPoints: [`functions/${name}.ts`],
        write: false,
        metafile: true,
      });
      for (const input of Object.keys(metafile.inputs)) {
        const [, inPackage] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input) ?? [];
        if (inPackage) seen.add(inPackage);
        else expect(input).toMatch(/^(functions|lib)\//);
      }
    }
    expect([...seen].filter((name) => !packages.test(name))).toEqual([]);
  });
});
