import { auditFilters } from '../../../lib/contract/filters/audit-filters.ts';
import { eventFilters } from '../../../lib/contract/filters/event-filters.ts';
import { listQueryDescriptions } from './list-descriptions.ts';
import type { OperationText } from './operation-text.ts';

export const eventOperations = {
  listEvents: {
    tag: 'Events',
    summary: 'List events',
    description:
      'Everything that happened in the last 30 days, newest first. An event appears in this list within seconds, exactly once.',
    query: {
      schema: eventFilters,
      descriptions: {
        ...listQueryDescriptions,
        type: 'Only events of this type.',
        object: 'Only events about the object with this id (or, for a rule, its name).',
      },
    },
    answers: ['EventList'],
    errors: [],
  },
  retrieveEvent: {
    tag: 'Events',
    summary: 'Retrieve an event',
    description: 'One event from the last 30 days, and its deliveries.',
    path: { id: 'The id of the event.' },
    answers: ['EventWithDeliveries'],
    errors: ['resource_missing'],
  },
  listAuditEntries: {
    tag: 'Events',
    summary: 'List the audit trail',
    description:
      'Who changed which payment, stored card, rule, webhook endpoint or API key, and in which call, newest first. Entries are never deleted. An entry appears in this list within seconds.',
    query: {
      schema: auditFilters,
      descriptions: {
        ...listQueryDescriptions,
        action: 'Only entries with this action.',
        actor: 'Only entries by the API key with this id, as in your list of keys.',
        target: 'Only entries about the object with this id (or, for a rule, its name).',
      },
    },
    answers: ['AuditEntryList'],
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperationText>>;
