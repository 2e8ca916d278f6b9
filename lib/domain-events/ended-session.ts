import type { RecordChange } from '../types/record-change.ts';
import type { Session } from '../types/session.ts';
import { sessionStatusOf } from '../types/session-status.ts';

/** The id of the session that ended with this change: it is paid, held or canceled, or its expiry was recorded. Pure. */
export const endedSession = (change: RecordChange): string | undefined => {
  if (change.table !== 'sessions') return undefined;
  const { before, after } = change;
  return isOver(after) && !(before && isOver(before)) ? after.id : undefined;
};

/** As recorded: an expiry that is not recorded yet does not count. */
const isOver = (session: Session): boolean => sessionStatusOf(session, 0) !== 'open';
