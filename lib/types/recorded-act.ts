import type { AuditEntry, Author } from './audit-entry.ts';

/** Stored on an item of the events table by a write that somebody requested: who, and what was changed. The next write replaces it. */
export type RecordedAct = Author & Pick<AuditEntry, 'target'>;
