import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import { environments } from '../../infra/environments.ts';
import { bundling, withAdaptersOf } from '../../infra/lambda/bundling.ts';
import * as registry from '../../lib/psp/registry.ts';
import type { Assembly } from './assembly.ts';
import { assetOf } from './asset-of.ts';
import { functionsOf } from './role-policy.ts';

/** Those of the vault, in a folder of their own, belong to another stack. */
const inFunctions = readdirSync(new URL('../../functions', import.meta.url))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''));

/** A hundred bytes more than this and a cold start is a different one: the largest bundle, with room for a feature. */
const largest_bytes = 520_000;

const packages = /^(@aws-sdk|@aws|@smithy|@middy)\/|^(zod|credit-card-type|bowser|mnemonist|obliterator)$/;

/** What is uploaded as code. */
export const describeBundles = (synthesized: () => Assembly): void =>
  describe('the bundles', () => {
    let assembly: Assembly;
    let names: readonly string[];

    beforeAll(() => {
      assembly = synthesized();
      names = [...functionsOf(assembly, 'dev').keys()];
    });

    const directoryOf = (name: string): string => {
      const found = functionsOf(assembly, 'dev').get(name);
      if (!found) throw new Error(`no function ${name}`);
      return assetOf(assembly, found.resource);
    };

    test('are one for each file of functions/ and the one that watches, each one module and nothing else', () => {
      expect(names.toSorted()).toEqual([...inFunctions, 'pay-synthetically'].toSorted());
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
      const { metafile } = buildSync({
        ...bundling,
        absWorkingDir: new URL('../..', import.meta.url).pathname,
        entryPoints: inFunctions.map((name) => `functions/${name}.ts`),
        outdir: 'in-memory',
        write: false,
        metafile: true,
      });
      for (const input of Object.keys(metafile.inputs)) {
        const [, inPackage] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input) ?? [];
        if (inPackage) seen.add(inPackage);
        else expect(input).toMatch(/^(functions|lib)\//);
      }
      expect([...seen].filter((name) => !packages.test(name))).toEqual([]);
    });

    test('hold the adapters of the accounts and no others, and read webhooks only where they come in', () => {
      const { accounts } = environments.dev;
      const used = new Set(Object.values(accounts).map(({ psp }) => psp));
      const { metafile } = withAdaptersOf(accounts, (options) =>
        buildSync({
          ...options,
          absWorkingDir: new URL('../..', import.meta.url).pathname,
          entryPoints: inFunctions.map((name) => `functions/${name}.ts`),
          outdir: 'in-memory',
          write: false,
          metafile: true,
        }),
      );
      const pspsWith = (name: string, includes: (file: string) => boolean) => {
        const { inputs = {} } = metafile?.outputs[`in-memory/${name}.js`] ?? {};
        const psps = Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => {
          const [, psp, file = ''] = /^lib\/psp\/(\w+)\/(.+)$/.exec(path) ?? [];
          return psp === undefined || !includes(file) || bytesInOutput === 0 ? [] : [psp];
        });
        return new Set(psps);
      };
      expect(pspsWith('confirm-checkout-session', (file) => file !== 'capabilities.ts')).toEqual(used);
      expect(used.size).toBeLessThan(Object.keys(registry).length);
      const readers = inFunctions.filter((name) => pspsWith(name, (file) => file === 'webhooks.ts').size > 0);
      expect(readers).toEqual(['receive-psp-webhook']);
    });
  });
