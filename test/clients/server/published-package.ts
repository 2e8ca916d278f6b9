import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServerLibrary } from '../../../clients/server/build.ts';
import { root } from '../../integration/local/run-program.ts';

export const home = join(root, 'clients/server');

export type PublishedPackage = {
  /** What is packed: manifest, README and a fresh build. */
  readonly source: string;
  /** The archive `npm publish` would send. */
  readonly archive: string;
  /** Paths in it. */
  readonly files: readonly string[];
  /** A project that has it installed, from the archive and nothing else. */
  readonly project: string;
  readonly remove: () => void;
};

/** Builds, packs and unpacks the library as a user would get it, in a folder of its own. */
export const publishPackage = (): PublishedPackage => {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  const source = join(folder, 'source');
  buildServerLibrary(join(source, 'dist'));
  for (const file of ['package.json', 'README.md']) copyFileSync(join(home, file), join(source, file));
  const pack = ['pack', '--ignore-scripts', '--json', '--loglevel=error', `--pack-destination=${folder}`];
  const [packed]: readonly Packed[] = JSON.parse(
    execFileSync('npm', pack, { cwd: source, encoding: 'utf8' }),
  );
  if (!packed) throw new Error('npm packed nothing');
  const archive = join(folder, packed.filename);
  const project = join(folder, 'project');
  const installed = join(project, 'node_modules/payment-routing-client');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', installed]);
  const files = packed.files.map(({ path }) => path);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { source, archive, files, project, remove };
};

type Packed = { readonly filename: string; readonly files: readonly { readonly path: string }[] };
