import { cachedSecret } from './secrets.ts';

/**
 * What the distribution in front proves itself with (`ORIGIN_SECRET`, the id of a JSON object of secrets; every one is accepted, so that they can be
 * turned over). None where there is no distribution in front.
 */
export const originSecrets = (): Promise<readonly string[]> => {
  const id = process.env.ORIGIN_SECRET;
  if (id === undefined || id === '') return Promise.resolve([]);
  secret ??= cachedSecret(id, parseOriginSecrets);
  return secret();
};

/** Short ones are refused: an empty one would be every caller's. */
const parseOriginSecrets = (json: string): readonly string[] => {
  const values: readonly unknown[] = Object.values(JSON.parse(json) as object);
  return values.map((value) => {
    if (typeof value === 'string' && value.length >= 32) return value;
    throw new Error('The origin secret holds a value of fewer than 32 characters.');
  });
};

let secret: (() => Promise<readonly string[]>) | undefined;
