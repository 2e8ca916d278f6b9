import { sessionFilters } from '../lib/contract/filters/session-filters.ts';
import { readListQuery } from '../lib/http/read-list-query.ts';
import { renderList } from '../lib/http/render-list.ts';
import { renderSession } from '../lib/http/render-session.ts';
import { listCheckoutSessions } from '../lib/http/routes.ts';
import { clock } from '../lib/runtime/clock.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { paymentLists } from '../lib/runtime/payment-lists.ts';

export const handler = endpoint(listCheckoutSessions, undefined, async (call) => {
  const asked = await readListQuery(call, sessionFilters);
  const page = await paymentLists().sessions(asked);
  const now = clock.now();
  return {
    json: await renderList(call, asked, page, (session) =>
      renderSession(session, { now, client_secret: null, view: 'full' }),
    ),
  };
});
