import { buildSync } from 'esbuild';
import { environments } from '../../infra/environments.ts';
import { withAdaptersOf } from '../../infra/lambda/bundling.ts';
import { root } from '../support/start-service.ts';

/** The bytes that each folder of the project and each package has in a function's bundle, as deployed, largest first. */
export const bytesByPart = (entry: string): readonly (readonly [part: string, bytes: number])[] => {
  const { metafile } = withAdaptersOf(environments.prod.accounts, (options) =>
    buildSync({
      ...options,
      entryPoints: [entry],
      absWorkingDir: root,
      outdir: 'x',
      write: false,
      metafile: true,
    }),
  );
  const parts = new Map<string, number>();
  for (const { inputs } of Object.values(metafile.outputs))
    for (const [path, { bytesInOutput }] of Object.entries(inputs))
      parts.set(partOf(path), (parts.get(partOf(path)) ?? 0) + bytesInOutput);
  return [...parts].toSorted(([, a], [, b]) => b - a);
};

/** `lib/psp`, `functions`, or a package; those of the AWS SDK are one. */
const partOf = (path: string): string => {
  const [first = '', second = ''] = path.replace('node_modules/', '').split('/');
  if (/^@(aws-sdk|smithy|aws)$/.test(first)) return 'AWS SDK';
  return first === 'lib' || first.startsWith('@') ? `${first}/${second}` : first;
};
