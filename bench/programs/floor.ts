import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';

const client = new DynamoDBClient({});

/** The floor of every cold start: one item written with the bare client. */
export const handler = async ({ id }: { readonly id: string }): Promise<{ readonly statusCode: number }> => {
  await client.send(new PutItemCommand({ TableName: process.env.TABLE_SESSIONS, Item: { id: { S: id } } }));
  return { statusCode: 200 };
};
