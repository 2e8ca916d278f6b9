import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from '../cost/standing-in.ts';

type Manifest = {
  readonly artifacts: Readonly<
    Record<string, { readonly type: string; readonly properties: { readonly templateFile?: string } }>
  >;
};

/**
 * The templates in an assembly, by its manifest, since CDK leaves earlier output in the directory. Each is followed by those of the stacks below it.
 */
export const templatesIn = (directory: string): readonly Template[] => {
  const read = (file: string) => JSON.parse(readFileSync(join(directory, file), 'utf8'));
  const { artifacts }: Manifest = read('manifest.json');
  return Object.values(artifacts).flatMap(({ type, properties }) => {
    if (type !== 'aws:cloudformation:stack' || !properties.templateFile) return [];
    const template: Template = read(properties.templateFile);
    return [template, ...Object.values(templateFilesBelow(template)).map(read)];
  });
};

/** The files of the stacks below this one, by logical id. */
export const templateFilesBelow = ({ Resources = {} }: Template): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(Resources).flatMap(([id, { Type, Metadata }]) =>
      Type === 'AWS::CloudFormation::Stack' ? [[id, String(Metadata?.['aws:asset:path'])]] : [],
    ),
  );
