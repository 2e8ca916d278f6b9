import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';

/** Ids of all items of a table of the local server. */
export const idsIn = async (endpoint: string, table: string): Promise<readonly string[]> => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  try {
    const { Items = [] } = await client.send(new ScanCommand({ TableName: table }));
    return Items.map(({ id }) => id?.S ?? '');
  } finally {
    client.destroy();
  }
};
