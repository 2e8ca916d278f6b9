import * as z from 'zod/mini';
import { scopes } from '../types/scope.ts';
import { auditActor } from './audit-entry.ts';
import type { ObjectOf } from './object-of.ts';

const id = z.string().check(z.regex(/^key_[0-9a-z]{12,26}$/));

const fields = {
  name: z.nullable(z.string()),
  scopes: z.array(z.enum(scopes)),
  created: z.int(),
  created_by: z.nullable(auditActor),
  expires_at: z.nullable(z.int()),
};

export const apiKey = z.strictObject({ id, object: z.literal('api_key'), ...fields });

export type ApiKeyObject = ObjectOf<typeof apiKey>;

/** Only the first response to the call that made the secret contains it; in a repeat it is null. */
export const apiKeyWithSecret = z.strictObject({
  id,
  object: z.literal('api_key'),
  secret: z.nullable(z.string().check(z.regex(/^sk_(live|test)_[0-9A-Za-z]{36}$/))),
  ...fields,
});

export type ApiKeyWithSecretObject = ObjectOf<typeof apiKeyWithSecret>;

export const deletedApiKey = z.strictObject({ id, object: z.literal('api_key'), deleted: z.literal(true) });

export type DeletedApiKeyObject = ObjectOf<typeof deletedApiKey>;
