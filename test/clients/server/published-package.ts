import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServerLibrary } from '../../../clients/server/build.ts';
import { root } from '../../integration/local/run-program.ts';

export const home = join(root, 'clients/server');

export type PublishedPackage = {
  /** The archive `npm publish` would send. */
  readonly archive: string;
  /** Paths in it. */
  readonly files: readonly string[];
  /** A project that has it installed, from the archive and nothing else. */
  readonly project: string;
  readonly remove: () => void;
};

/** Builds, packs and unpacks the library as a user would get it. */
export const publishPackage = (): PublishedPackage => {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  buildServerLibrary();
  const pack = ['pack', '--ignore-scripts', '--json', '--loglevel=error', `--pack-destination=${folder}`];
  const [packed] = JSON.parse(execFileSync('npm', pack, { cwd: home, encoding: 'utf8' }));
  const archive = join(folder, packed.filename);
  const installed = join(folder, 'node_modules/payment-routing-client');
  execFileSync('mkdir', ['-p', installed]);
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', installed]);
  const files = packed.files.map(({ path }: { readonly path: string }) => path);
  return { archive, files, project: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
