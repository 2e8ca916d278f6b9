/** A version of a function, and when it was published or, if it is an alias's, changed last. */
export type Version = { readonly Version: string; readonly LastModified: string };

/**
 * The version that was live before the deployment that began at `deployed` (Unix milliseconds): `now` itself if that deployment did not publish it,
 * undefined if there was none.
 */
export const previousVersion = (
  versions: readonly Version[],
  now: string,
  deployed: number,
): string | undefined => {
  const numbered = versions.filter(({ Version: number }) => Number(number) <= Number(now));
  const older = numbered.filter(({ LastModified }) => Date.parse(LastModified) < deployed);
  return older.map(({ Version: number }) => number).toSorted((a, b) => Number(b) - Number(a))[0];
};
