import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe } from '@jest/globals';
import { createWebhookStore } from '../../../lib/storage/webhook-store.ts';
import { describeWebhookStore } from '../../contract/webhook-store.ts';
import { openStorage } from './open-storage.ts';

const { dynamodb, storage } = await openStorage();
const { client } = storage;

const empty = async (): Promise<void> => {
  const TableName = dynamodb.tables.events;
  const { Items = [] } = await client.send(new ScanCommand({ TableName }));
  for (const { id } of Items) await client.send(new DeleteCommand({ TableName, Key: { id } }));
};

describe('the DynamoDB store', () =>
  describeWebhookStore(async () => {
    await empty();
    return createWebhookStore(storage);
  }));
