import type { AuditEntry } from '../types/audit-entry.ts';
import type { Event } from '../types/event.ts';
import type { EventLists } from '../types/ports.ts';
import { listRows, readRow } from './read-rows.ts';
import type { Storage } from './storage.ts';

export const createEventLists = (storage: Storage): EventLists => ({
  events: ({ filters, ...page }) => {
    const { type, object } = filters;
    return listRows<Event>(storage, 'event', { created: filters, facets: { type, object } }, page);
  },
  event: (id) => readRow(storage, id),
  audit: ({ filters, ...page }) => {
    const { action, actor, target } = filters;
    return listRows<AuditEntry>(
      storage,
      'audit_entry',
      { created: filters, facets: { type: action, actor, object: target } },
      page,
    );
  },
});
