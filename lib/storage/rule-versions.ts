import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Remembered } from '../types/records.ts';
import { recordFormat } from '../types/records.ts';
import type { RuleVersion, RuleVersions, RuleVersionWrite } from '../types/rule-version.ts';
import { callStorage } from './call-storage.ts';
import { getItem } from './get-item.ts';
import { type Item, isPossibleKey } from './items.ts';
import { refuseNewer } from './refuse-newer.ts';
import type { Storage } from './storage.ts';
import { openRulesIndex } from './tables.ts';
import type { TransactItem } from './transact-item.ts';
import { unlessRefused } from './unless-refused.ts';

/** People publish rules, so one partition of the index is enough. */
const openShard = 0;

/** The versions of rules in DynamoDB. A stored idempotency key is an item in the same table, under a name that no rule can have. */
export const createRuleVersions = (storage: Storage): RuleVersions => ({
  find: async (rule, version) => {
    const item = await getItem(storage, 'rules', { rule, version });
    return item && fromRuleItem(item);
  },
  newest: (rule, limit) => queryNewest(storage, rule, limit),
  open: () => queryOpen(storage),
  remembered: async (key) => {
    const item = await getItem(storage, 'rules', keyItem(key));
    if (item === undefined) return undefined;
    refuseNewer(item);
    return item.remembered as Remembered;
  },
  write: (writes) => transact(storage, writes),
});

const queryNewest = async (
  storage: Storage,
  rule: string,
  limit: number,
): ReturnType<RuleVersions['newest']> => {
  if (!isPossibleKey(rule)) return { versions: [], more: false };
  const command = new QueryCommand({
    TableName: storage.tables.rules,
    KeyConditionExpression: '#rule = :rule',
    ExpressionAttributeNames: { '#rule': 'rule' },
    ExpressionAttributeValues: { ':rule': rule },
    ConsistentRead: true,
    ScanIndexForward: false,
    Limit: limit,
  });
  const { Items = [], LastEvaluatedKey } = await callStorage(storage, () => storage.client.send(command));
  return { versions: Items.map(fromRuleItem), more: LastEvaluatedKey !== undefined };
};

const queryOpen = async (storage: Storage): ReturnType<RuleVersions['open']> => {
  const command = new QueryCommand({
    TableName: storage.tables.rules,
    IndexName: openRulesIndex.name,
    KeyConditionExpression: 'open_shard = :shard',
    ExpressionAttributeValues: { ':shard': openShard },
  });
  const { Items = [] } = await callStorage(storage, () => storage.client.send(command));
  return Items.map(({ rule, version }: Item) => ({ rule: String(rule), version: Number(version) }));
};

/** All or nothing; false if a condition failed. */
const transact = async (storage: Storage, writes: readonly RuleVersionWrite[]): Promise<boolean> => {
  // DynamoDB refuses an empty transaction.
  if (writes.length === 0) return true;
  const TransactItems = writes.map((write) => transactItem(storage.tables.rules, write));
  return unlessRefused(storage, () => storage.client.send(new TransactWriteCommand({ TransactItems })));
};

const keyItem = (key: string) => ({ rule: `${keyPrefix}${key}`, version: 0 });
const keyPrefix = 'key#';

/** Whether an item of the table is a stored idempotency key. */
export const isRuleKey = ({ rule }: Item): boolean => String(rule).startsWith(keyPrefix);

/** A map has no order in DynamoDB, but a document and its differences are shown as they were written. */
const toItem = (version: RuleVersion): Item => ({
  ...version,
  document: JSON.stringify(version.document),
  diff: JSON.stringify(version.diff),
  ...(version.backtest && { backtest: JSON.stringify(version.backtest) }),
  ...(version.open_since !== undefined && { open_shard: openShard }),
});

export const fromRuleItem = ({ open_shard: _, ...item }: Item): RuleVersion => {
  refuseNewer(item);
  return {
    ...(item as RuleVersion),
    document: JSON.parse(String(item.document)),
    diff: JSON.parse(String(item.diff)),
    ...(item.backtest !== undefined && { backtest: JSON.parse(String(item.backtest)) }),
  };
};

const transactItem = (TableName: string, write: RuleVersionWrite): TransactItem => {
  if ('put' in write) {
    const { put, expects } = write;
    const Item = toItem(put);
    return expects === 'absent'
      ? { Put: { TableName, Item, ...absent } }
      : { Put: { TableName, Item, ...atRevision(expects) } };
  }
  if ('remove' in write) {
    const { rule, version, rev } = write.remove;
    return { Delete: { TableName, Key: { rule, version }, ...atRevision(rev) } };
  }
  if ('remember' in write) {
    const { remember } = write;
    return {
      Put: {
        TableName,
        Item: { ...keyItem(remember.key), v: recordFormat, remembered: remember },
        ...absent,
      },
    };
  }
  if ('answer' in write)
    return {
      Update: {
        TableName,
        Key: keyItem(write.key),
        UpdateExpression: 'SET remembered.answer = :answer',
        ConditionExpression: 'attribute_exists(remembered)',
        ExpressionAttributeValues: { ':answer': write.answer },
      },
    };
  return { Delete: { TableName, Key: keyItem(write.remove_response) } };
};

const absent = {
  ConditionExpression: 'attribute_not_exists(#version)',
  ExpressionAttributeNames: { '#version': 'version' },
};

const atRevision = (rev: number) => ({
  ConditionExpression: 'rev = :rev',
  ExpressionAttributeValues: { ':rev': rev },
});
