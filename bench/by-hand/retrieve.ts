import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { client, table } from './aws.ts';
import { type ByHand, ok } from './http.ts';
import { sessionOf } from './session-of.ts';

/** One consistent read, answered field by field. */
export const handler: ByHand = async (event) => {
  const { Item } = await client.send(
    new GetItemCommand({
      TableName: table('SESSIONS'),
      Key: { id: { S: event.pathParameters?.id ?? '' } },
      ConsistentRead: true,
    }),
  );
  return Item ? ok(sessionOf(Item)) : { statusCode: 404 };
};
