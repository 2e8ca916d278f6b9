import type { PaymentLists } from '../types/ports.ts';
import type { Session } from '../types/session.ts';
import { sessionStatusOf } from '../types/session-status.ts';
import { batchGet } from './batch-get.ts';
import { findSessions, isNamed, namesIn } from './find-sessions.ts';
import { fromSessionItem, type Item } from './items.ts';
import { conditionsOf, readPage } from './read-page.ts';
import type { Storage } from './storage.ts';

/** See `PaymentLists.sessions`. A reference or an email address uses an index, whatever the other filters. */
export const listSessions =
  (storage: Storage): PaymentLists['sessions'] =>
  ({ filters, ...page }) => {
    const { status, payment_status, currency } = filters;
    const matches = (session: Session): boolean => {
      if (status !== undefined && sessionStatusOf(session, storage.clock.now()) !== status) return false;
      if (payment_status !== undefined && session.payment_status !== payment_status) return false;
      return isNamed(session, filters);
    };
    const source = findSessions(filters, filters);
    const needsRecord = status !== undefined || payment_status !== undefined || namesIn(filters) > 1;
    return readPage(
      storage,
      {
        ...source,
        conditions: [...source.conditions, ...conditionsOf({ currency }, filters)],
        read: (rows) => readSessions(storage, rows),
        ...(needsRecord && { matches }),
      },
      page,
    );
  };

const readSessions = async (
  storage: Storage,
  rows: readonly Item[],
): Promise<ReadonlyMap<string, Session>> => {
  const items = await batchGet(
    storage,
    'sessions',
    rows.map(({ id }) => String(id)),
  );
  return new Map([...items].map(([id, item]) => [id, fromSessionItem(item)]));
};
