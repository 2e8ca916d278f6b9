import { ApiError } from '../types/api-error.ts';
import type { Remembered } from '../types/records.ts';
import { Replay } from '../types/replay.ts';
import type { Idempotency } from '../types/result.ts';

/**
 * Ends the call where the key was seen before: throws `Replay` with the first answer, `idempotency_key_reused` for another request,
 * `idempotency_key_in_use` while the first call has no answer yet.
 */
export const replayIfSeen = (remembered: readonly Remembered[], asked: Idempotency | undefined): void => {
  const first = asked && remembered.find(({ key }) => key === asked.key);
  if (!first || !asked) return;
  if (first.hash !== asked.hash)
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was used before with another request. Use a new key for a new request.',
    );
  if (!first.answer) throw keyInUse();
  throw new Replay(first.answer, { first: false });
};

export const keyInUse = (): ApiError =>
  new ApiError(
    'idempotency_key_in_use',
    'The first request with this Idempotency-Key is still running. Ask again with the same key.',
    {
      retry_after: 1,
    },
  );
