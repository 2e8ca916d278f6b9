import { ApiError } from './api-error.ts';
import type { Remembered } from './records.ts';
import type { Idempotency, Result } from './result.ts';

/** The first call under the idempotency key; undefined if the key is new or missing. Throws `idempotency_key_reused` if the request differs. */
export const knownUnder = (
  remembered: readonly (Remembered | undefined)[],
  asked: Idempotency | undefined,
): Remembered | undefined => {
  const first = asked && remembered.find((seen) => seen?.key === asked.key);
  if (!first || !asked) return undefined;
  if (first.hash !== asked.hash && !asked.older_hashes?.includes(first.hash))
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was already used for a different request. Use a new key for a new request.',
    );
  return first;
};

/** The response to that call. Throws `idempotency_key_in_use` while there is none. */
export const seenBefore = (
  remembered: readonly (Remembered | undefined)[],
  asked: Idempotency | undefined,
): Extract<Result, { readonly first: boolean }> | undefined => {
  const first = knownUnder(remembered, asked);
  if (!first) return undefined;
  if (!first.answer) throw keyInUse();
  return { replay: first.answer, first: false };
};

/** The same, of a store that keeps each response under its key. */
export const findStoredResponse = async (
  store: { readonly storedResponse: (key: string) => Promise<Omit<Remembered, 'view'> | undefined> },
  asked: Idempotency | undefined,
): Promise<Extract<Result, { readonly first: boolean }> | undefined> => {
  const seen = asked && (await store.storedResponse(asked.key));
  return seenBefore([seen && { ...seen, view: 'full' }], asked);
};

export const keyInUse = (): ApiError =>
  new ApiError(
    'idempotency_key_in_use',
    'The first request with this Idempotency-Key is still running. Repeat it with the same key.',
    { retry_after: 1 },
  );
