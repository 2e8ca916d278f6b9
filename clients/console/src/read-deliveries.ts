import type { Event, ListDeliveriesQuery, UnsentDelivery } from '../../server/src/generated/api-types.ts';
import { call } from './api.ts';
import { ApiProblem } from './api-problem.ts';
import { may } from './caller.ts';
import { readOnce } from './read-once.ts';

/** `event`: null if it is not known any more, or not for this person. */
export type ShownDelivery = { readonly delivery: UnsentDelivery; readonly event: Event | null };

/** A page of deliveries, each with its event, which the list only names. */
export const readDeliveries = async (query: ListDeliveriesQuery, signal: AbortSignal) => {
  const { data, ...page } = await call('listDeliveries', { query }, { signal });
  const shown: readonly ShownDelivery[] = await Promise.all(
    data.map(async (delivery) => ({
      delivery,
      event: may('events:read') ? await eventOf(delivery.event, signal) : null,
    })),
  );
  return { ...page, shown };
};

const eventOf = readOnce(async (id, signal): Promise<Event | null> => {
  try {
    return await call('retrieveEvent', { path: { id } }, { signal });
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.status === 404) return null;
    throw problem;
  }
});
