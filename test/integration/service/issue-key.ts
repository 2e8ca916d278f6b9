import { randomBytes } from 'node:crypto';
import { apiKeyRandomBytes } from '../../../lib/storage/api-key-format.ts';
import { createApiKey } from '../../../lib/storage/api-keys.ts';
import { documentClient, type Storage } from '../../../lib/storage/storage.ts';
import { type TableId, tables } from '../../../lib/storage/tables.ts';
import type { Scope } from '../../../lib/types/scope.ts';
import { connectTo, storeOf } from '../../../local/aws/store-of.ts';
import { revokeApiKey } from '../../../local/commands/revoke-api-key.ts';
import type { Service } from './start-service.ts';

export type NewKey = {
  readonly name?: string;
  readonly scopes: readonly Scope[];
  readonly livemode?: boolean;
  /** Unix seconds. */
  readonly expires_at?: number;
  readonly revoked?: true;
};

/** Issues an API key as the command that does it, into the service's own table. */
export const issueKey = async (
  { environment }: Pick<Service, 'environment'>,
  { revoked, ...given }: NewKey,
): Promise<string> => {
  const client = connectTo(storeOf(environment));
  const names = Object.fromEntries(tables.map(({ id, variable }) => [id, environment[variable] ?? '']));
  const storage: Storage = {
    client: documentClient(client),
    tables: names as Record<TableId, string>,
    clock: { now: Date.now, sleep: async () => {} },
    random: Math.random,
  };
  try {
    const fields = { name: 'test', livemode: false, created: 1, ...given };
    const { key, stored } = await createApiKey(storage, fields, randomBytes(apiKeyRandomBytes));
    if (revoked)
      await revokeApiKey(storage, stored, { revoked_at: 2, revoked_by: { type: 'user', id: 'test' } });
    return key;
  } finally {
    client.destroy();
  }
};
