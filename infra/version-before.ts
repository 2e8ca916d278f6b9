/** The newest version older than `now`; undefined where there is none. `$LATEST` is no version. */
export const versionBefore = (versions: readonly string[], now: string): string | undefined => {
  const older = versions.map(Number).filter((version) => version < Number(now));
  return older.length === 0 ? undefined : String(Math.max(...older));
};
