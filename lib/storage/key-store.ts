import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { keyId } from '../types/api-key.ts';
import type { IssuedKey, KeyStore, KeyWrite } from '../types/key-store.ts';
import { listApiKeys } from './api-keys.ts';
import { isWithin } from './is-within.ts';
import { issuedKeys } from './issued-keys.ts';
import { listAttributes } from './list-keys.ts';
import { pageOf } from './page-of.ts';
import { newResponse, storedResponse } from './remembered-record.ts';
import type { Storage } from './storage.ts';
import type { TransactItem } from './transact-item.ts';
import { unlessRefused } from './unless-refused.ts';

/** The keys of one mode. Responses under idempotency keys are items in the table of events. */
export const createKeyStore = (storage: Storage, livemode: boolean): KeyStore => {
  const issued = async (): Promise<readonly IssuedKey[]> => {
    const secrets = await listApiKeys(storage);
    return issuedKeys(
      secrets.filter((secret) => secret.livemode === livemode),
      storage.clock.now(),
    );
  };
  return {
    issued,
    list: async ({ filters, ...page }) => {
      const rows = (await issued())
        .map(({ current }) => current)
        .filter(({ created }) => isWithin({ created, amount: 0 }, filters))
        .map((row) => ({ key: listAttributes(keyId(row), row.created * 1000).list_key, row }));
      return pageOf(rows, page);
    },
    write: (writes, remembered) => {
      const responses = remembered
        ? [{ TableName: storage.tables.events, ...newResponse(storage, remembered) }]
        : [];
      const TransactItems: TransactItem[] = [
        ...writes.map((write) => ({ Put: { TableName: storage.tables.api_keys, ...conditionalPut(write) } })),
        ...responses.map((Put) => ({ Put })),
      ];
      return unlessRefused(storage, () => storage.client.send(new TransactWriteCommand({ TransactItems })));
    },
    storedResponse: (key) => storedResponse(storage, key),
  };
};

/** Only the expiry and revocation of a stored secret ever change, and a revocation is final. */
const conditionalPut = ({ put, expects }: KeyWrite) => {
  const ExpressionAttributeNames = { '#hash': 'hash' };
  if (expects === 'absent')
    return { Item: put, ExpressionAttributeNames, ConditionExpression: 'attribute_not_exists(#hash)' };
  const { ends_at } = expects;
  const unrevoked = 'attribute_exists(#hash) AND attribute_not_exists(revoked_at)';
  return ends_at === undefined
    ? {
        Item: put,
        ExpressionAttributeNames,
        ConditionExpression: `${unrevoked} AND attribute_not_exists(ends_at)`,
      }
    : {
        Item: put,
        ExpressionAttributeNames,
        ConditionExpression: `${unrevoked} AND ends_at = :ends_at`,
        ExpressionAttributeValues: { ':ends_at': ends_at },
      };
};
