import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { client, table } from './aws.ts';
import { type ByHand, ok } from './http.ts';
import { sessionOf } from './session-of.ts';

/** One consistent read, answered field by field. */
export const handler: ByHand = async (event) => {
  const { Item } = await client.send(
    new GetCommand({
      TableName: table('SESSIONS'),
      Key: { id: event.pathParameters?.id ?? '' },
      ConsistentRead: true,
    }),
  );
  return Item ? ok(sessionOf(Item)) : { statusCode: 404 };
};
