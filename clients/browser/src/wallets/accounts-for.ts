/** The API takes as many. */
const most = 5;

/** Who a token that is encrypted for `psp` is sent for: that account, and others that can read it. */
export const accountsFor = (psp: string, able: readonly string[]): readonly string[] =>
  [psp, ...able.filter((other) => other !== psp)].slice(0, most);
