/**
 * Readers for a PSP's JSON. Its responses are untrusted input: every value is `unknown` until one of these has checked it, and a value of the wrong
 * kind reads as `undefined`, never as an exception.
 */

/** The parsed document, or undefined if the text is not JSON (empty, truncated, HTML). */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The value at a path of object fields (own ones only) and list positions; undefined if the path does not exist. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown => {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = Reflect.get(here, step);
  }
  return here;
};

/** A non-empty string of any length: a caller's token, a credential, signed text. Not for anything that is stored or shown. */
export const anyTextAt = (value: unknown, ...path: readonly (string | number)[]): string | undefined => {
  const found = at(value, ...path);
  return typeof found === 'string' && found !== '' ? found : undefined;
};

/** The longest id, code or word of a PSP, in bytes. The size limits of a charge assume it. */
const maxText = 255;

/** A non-empty string of at most 255 bytes, without control characters and lone surrogates: it may be stored, and sent in a URL. */
export const textAt = (value: unknown, ...path: readonly (string | number)[]): string | undefined =>
  boundedAt(maxText, value, path);

const boundedAt = (max: number, value: unknown, path: readonly (string | number)[]): string | undefined => {
  const found = at(value, ...path);
  return typeof found === 'string' && found.length <= max && isPlain(found, max) ? found : undefined;
};

const isPlain = (text: string, max: number): boolean => {
  if (text === '' || Buffer.byteLength(text) > max) return false;
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
};

/** The longest URL of a PSP, in bytes. */
const maxUrl = 4_096;

/** An integer that a double represents exactly. */
export const integerAt = (value: unknown, ...path: readonly (string | number)[]): number | undefined => {
  const found = at(value, ...path);
  return Number.isSafeInteger(found) ? Number(found) : undefined;
};

export const booleanAt = (value: unknown, ...path: readonly (string | number)[]): boolean | undefined => {
  const found = at(value, ...path);
  return typeof found === 'boolean' ? found : undefined;
};

export const listAt = (
  value: unknown,
  ...path: readonly (string | number)[]
): readonly unknown[] | undefined => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : undefined;
};

/** A URL for a customer's browser: absolute, http or https, without credentials, at most 4,096 bytes. */
export const urlAt = (value: unknown, ...path: readonly (string | number)[]): string | undefined => {
  const found = boundedAt(maxUrl, value, path);
  if (found === undefined || !URL.canParse(found)) return undefined;
  const { protocol, username, password } = new URL(found);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? found : undefined;
};

/** A PSP's own code if it may be stored and shown: letters, digits and underscores, at most 64. Free text reads as undefined. */
export const codeAt = (value: unknown, ...path: readonly (string | number)[]): string | undefined => {
  const code = textAt(value, ...path);
  return code !== undefined && /^\w{1,64}$/.test(code) ? code : undefined;
};

/** The table's own entry under a key from a PSP. */
export const findEntry = <T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined =>
  key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
