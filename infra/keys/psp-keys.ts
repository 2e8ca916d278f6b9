import type { WholeSecret } from '../../lib/http/token-parts.ts';
import { keyPrint } from '../../lib/psp/key-print.ts';

/** The current version of a secret: the PSPs' keys by account, and in an older environment the signing keys. */
export type EnvironmentSecret = Partial<WholeSecret> & {
  readonly psp?: Readonly<Record<string, StoredKeys>>;
};

export type PspKeys = { readonly api_key: string; readonly webhook_secrets: readonly string[] };

/** `replaces`: as in `PspCredentials`. */
type StoredKeys = PspKeys & { readonly replaces?: readonly string[] };

/** Replaces the keys of one account, whose API key is proved to be the same account's, and leaves everything else. */
export const withPspKeys = (
  secret: EnvironmentSecret | undefined,
  account: string,
  keys: PspKeys,
): EnvironmentSecret => {
  const replaces = replacedBy(secret?.psp?.[account], account, keys.api_key);
  const stored = replaces.length === 0 ? keys : { ...keys, replaces };
  return { ...secret, psp: { ...secret?.psp, [account]: stored } };
};

/** No attempt is open for longer than a few keys. */
const most_replaced = 10;

const replacedBy = (
  { api_key: before, replaces = [] }: Partial<StoredKeys> = {},
  account: string,
  api_key: string,
): readonly string[] =>
  before === undefined || before === api_key
    ? replaces
    : [keyPrint(account, before), ...replaces].slice(0, most_replaced);

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
