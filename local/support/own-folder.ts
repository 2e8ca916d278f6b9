import { lstatSync, mkdirSync, type Stats } from 'node:fs';

/** Others may neither read nor write there. */
const privately = 0o077;
/** Others may not write there, except for the user's own group, which many systems make for each user. */
const safely = 0o002;

/**
 * Creates a folder that only this user can read, or takes one that is there: it must be this user's, and not a link. Where `secret`, others must not
 * be able to read it either. Throws if another user made it, who could read or exchange what is put there.
 */
export const ownFolder = (path: string, { secret }: { readonly secret: boolean }): void => {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const problem = problemOf(lstatSync(path), secret ? privately : safely);
  if (problem !== undefined) throw new Error(`${path} ${problem}. Remove it, or choose another place.`);
};

const problemOf = (stats: Stats, forbidden: number): string | undefined => {
  if (!stats.isDirectory()) return 'is not a folder';
  // Windows has neither owners of this kind nor modes.
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  if (stats.uid !== user) return `belongs to another user (${stats.uid})`;
  return (stats.mode & forbidden) === 0 ? undefined : 'is open to other users of this machine';
};
