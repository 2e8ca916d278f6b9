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
};

/** The account's secret in Secrets Manager. `webhook_secrets`: newest first; all are accepted during a rotation. */
export type PspCredentials = { readonly api_key: string; readonly webhook_secrets: readonly string[] };
