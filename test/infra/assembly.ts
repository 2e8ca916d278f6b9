import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Synthesis, synthesize } from '../../infra/synthesize.ts';

export type Resource = {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly DependsOn?: readonly string[];
};

export type Template = {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<
    Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: string } }>
  >;
};

export type StackName = 'stateful' | 'stateless' | 'edge';

export type Assembly = {
  readonly directory: string;
  readonly synthesis: Synthesis;
  readonly stacks: Readonly<Record<StackName, Template>>;
};

/** The assembly of an environment as the CDK command line writes it, in a fresh directory that the caller removes. */
export const synthesizedAssembly = async (environment: string): Promise<Assembly> => {
  const directory = mkdtempSync(join(tmpdir(), `assembly-${environment}-`));
  const synthesis = await synthesize(environment, directory);
  if (synthesis.status !== 0) {
    rmSync(directory, { recursive: true });
    throw new Error(`synth of ${environment} failed:\n${synthesis.output}`);
  }
  return { directory, synthesis, stacks: readStacks(join(directory, `assembly-payments-${environment}`)) };
};

const readStacks = (directory: string): Assembly['stacks'] => {
  const template = (stack: StackName): Template => {
    const file = readdirSync(directory).find(
      (name) => name.includes(stack) && name.endsWith('.template.json'),
    );
    if (!file) throw new Error(`no template of ${stack}`);
    return JSON.parse(readFileSync(join(directory, file), 'utf8'));
  };
  return { stateful: template('stateful'), stateless: template('stateless'), edge: template('edge') };
};

/** Resources of one type with their logical ids. */
export const resourcesOf = (template: Template, type: string): readonly (readonly [string, Resource])[] =>
  Object.entries(template.Resources).filter(([, resource]) => resource.Type === type);
