import type { EventObject } from '../lib/contract/event.ts';
import { eventFilters } from '../lib/contract/filters/event-filters.ts';
import { readListQuery } from '../lib/http/read-list-query.ts';
import { renderList } from '../lib/http/render-list.ts';
import { listEvents } from '../lib/http/routes.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { eventLists } from '../lib/runtime/event-lists.ts';

export const handler = endpoint(listEvents, undefined, async (call) => {
  const asked = await readListQuery(call, eventFilters);
  const page = await eventLists().events(asked);
  return { json: await renderList(call, asked, page, (event): EventObject => event) };
});
