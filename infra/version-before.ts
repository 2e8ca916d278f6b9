/** The newest version older than `now`; undefined if there is none. `$LATEST` does not count. */
export const versionBefore = (versions: readonly string[], now: string): string | undefined => {
  const older = versions.map(Number).filter((version) => version < Number(now));
  return older.length === 0 ? undefined : String(Math.max(...older));
};
