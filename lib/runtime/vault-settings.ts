import * as z from 'zod/mini';

const settings = z.lazy(() => {
  const text = z.string();
  return z.strictObject({
    merchant: text,
    url: text,
    forward: text,
    manage: text,
    receipt_keys: z.array(z.strictObject({ id: text, key: text })),
    endpoint_url: z.exactOptional(text),
  });
});

/**
 * How to reach this environment's vault. `url`: its origin, as browsers see it. `forward`, `manage`: names or ARNs of its functions. `receipt_keys`
 * verify its receipts. `endpoint_url` replaces AWS Lambda's.
 */
export type VaultSettings = z.output<typeof settings>;

/** A vendor's vault instead of ours. `proxies`: as in `BasisTheorySettings`. `secret`: the id of a secret with `{"vault":{"api_key"}}`. */
const vendorSettings = z.lazy(() =>
  z.strictObject({
    vendor: z.literal('basis_theory'),
    url: z.string(),
    proxies: z.record(z.string(), z.string()),
    secret: z.string(),
  }),
);

/** Reads `VAULT`, as JSON. Undefined if this environment has no vault of our own. Throws for anything else. */
export const vaultSettings = (): VaultSettings | undefined => {
  const found = givenVault();
  return found && !('vendor' in found) ? found : undefined;
};

/** The vault in `VAULT`, ours or a vendor's; undefined if there is none. */
export const givenVault = (): VaultSettings | z.output<typeof vendorSettings> | undefined => {
  if (!read) {
    const text = process.env.VAULT ?? '';
    read = { settings: text === '' ? undefined : parse(JSON.parse(text)) };
  }
  return read.settings;
};

const parse = (value: object | null) =>
  (value !== null && Object.hasOwn(value, 'vendor') ? vendorSettings : settings).parse(value);

let read: { readonly settings: ReturnType<typeof givenVault> } | undefined;
