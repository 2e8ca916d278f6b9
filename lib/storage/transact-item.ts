import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';

/** One part of a transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
