import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { RecordedAct } from '../types/recorded-act.ts';
import { recordFormat } from '../types/records.ts';
import type { StoredResponse } from '../types/webhook.ts';
import { getItem } from './get-item.ts';
import type { Item } from './items.ts';
import type { Storage } from './storage.ts';
import { actAttribute } from './tables.ts';
import { unlessRefused } from './unless-refused.ts';

/** How long a response under a key is kept. */
export const keptSeconds = 30 * 86_400;

const responseId = (key: string): string => `answer_${key}`;

export type ConditionalPut = {
  readonly Item: Item;
  readonly ConditionExpression: string;
  readonly ExpressionAttributeValues?: Item;
};

export const newResponse = (
  { clock }: Pick<Storage, 'clock'>,
  { key, hash, answer: response }: StoredResponse,
): ConditionalPut => ({
  Item: { id: responseId(key), hash, answer: response, ttl: Math.floor(clock.now() / 1000) + keptSeconds },
  ConditionExpression: 'attribute_not_exists(id)',
});

export const storedResponse = async (storage: Storage, key: string): Promise<StoredResponse | undefined> => {
  const item = await getItem(storage, 'events', { id: responseId(key) });
  return item && { key, hash: String(item.hash), answer: item.answer as StoredResponse['answer'] };
};

/**
 * Replaces a record of the table of events at `rev` (0: there is none), and writes the response under the caller's key with it. `act`: who requested
 * it, kept in the record until its next write. False if the record or the key has changed meanwhile. Uses a transaction even for one item: its token
 * makes a repeat after a lost response the same write.
 */
export const replaceRecord = (
  storage: Storage,
  { id, rev, ...fields }: { readonly id: string; readonly rev: number } & Item,
  {
    remembered,
    act,
  }: { readonly remembered?: StoredResponse | undefined; readonly act?: RecordedAct | undefined } = {},
): Promise<boolean> => {
  const record: ConditionalPut = {
    Item: { id, v: recordFormat, rev: rev + 1, ...fields, [actAttribute]: act },
    ...(rev === 0
      ? { ConditionExpression: 'attribute_not_exists(id)' }
      : { ConditionExpression: 'rev = :rev', ExpressionAttributeValues: { ':rev': rev } }),
  };
  const puts = [record, ...(remembered ? [newResponse(storage, remembered)] : [])];
  const command = new TransactWriteCommand({
    TransactItems: puts.map((put) => ({ Put: { TableName: storage.tables.events, ...put } })),
  });
  return unlessRefused(storage, () => storage.client.send(command));
};
