import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { callStorage } from './call-storage.ts';
import type { Storage } from './storage.ts';

/** Whether the write was made; false if one of its conditions failed. */
export const unlessRefused = (
  storage: Pick<Storage, 'clock' | 'random'>,
  send: () => Promise<unknown>,
): Promise<boolean> =>
  callStorage<boolean>(
    storage,
    async () => {
      await send();
      return true;
    },
    (error) => (isRefused(error) ? false : undefined),
  );

const isRefused = (error: unknown): boolean =>
  error instanceof ConditionalCheckFailedException ||
  (error instanceof TransactionCanceledException &&
    (error.CancellationReasons ?? []).some(({ Code }) => Code === 'ConditionalCheckFailed'));
