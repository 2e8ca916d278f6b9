import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Environment } from '../../infra/environments.ts';
import type { Vault } from '../../infra/vaults.ts';
import { readStacks, type Stacks } from './assembly.ts';

/** What is deployed, and to which region. */
export type Shape = { readonly region: string } & (
  | { readonly environment: Environment }
  | { readonly vault: Vault }
);

const program = join(import.meta.dirname, 'programs/make-templates.ts');

/**
 * The templates of any environments and vaults, also of those that are in no file, each in a folder of its own below `folder`, as `0`, `1` … Functions are
 * not bundled: what they hold is not looked at. All are made by one process, outside of Jest, where CDK is several times as fast. Throws what it says of
 * a template that CloudFormation would refuse, or of a vault that the rule packs find fault with.
 */
export const unbundledTemplates = <Shapes extends readonly Shape[]>(
  folder: string,
  shapes: readonly [...Shapes],
): { readonly [Index in keyof Shapes]: Stacks } => {
  execFileSync(process.execPath, [program, folder, JSON.stringify(shapes)], { stdio: 'pipe' });
  return shapes.map((_, index) => readStacks(join(folder, String(index)))) as {
    readonly [Index in keyof Shapes]: Stacks;
  };
};
