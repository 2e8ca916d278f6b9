import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from './standing-in.ts';

type Manifest = {
  readonly artifacts: Readonly<
    Record<string, { readonly type: string; readonly properties: { readonly templateFile?: string } }>
  >;
};

/** The templates of an assembly, by its manifest: CDK leaves earlier output in the directory. */
export const templatesIn = (directory: string): readonly Template[] => {
  const read = (file: string) => JSON.parse(readFileSync(join(directory, file), 'utf8'));
  const { artifacts }: Manifest = read('manifest.json');
  return Object.values(artifacts).flatMap(({ type, properties }) =>
    type === 'aws:cloudformation:stack' && properties.templateFile ? [read(properties.templateFile)] : [],
  );
};
