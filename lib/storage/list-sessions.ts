import type { PaymentLists } from '../types/ports.ts';
import type { Session } from '../types/session.ts';
import { sessionStatusOf } from '../types/session-status.ts';
import { batchGet } from './batch-get.ts';
import { fromSessionItem, type Item } from './items.ts';
import { listPartitions } from './list-keys.ts';
import { conditionsOf, readPage } from './read-page.ts';
import type { Storage } from './storage.ts';
import { sessionsByEmail, sessionsByReference, sessionsByTime } from './tables.ts';

/** See `PaymentLists.sessions`. A reference or an email address uses an index, whatever the other filters. */
export const listSessions =
  (storage: Storage): PaymentLists['sessions'] =>
  ({ filters, ...page }) => {
    const { status, payment_status, currency, reference, email_fingerprint } = filters;
    const matches = (session: Session): boolean =>
      (status === undefined || sessionStatusOf(session, storage.clock.now()) === status) &&
      (payment_status === undefined || session.payment_status === payment_status) &&
      (email_fingerprint === undefined || session.email_fingerprint === email_fingerprint);
    const needsRecord =
      status !== undefined ||
      payment_status !== undefined ||
      (reference !== undefined && email_fingerprint !== undefined);
    return readPage(
      storage,
      {
        table: 'sessions',
        ...lookUp(reference, email_fingerprint),
        created: filters,
        conditions: conditionsOf({ currency }, filters),
        read: (rows) => readSessions(storage, rows),
        ...(needsRecord && { matches }),
      },
      page,
    );
  };

const lookUp = (reference: string | undefined, email: string | undefined) => {
  if (reference !== undefined) return { index: sessionsByReference, partitions: [reference] };
  return email === undefined
    ? { index: sessionsByTime, partitions: listPartitions() }
    : { index: sessionsByEmail, partitions: [email] };
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
