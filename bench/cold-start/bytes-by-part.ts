import { bytesByFile } from '../support/bundle.ts';

/** The bytes that each folder of the project and each package has in a function's bundle, as deployed, largest first. */
export const bytesByPart = (entry: string): readonly (readonly [part: string, bytes: number])[] => {
  const parts = new Map<string, number>();
  for (const [file, bytes] of bytesByFile(entry, 'deployed'))
    parts.set(partOf(file), (parts.get(partOf(file)) ?? 0) + bytes);
  return [...parts].toSorted(([, a], [, b]) => b - a);
};

/** `lib/psp`, `functions`, or a package; those of the AWS SDK are one. */
const partOf = (path: string): string => {
  const [first = '', second = ''] = path.replace('node_modules/', '').split('/');
  if (/^@(aws-sdk|smithy|aws)$/.test(first)) return 'AWS SDK';
  return first === 'lib' || first.startsWith('@') ? `${first}/${second}` : first;
};
