import type { PspAccount, PspCredentials } from '../types/psp-account.ts';
import { withoutEndSlashes } from '../types/without-end-slashes.ts';
import { baseUrlOf, livemode } from './environment.ts';
import type { AccountEntry } from './psp-accounts.ts';
import { cachedSecret } from './secrets.ts';

/** One account of `PSP_ACCOUNTS`, with access to its secret. */
export const accountOf = (id: string, { psp, base_url, secret, settings = {} }: AccountEntry): PspAccount => {
  const credentials = cachedSecret(secret, (json) => parseCredentials(json, id));
  return {
    id,
    psp,
    base_url: withoutEndSlashes(baseUrlOf(id) ?? base_url),
    livemode: livemode(),
    settings,
    credentials,
    atHand: credentials.atHand,
  };
};

/** The secret's JSON: `{"psp":{"<account>":{"api_key","webhook_secrets":[…],"replaces":[…]}}}`. */
const parseCredentials = (json: string, account: string): PspCredentials => {
  const { psp } = JSON.parse(json) as { psp?: Readonly<Record<string, Partial<PspCredentials>>> };
  const { api_key, webhook_secrets, replaces } = psp?.[account] ?? {};
  if (typeof api_key !== 'string') throw new Error(`psp.${account}.api_key is missing.`);
  return {
    api_key,
    webhook_secrets: Array.isArray(webhook_secrets) ? webhook_secrets : [],
    replaces: Array.isArray(replaces) ? replaces : [],
  };
};
