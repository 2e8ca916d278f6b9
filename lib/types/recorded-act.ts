import type { AuditEntry, Author } from './audit-entry.ts';

/**
 * What an item of the table of events says of the write that made it, if somebody asked for that write: who, and what was changed. The next write
 * replaces it.
 */
export type RecordedAct = Author & Pick<AuditEntry, 'target'>;
