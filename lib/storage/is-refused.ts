import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';

/** Whether a condition of a transaction failed. */
export const isRefused = (error: unknown): boolean =>
  error instanceof TransactionCanceledException &&
  (error.CancellationReasons ?? []).some(({ Code }) => Code === 'ConditionalCheckFailed');
