import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Assembly, Resource } from './assembly.ts';

type Manifest = {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: { readonly path: string; readonly packaging: string };
        readonly destinations: Readonly<Record<string, { readonly objectKey: string }>>;
      }
    >
  >;
};

/** The directory that is zipped and uploaded as a function's code. */
export const assetOf = (assembly: Assembly, { Properties }: Resource): string =>
  assetDirectory(assembly, (Properties.Code as { readonly S3Key: string }).S3Key);

/** The directory that is zipped and uploaded under a key. */
export const assetDirectory = ({ directory }: Assembly, key: string): string => {
  for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.assets.json')) continue;
    const manifest: Manifest = JSON.parse(readFileSync(join(directory, file), 'utf8'));
    for (const { source, destinations } of Object.values(manifest.files))
      if (Object.values(destinations).some(({ objectKey }) => objectKey === key)) {
        if (source.packaging !== 'zip') throw new Error(`${key} is not packaged as a zip`);
        return join(directory, dirname(file), source.path);
      }
  }
  throw new Error(`no asset is uploaded as ${key}`);
};
