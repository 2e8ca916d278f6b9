/** What a PSP account's secret, or the tokens' where `account` is absent, is called in an environment. */
export const secretName = (environment: string, account?: string): string =>
  account === undefined ? `payments/${environment}/tokens` : `payments/${environment}/psp/${account}`;

/** The secret that the distribution and the functions behind it share. */
export const originSecretName = (environment: string): string => `payments/${environment}/origin`;
