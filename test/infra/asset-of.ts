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
export const assetOf = ({ directory }: Assembly, { Properties }: Resource): string => {
  const { S3Key } = Properties.Code as { readonly S3Key: string };
  for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.assets.json')) continue;
    const manifest: Manifest = JSON.parse(readFileSync(join(directory, file), 'utf8'));
    for (const { source, destinations } of Object.values(manifest.files))
      if (Object.values(destinations).some(({ objectKey }) => objectKey === S3Key)) {
        if (source.packaging !== 'zip') throw new Error(`${S3Key} is not packaged as a zip`);
        return join(directory, dirname(file), source.path);
      }
  }
  throw new Error(`no asset is uploaded as ${S3Key}`);
};
