/** What a PSP account's secret, or the tokens' where `account` is absent, is called in an environment. */
export const secretName = (environment: string, account?: string): string =>
  account === undefined ? `payments/${environment}/tokens` : `payments/${environment}/psp/${account}`;
