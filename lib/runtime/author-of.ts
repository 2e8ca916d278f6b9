import type { Call } from '../http/call.ts';
import { type Author, actorOf } from '../types/audit-entry.ts';

export const authorOf = ({ by, request_id }: Pick<Call, 'by' | 'request_id'>): Author => ({
  actor: actorOf(by ?? ''),
  request_id,
});
