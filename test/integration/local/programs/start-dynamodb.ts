import { startDynamoDb } from '../../../../local/aws/dynamodb.ts';

/** Starts the local DynamoDB, tells its address, and stays until it is ended. */
const { url } = await startDynamoDb({
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  dataDir: process.argv[2],
});
process.stdout.write(`${url}\n`);
setInterval(() => {}, 1_000);
