import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inCi } from './in-ci.ts';

/**
 * An official OpenAPI document (or its examples) by file name, parsed. Where the documents are not at hand: undefined, after saying so, and an
 * error in CI, so that no build is green without them.
 */
export const readSpec = (name: string): unknown => readReference(`specs/${name}`);

/** The same for a file of facts about the PSPs (`decline-codes.json`, `currency-exponents.json`). */
export const readReference = (name: string): unknown => {
  const path = fileURLToPath(new URL(`../../../shared/psp/${name}`, import.meta.url));
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'));
  if (inCi) throw new Error(`shared/psp/${name} is missing: CI checks against it`);
  if (!reported.has(name))
    console.warn(`shared/psp/${name} is not at hand: the tests that need it are skipped`);
  reported.add(name);
  return undefined;
};

const reported = new Set<string>();
