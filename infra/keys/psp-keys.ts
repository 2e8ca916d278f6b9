import type { WholeSecret } from '../../lib/http/token-parts.ts';

/** The current version of a secret: the PSPs' keys by account, and in an older environment the signing keys. */
export type EnvironmentSecret = Partial<WholeSecret> & { readonly psp?: Readonly<Record<string, PspKeys>> };

export type PspKeys = { readonly api_key: string; readonly webhook_secrets: readonly string[] };

/** Replaces the keys of one account and leaves everything else. */
export const withPspKeys = (
  secret: EnvironmentSecret | undefined,
  account: string,
  keys: PspKeys,
): EnvironmentSecret => ({ ...secret, psp: { ...secret?.psp, [account]: keys } });

/** Throws if `json` is not keys of a PSP, without quoting it. */
export const readPspKeys = (json: string): PspKeys => {
  const { api_key, webhook_secrets = [], ...rest } = parse(json);
  const listed = Array.isArray(webhook_secrets) && webhook_secrets.every((one) => isFilled(one));
  if (!isFilled(api_key) || !listed || Object.keys(rest).length > 0)
    throw new Error(
      'expected {"api_key":"…","webhook_secrets":["…"]} on standard input, with no space or line end around a value',
    );
  return { api_key, webhook_secrets };
};

/** White space around a key is a line end that was copied: with it, every call would fail. */
const isFilled = (value: unknown): value is string =>
  typeof value === 'string' && !isLeftOut(value) && value === value.trim();

/** Empty, or still the placeholder of the instructions. */
const isLeftOut = (value: string): boolean => value === '' || value.includes('…');

const parse = (json: string): Readonly<Record<string, unknown>> => {
  try {
    return (JSON.parse(json) ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
};
