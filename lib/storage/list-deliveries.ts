import type { DeliveryFilters, Page, PageRequest } from '../types/list.ts';
import type { Delivery, Due, Lane, WebhookStore } from '../types/webhook.ts';
import { listTime } from './list-keys.ts';
import { pageOf } from './page-of.ts';

/** How many of each lane's deliveries are searched. */
const most_unsent = 1_000;

/** A page of the deliveries waiting in these lanes, the next try first, or of those given up there, the last try first. */
export const listDeliveries = async (
  store: Pick<WebhookStore, 'unsent' | 'delivery'>,
  lanes: readonly Lane[],
  { filters: { status }, ...page }: PageRequest<DeliveryFilters>,
): Promise<Page<Delivery>> => {
  const asked = { status, limit: most_unsent };
  const found = (await Promise.all(lanes.map((lane) => store.unsent(lane, asked)))).flat();
  const keyOf = ({ id, at }: Due): string =>
    `${listTime(status === 'pending' ? 9_999_999_999_999 - at : at)}#${id}`;
  const shown = pageOf(
    found.map((row) => ({ key: keyOf(row), row })),
    page,
  );
  const deliveries = await Promise.all(shown.rows.map(({ id }) => store.delivery(id)));
  return {
    ...shown,
    rows: deliveries.filter((delivery) => delivery !== undefined).filter((one) => one.status === status),
  };
};
