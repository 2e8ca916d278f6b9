/** The most that the API accepts. */
const most = 5;

/** The accounts that get a token encrypted for `psp`: that account, and others that can decrypt it. */
export const accountsFor = (psp: string, able: readonly string[]): readonly string[] =>
  [psp, ...able.filter((other) => other !== psp)].slice(0, most);
