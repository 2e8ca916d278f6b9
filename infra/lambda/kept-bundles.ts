import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Bundles by name, and the files that they were made from: paths from the root of the project. */
export type Bundles = {
  readonly inputs: readonly string[];
  readonly texts: Readonly<Record<string, string>>;
};

type Kept = Omit<Bundles, 'inputs'> & { readonly made_of: Readonly<Record<string, string>> };

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'node_modules/.cache/bundles');

const digest = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * The result of `make`, without calling it if an earlier process did so with the same `settings`, and no file that it read has changed since. That
 * saves 5 s per synth, and a deploy has two.
 */
export const keptBundles = (settings: unknown, make: () => Bundles): Bundles['texts'] => {
  const file = join(folder, `${digest(JSON.stringify(settings).replaceAll(root, ''))}.json`);
  const kept = read(file);
  if (kept && Object.entries(kept.made_of).every(([path, before]) => digestOf(path) === before))
    return kept.texts;
  const { inputs, texts } = make();
  mkdirSync(folder, { recursive: true });
  // Other processes may be reading it, or making the same one.
  const written = `${file}.${randomUUID()}`;
  const made_of = Object.fromEntries(inputs.map((path) => [path, digestOf(path)]));
  writeFileSync(written, JSON.stringify({ made_of, texts }));
  renameSync(written, file);
  return texts;
};

const read = (file: string): Kept | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

const digestOf = (path: string): string | undefined => {
  try {
    return digest(readFileSync(join(root, path)));
  } catch {
    return undefined;
  }
};
