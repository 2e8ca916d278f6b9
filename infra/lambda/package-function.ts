import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../environments.ts';
import { bundleOf } from './bundling.ts';

/** Writes a function's one deployed file, `index.mjs`, into a folder. */
export const packageFunction = (
  name: string,
  directory: string,
  { accounts }: Pick<Environment, 'accounts'>,
): void => {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'index.mjs'), bundleOf(name, accounts));
};
