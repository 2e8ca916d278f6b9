import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Synthesis, synthesize } from '../../infra/deploying/synthesize.ts';
import { templateFilesBelow } from '../../infra/deploying/templates-in.ts';
import { asOneTemplate } from './as-one-template.ts';
import type { Resource, Template } from './template.ts';

export type { Resource, Template } from './template.ts';

/** What is deployed, by stack: `payments` with the stacks below it, as one. `edge` where the environment has a firewall. */
export type Stacks = { readonly payments: Template; readonly edge?: Template };

export type Assembly = {
  readonly directory: string;
  readonly synthesis: Synthesis;
  readonly stacks: Stacks;
};

/** The assembly of an environment with all its accounts, as the CDK command line writes it, in a fresh directory that the caller removes. */
export const synthesizedAssembly = async (environment: string): Promise<Assembly> => {
  const directory = mkdtempSync(join(tmpdir(), `assembly-${environment}-`));
  const synthesis = await synthesize(environment, directory, { placeholders: 'kept' });
  if (synthesis.status !== 0) {
    rmSync(directory, { recursive: true });
    throw new Error(`synth of ${environment} failed:\n${synthesis.output}`);
  }
  return { directory, synthesis, stacks: readStacks(directory) };
};

export const readStacks = (directory: string): Stacks => {
  const read = (file: string): Template => JSON.parse(readFileSync(join(directory, file), 'utf8'));
  const files = readdirSync(directory).filter((name) => name.endsWith('.template.json'));
  const edge = files.find((name) => name.endsWith('-edge.template.json'));
  const payments = files.find((name) => name !== edge && !name.endsWith('.nested.template.json'));
  if (payments === undefined) throw new Error(`no template in ${directory}`);
  const parent = read(payments);
  const below = Object.entries(templateFilesBelow(parent)).map(([id, file]) => [id, read(file)] as const);
  return { payments: asOneTemplate(parent, new Map(below)), ...(edge && { edge: read(edge) }) };
};

/** The templates as CloudFormation takes them, by the names of their files. */
export const readTemplates = (directory: string): ReadonlyMap<string, Template> =>
  new Map(
    readdirSync(directory)
      .filter((name) => name.endsWith('.template.json'))
      .map((name) => [name, JSON.parse(readFileSync(join(directory, name), 'utf8'))]),
  );

/** Resources of one type with their logical ids. */
export const resourcesOf = (template: Template, type: string): readonly (readonly [string, Resource])[] =>
  Object.entries(template.Resources).filter(([, resource]) => resource.Type === type);
