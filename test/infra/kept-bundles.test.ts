import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { keptBundles } from '../../infra/lambda/kept-bundles.ts';

const root = join(import.meta.dirname, '../..');
const kept = join(root, 'node_modules/.cache/bundles');
const input = 'node_modules/.cache/kept-bundles-test.js';

/** Written by this test, and no other that runs meanwhile. */
const written = new Set<string>();
afterEach(() => {
  for (const path of [join(root, input), ...written]) rmSync(path, { force: true });
});

const holds = (name: string): boolean => readFileSync(join(kept, name), 'utf8').includes(input);

test('a bundle is made again only if its settings or a file that it was made of have changed', () => {
  let made = 0;
  const bundle = (settings: string): string | undefined => {
    mkdirSync(kept, { recursive: true });
    const names = new Set(readdirSync(kept));
    const texts = keptBundles(settings, () => {
      made += 1;
      return { inputs: [input], texts: { charge: `bundle ${made}` } };
    });
    for (const name of readdirSync(kept).filter(
      (name) => name.endsWith('.json') && !names.has(name) && holds(name),
    ))
      written.add(join(kept, name));
    return texts.charge;
  };
  const settings = randomUUID();
  writeFileSync(join(root, input), 'first');
  expect([bundle(settings), bundle(settings)]).toEqual(['bundle 1', 'bundle 1']);
  writeFileSync(join(root, input), 'second');
  expect([bundle(settings), bundle(settings)]).toEqual(['bundle 2', 'bundle 2']);
  rmSync(join(root, input));
  expect(bundle(settings)).toBe('bundle 3');
  expect(bundle(`${settings} changed`)).toBe('bundle 4');
});
