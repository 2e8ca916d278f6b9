import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { storage } from '../../lib/runtime/dynamodb.ts';
import { livemode } from '../../lib/runtime/environment.ts';
import { newId } from '../../lib/runtime/new-id.ts';
import { apiKeyRandomBytes, parseApiKey } from '../../lib/storage/api-key-format.ts';
import { createApiKey } from '../../lib/storage/api-keys.ts';
import { createKeyStore } from '../../lib/storage/key-store.ts';
import { scopes } from '../../lib/types/scope.ts';
import { writeDurably } from '../support/write-durably.ts';

/** A key for this mode with every scope. With `dataDir` it is stored there, and stays the same at the next start unless it was revoked or rotated meanwhile. */
export const issueApiKey = async (dataDir: string | undefined): Promise<string> => {
  const file = dataDir === undefined ? undefined : join(dataDir, 'api-key');
  const kept = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (kept !== undefined && (await isValid(kept))) return kept;
  const created = Math.floor(Date.now() / 1_000);
  const created_by = { type: 'system', id: 'npm start' } as const;
  const fields = { id: newId('key'), name: 'local', scopes, livemode: livemode(), created, created_by };
  const { key } = await createApiKey(storage(), fields, randomBytes(apiKeyRandomBytes));
  if (file !== undefined) writeDurably(file, key);
  return key;
};

const isValid = async (key: string): Promise<boolean> => {
  const parsed = parseApiKey(key);
  const issued = await createKeyStore(storage(), livemode()).issued();
  return issued.some(({ current }) => current.hash === parsed?.hash);
};
