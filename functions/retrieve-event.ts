import { endpoint } from '../lib/edge/endpoint.ts';
import { eventLists } from '../lib/edge/event-lists.ts';
import { retrieveEvent } from '../lib/http/routes.ts';
import { ApiError } from '../lib/types/api-error.ts';

export const handler = endpoint(retrieveEvent, undefined, async ({ path: { id } }) => {
  // Rows of other kinds are kept under ids of their own.
  const event = /^evt_[\w-]{1,64}$/.test(id) ? await eventLists().event(id) : undefined;
  if (!event)
    throw new ApiError(
      'resource_missing',
      `There is no event ${id.slice(0, 64)}. Events are kept for 30 days.`,
      { param: 'id' },
    );
  return { json: event };
});
