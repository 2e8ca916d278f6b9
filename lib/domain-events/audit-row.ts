import type { AuditEntry } from '../types/audit-entry.ts';
import type { Row } from '../types/row.ts';
import { derivedId } from './derived-id.ts';

export type Act = Pick<AuditEntry, 'actor' | 'action' | 'target' | 'request_id'>;

/** The write of the action: its record, revision and time (Unix milliseconds). */
export type Done = {
  readonly id: string;
  readonly rev: number;
  readonly livemode: boolean;
  readonly at: number;
};

/** The prefix of the ids of entries: roles are restricted by it. */
export const auditPrefix = 'aud';

/** The entry of an action, stored forever. `index` distinguishes several actions of one write. */
export const auditRow = (
  { id, rev, livemode, at }: Done,
  { actor, action, target, request_id }: Act,
  index = 0,
): Row => {
  const entry: AuditEntry = {
    id: derivedId(auditPrefix, id, rev, action, target, index),
    object: 'audit_entry',
    actor,
    action,
    target,
    request_id,
    created: Math.floor(at / 1000),
  };
  return {
    id: entry.id,
    kind: 'audit_entry',
    rev,
    created_ms: at,
    facets: { type: action, actor: actor.id, object: target, livemode },
    body: JSON.stringify(entry),
  };
};
