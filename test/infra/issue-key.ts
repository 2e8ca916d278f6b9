import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Environment, environments } from '../../infra/environments.ts';
import { apiKeyRandomBytes } from '../../lib/storage/api-key-format.ts';
import { createApiKey } from '../../lib/storage/api-keys.ts';
import { documentClient } from '../../lib/storage/storage.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { type Scope, scopes } from '../../lib/types/scope.ts';

/** Puts an API key with every scope, or those given, into the table of an environment, as `npm run keys` would. Rejects where `endpoint` does not let it. */
export const issueKey = async (
  endpoint: string,
  { name, mode }: Pick<Environment, 'name' | 'mode'> = environments.dev,
  granted: readonly Scope[] = scopes,
): Promise<string> => {
  const client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const tables = {
    sessions: '',
    charges: '',
    limits: '',
    orders: '',
    events: '',
    rules: '',
    configuration: '',
    api_keys: tableName(name, 'api_keys'),
  };
  const clock = { now: Date.now, sleep: () => Promise.resolve() };
  try {
    const { key } = await createApiKey(
      { client: documentClient(client), tables, clock, random: () => 0.5 },
      { name: 'test', scopes: granted, livemode: mode === 'live', created: 1 },
      new Uint8Array(apiKeyRandomBytes).fill(granted.length),
    );
    return key;
  } finally {
    client.destroy();
  }
};
