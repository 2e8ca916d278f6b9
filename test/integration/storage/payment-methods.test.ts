import { DeleteItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { describe } from '@jest/globals';
import { createPaymentMethods } from '../../../lib/storage/payment-methods.ts';
import { createMemoryPaymentMethods } from '../../../local/memory/memory-payment-methods.ts';
import { describePaymentMethods } from '../../contract/payment-methods.ts';
import { openStorage } from './open-storage.ts';

const { connection: client, storage } = await openStorage();

describe('in DynamoDB', () => {
  describePaymentMethods(async () => {
    const { Items = [] } = await client.send(new ScanCommand({ TableName: 'events' }));
    for (const { id } of Items)
      if (id) await client.send(new DeleteItemCommand({ TableName: 'events', Key: { id } }));
    return createPaymentMethods(storage);
  });
});

describe('in memory', () => {
  describePaymentMethods(async () => createMemoryPaymentMethods());
});
