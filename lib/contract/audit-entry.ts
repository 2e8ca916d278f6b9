import * as z from 'zod/mini';
import { actorTypes, auditActions } from '../types/audit-entry.ts';
import { id } from './fields/id.ts';
import type { ObjectOf } from './object-of.ts';

export const auditActor = z.strictObject({ type: z.enum(actorTypes), id: z.string() });

export type AuditActorObject = ObjectOf<typeof auditActor>;

export const auditEntry = z.strictObject({
  id: id('aud', 'audit entry'),
  object: z.literal('audit_entry'),
  actor: auditActor,
  action: z.enum(auditActions),
  target: z.string(),
  request_id: z.nullable(z.string()),
  created: z.int(),
});

export type AuditEntryObject = ObjectOf<typeof auditEntry>;
