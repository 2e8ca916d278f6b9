import type { AuditEntryObject } from '../lib/contract/audit-entry.ts';
import { auditFilters } from '../lib/contract/filters/audit-filters.ts';
import { readListQuery } from '../lib/http/read-list-query.ts';
import { renderList } from '../lib/http/render-list.ts';
import { listAuditEntries } from '../lib/http/routes.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { eventLists } from '../lib/runtime/event-lists.ts';

export const handler = endpoint(listAuditEntries, undefined, async (call) => {
  const asked = await readListQuery(call, auditFilters);
  const page = await eventLists().audit(asked);
  return { json: await renderList(call, asked, page, (entry): AuditEntryObject => entry) };
});
