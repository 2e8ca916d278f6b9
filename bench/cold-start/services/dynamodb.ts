import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { recoveryIndex } from '../../../lib/storage/tables.ts';

const client = new DynamoDBClient({});

/** One call of this kind with as little in it as DynamoDB takes. */
export const call = (operation: string): Promise<unknown> => {
  const { TABLE_SESSIONS, TABLE_CHARGES } = process.env;
  const item = { id: { S: crypto.randomUUID() } };
  switch (operation) {
    case 'GetItem':
      return client.send(new GetItemCommand({ TableName: TABLE_SESSIONS, Key: item }));
    case 'PutItem':
      return client.send(new PutItemCommand({ TableName: TABLE_SESSIONS, Item: item }));
    case 'UpdateItem':
      return client.send(
        new UpdateItemCommand({
          TableName: TABLE_CHARGES,
          Key: item,
          UpdateExpression: 'ADD rev :one',
          ExpressionAttributeValues: { ':one': { N: '1' } },
        }),
      );
    case 'TransactWriteItems':
      return client.send(
        new TransactWriteItemsCommand({
          TransactItems: [TABLE_SESSIONS, TABLE_CHARGES].map((TableName) => ({
            Put: { TableName, Item: item },
          })),
        }),
      );
    case 'Query':
      return client.send(
        new QueryCommand({
          TableName: TABLE_CHARGES,
          IndexName: recoveryIndex.name,
          KeyConditionExpression: 'recover_shard = :shard AND recover_at <= :before',
          ExpressionAttributeValues: { ':shard': { N: '0' }, ':before': { N: '0' } },
        }),
      );
    default:
      throw new Error(`no such call is known by hand: ${operation}`);
  }
};
