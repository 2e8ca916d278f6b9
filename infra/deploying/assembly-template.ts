import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Template } from '../cost/standing-in.ts';

type StackProperties = { readonly templateFile: string; readonly stackTemplateAssetObjectUrl: string };

/** Of one stack in an assembly. */
export const assemblyTemplate = (assembly: string, stack: string): Template =>
  JSON.parse(readFileSync(join(assembly, propertiesOf(assembly, stack).templateFile), 'utf8'));

/** Replaces it. The command line uploads a template under the hash of its text, and not again if there is one of that name. */
export const writeAssemblyTemplate = (assembly: string, stack: string, template: Template): void => {
  const { templateFile, stackTemplateAssetObjectUrl } = propertiesOf(assembly, stack);
  const before = basename(stackTemplateAssetObjectUrl, '.json');
  const text = JSON.stringify(template);
  if (text === JSON.stringify(assemblyTemplate(assembly, stack))) return;
  writeFileSync(join(assembly, templateFile), text);
  for (const file of ['manifest.json', `${stack}.assets.json`]) {
    const path = join(assembly, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(before, hash('sha256', text)));
  }
};

const propertiesOf = (assembly: string, stack: string): StackProperties => {
  const { artifacts } = JSON.parse(readFileSync(join(assembly, 'manifest.json'), 'utf8'));
  return artifacts[stack].properties;
};
