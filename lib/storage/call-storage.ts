import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { ApiError } from '../types/api-error.ts';
import type { Storage } from './storage.ts';

const maxTries = 6;
const firstPauseMs = 10;

/** Reasons after which a cancelled transaction may be sent again unchanged. The SDK retries throttled calls, but not throttled transactions. */
const passing = new Set(['None', 'TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * One call to DynamoDB. `readRefusal` turns an error that is really a result (a failed condition) into one. A conflict with a running transaction is
 * retried with growing, jittered pauses; the SDK does not do that. Throws `ApiError`: `internal` for a request that cannot be made or that DynamoDB
 * finds invalid (an item over 400 KB), `storage_unavailable` for everything else, and then the write may have been made.
 */
export const callStorage = async <Result>(
  storage: Pick<Storage, 'clock' | 'random'>,
  send: () => Promise<Result>,
  readRefusal: (error: unknown) => Result | undefined = () => undefined,
): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      const refusal = readRefusal(error);
      if (refusal !== undefined) return refusal;
      if (tries === maxTries || !isContention(error)) throw apiError(error);
      await storage.clock.sleep(storage.random() * firstPauseMs * 2 ** tries);
    }
  }
};

const isContention = (error: unknown): boolean => {
  if (error instanceof TransactionConflictException) return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  const codes = error.CancellationReasons?.map(({ Code }) => Code ?? 'None') ?? [];
  return codes.some((code) => code !== 'None') && codes.every((code) => passing.has(code));
};

const apiError = (cause: unknown): ApiError =>
  isInvalid(cause)
    ? new ApiError('internal', 'The record could not be stored.', { cause })
    : new ApiError('storage_unavailable', 'The storage did not answer in time. Try again.', {
        retry_after: 1,
        unreachable: true,
        cause,
      });

/**
 * The SDK puts `$metadata` on each error of a request that it tried to send. An earlier failure (such as a value that is not a number) would repeat.
 */
const isInvalid = (error: unknown): boolean => {
  if (error instanceof TransactionCanceledException)
    return (error.CancellationReasons ?? []).some(({ Code }) => Code === 'ValidationError');
  return !(error instanceof Error && '$metadata' in error) || error.name === 'ValidationException';
};
