import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe } from '@jest/globals';
import { createHealthStore } from '../../../lib/storage/health-store.ts';
import { describeHealthStore } from '../../contract/health-store.ts';
import { openStorage } from './open-storage.ts';

const { dynamodb, storage } = await openStorage();
const { client } = storage;

const empty = async (): Promise<void> => {
  const TableName = dynamodb.tables.events;
  const { Items = [] } = await client.send(new ScanCommand({ TableName }));
  for (const { id } of Items) await client.send(new DeleteCommand({ TableName, Key: { id } }));
};

describe('the DynamoDB store', () =>
  describeHealthStore(async () => {
    await empty();
    return createHealthStore(storage);
  }));
