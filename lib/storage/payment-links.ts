import { isLinkId, type PaymentLink, type PaymentLinks } from '../types/payment-link.ts';
import type { LinkImage } from '../types/record-change.ts';
import { batchGet } from './batch-get.ts';
import { getItem } from './get-item.ts';
import type { Item } from './items.ts';
import { listAttributes, listPartitions } from './list-keys.ts';
import { orderHolder } from './orders.ts';
import { readPage } from './read-page.ts';
import { refuseNewer } from './refuse-newer.ts';
import { replaceRecord, storedResponse } from './remembered-record.ts';
import type { Storage } from './storage.ts';
import { timeIndex } from './tables.ts';

const kind = 'payment_link';
/** As long as an unpaid session. */
const keptAfterEnd_s = 30 * 86_400;

/** Payment links as items in the table of events. A link that does not expire is kept for ever, even if deleted: its sessions refer to it. */
export const createPaymentLinks = (storage: Storage): PaymentLinks => ({
  find: async (id) => {
    const item = isLinkId(id) ? await getItem(storage, 'events', { id }) : undefined;
    return item && fromItem(item);
  },
  add: (link, beside) => replaceRecord(storage, toItem(link), beside),
  withdraw: (link, deleted_at, beside) => replaceRecord(storage, { ...toItem(link), deleted_at }, beside),
  storedResponse: (key) => storedResponse(storage, key),
  list: ({ filters, ...page }) =>
    readPage(
      storage,
      {
        table: 'events',
        index: timeIndex,
        partitions: listPartitions(kind),
        created: filters,
        conditions: [],
        read: async (rows) => {
          const items = await batchGet(
            storage,
            'events',
            rows.map(({ id }) => String(id)),
          );
          return new Map([...items].map(([id, item]) => [id, fromItem(item)] as const));
        },
      },
      page,
    ),
  holderOf: async (order) => {
    const item = await getItem(storage, 'orders', { id: order });
    return item && orderHolder(item);
  },
});

export const fromLinkImage = (item: Item): LinkImage => {
  refuseNewer(item);
  return { id: String(item.id), rev: Number(item.rev), deleted: item.deleted_at !== undefined };
};

/** Everything that never changes is one attribute. */
const toItem = ({ id, rev, deleted_at: _, ...body }: PaymentLink) => ({
  id,
  rev,
  body: JSON.stringify(body),
  ...listAttributes(id, body.created_ms, kind),
  ...(body.expires_at !== undefined && { ttl: body.expires_at + keptAfterEnd_s }),
});

const fromItem = (item: Item): PaymentLink => {
  refuseNewer(item);
  const { deleted_at } = item;
  return {
    ...JSON.parse(String(item.body)),
    id: String(item.id),
    rev: Number(item.rev),
    ...(deleted_at !== undefined && { deleted_at: Number(deleted_at) }),
  };
};
