import type { ApiKeyObject, ApiKeyWithSecretObject, DeletedApiKeyObject } from '../contract/api-key.ts';
import type { AuditActorObject } from '../contract/audit-entry.ts';
import { type ApiKey, keyId } from '../types/api-key.ts';
import type { Actor } from '../types/audit-entry.ts';
import { defined } from '../types/defined.ts';
import type { ShownKey } from '../types/key-store.ts';
import type { RenderedResponse } from '../types/records.ts';

/** The key as the API shows it; `secret`: for the call that made one. */
export const renderApiKey = (key: ApiKey, secret?: string | null): ApiKeyObject | ApiKeyWithSecretObject => ({
  id: keyId(key),
  object: 'api_key',
  ...defined({ secret }),
  name: key.name || null,
  scopes: key.scopes,
  created: key.created,
  created_by: key.created_by ? shownActor(key.created_by) : null,
  expires_at: key.expires_at ?? null,
});

/** Storage does not keep the order of fields; responses do. */
const shownActor = ({ type, id }: Actor): AuditActorObject => ({ type, id });

export const renderKeyChange = (shown: ShownKey): RenderedResponse => ({
  status: 200,
  body: JSON.stringify(bodyOf(shown)),
});

const bodyOf = (shown: ShownKey): ApiKeyObject | ApiKeyWithSecretObject | DeletedApiKeyObject =>
  'key' in shown
    ? renderApiKey(shown.key, shown.secret)
    : { id: shown.deleted, object: 'api_key', deleted: true };
