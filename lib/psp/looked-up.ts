/** The table's own entry under a key that a PSP wrote. */
export const lookedUp = <T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined =>
  key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
