/**
 * One PSP account as configured in the environment (`PSP_ACCOUNTS`, JSON object by account id), with access to its secret. `settings`: values that
 * are not secret (Adyen `merchant_account`, Square `location_id` …).
 */
export type PspAccount = {
  readonly id: string;
  /** Adapter id in the registry: `stripe`, `adyen`, `checkout_com` … */
  readonly psp: string;
  readonly base_url: string;
  readonly livemode: boolean;
  readonly settings: Readonly<Record<string, string>>;
  /** Called each time, backed by a cache, so that a rotated secret is used without a restart. */
  readonly credentials: () => Promise<PspCredentials>;
  /** The same without waiting; undefined until they have been read. */
  readonly atHand?: () => PspCredentials | undefined;
};

/**
 * The account's secret in Secrets Manager. `webhook_secrets`: newest first; all are accepted during a rotation. `replaces`: the prints of earlier keys
 * that are proved to be of the same account at the PSP.
 */
export type PspCredentials = {
  readonly api_key: string;
  readonly webhook_secrets: readonly string[];
  readonly replaces?: readonly string[];
};

/** What identifies an account's API key without revealing it, and the keys that it replaces. */
export type KeyMark = { readonly print: string; readonly replaces: readonly string[] };
