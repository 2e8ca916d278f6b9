import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import { functionInputs } from '../infra/function-inputs.ts';
import { root } from '../integration/local/run-program.ts';

type Entry = {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly inBundle?: true;
  readonly link?: true;
};

const lock: Readonly<Record<string, Entry>> = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
).packages;
const entries = Object.entries(lock).filter(([path, { link }]) => path !== '' && !link);

describe('package-lock.json', () => {
  test('knows the content of every package', () => {
    expect(entries.length).toBeGreaterThan(400);
    // What is inside another package's archive is covered by the integrity of that one.
    expect(entries.filter(([, { integrity, inBundle }]) => !integrity && !inBundle)).toEqual([]);
    for (const [, { integrity }] of entries)
      if (integrity !== undefined) expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
  });

  test('names no address to download from', () => {
    expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(
      /"(resolved|https?:[^"]*\.tgz)"/,
    );
  });
});

type Component = { readonly name: string; readonly version: string; readonly hashes?: readonly unknown[] };

test('the bill of materials has every package that ships, in its version, with its hash', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [program = '', ...parameters] = (scripts.sbom as string).split(' ');
  const reported = execFileSync(program, parameters, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  const components = (JSON.parse(reported) as { readonly components: readonly Component[] }).components;
  const shipped = new Set([...packagesOf(functionInputs()), ...packagesOf(fieldsInputs())]);
  for (const expected of ['zod', '@middy/core', '@aws-sdk/client-dynamodb', '@smithy/core', 'card-validator'])
    expect([...shipped]).toContain(expected);
  for (const name of shipped) {
    const version = lock[`node_modules/${name}`]?.version;
    const found = components.find((one) => one.name === name && one.version === version);
    expect([name, found?.hashes?.length]).toEqual([name, 1]);
  }
});

const fieldsInputs = (): readonly string[] => {
  const { metafile } = buildSync({
    bundle: true,
    entryPoints: ['frame', 'fields', 'wallet-frame', 'wallets'].map(
      (part) => `clients/browser/src/${part}/main.ts`,
    ),
    absWorkingDir: root,
    outdir: 'unwritten',
    write: false,
    metafile: true,
  });
  return Object.keys(metafile.inputs);
};

/** Each is installed once, at the top: a second version of one would stand deeper, and is refused. */
const packagesOf = (inputs: readonly string[]): readonly string[] =>
  inputs.flatMap((path) => {
    const parts = path.split('node_modules/');
    if (parts.length > 2) throw new Error(`${path} is not at the top`);
    const name = /^(@[^/]+\/[^/]+|[^/]+)\//.exec(parts[1] ?? '')?.[1];
    return name === undefined ? [] : [name];
  });
