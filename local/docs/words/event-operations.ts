import { auditFilters } from '../../../lib/http/schemas/filters/audit-filters.ts';
import { eventFilters } from '../../../lib/http/schemas/filters/event-filters.ts';
import { listQueryWords } from './list-words.ts';
import type { OperationText } from './operation-text.ts';

export const eventOperations = {
  listEvents: {
    tag: 'Events',
    summary: 'List events',
    description:
      'What happened in the last 30 days, newest first. An event is in this list within seconds, exactly once.',
    query: {
      schema: eventFilters,
      words: {
        ...listQueryWords,
        type: 'Those of this type.',
        object: 'Those about the object with this id: a session, charge, refund or dispute.',
      },
    },
    answers: ['EventList'],
    errors: [],
  },
  retrieveEvent: {
    tag: 'Events',
    summary: 'Retrieve an event',
    description: 'One event of the last 30 days, and what became of sending it.',
    path: { id: 'The id of the event.' },
    answers: ['EventWithDeliveries'],
    errors: ['resource_missing'],
  },
  listAuditEntries: {
    tag: 'Events',
    summary: 'List the audit trail',
    description:
      'Who captured, cancelled, refunded, decided or expired what, and in which call, newest first. Nothing of it is ever deleted. An entry is in this list within seconds.',
    query: {
      schema: auditFilters,
      words: {
        ...listQueryWords,
        action: 'Those of this action.',
        actor: 'Those by the API key with this id, as your list of keys shows it.',
        target: 'Those on the session, charge or refund with this id.',
      },
    },
    answers: ['AuditEntryList'],
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperationText>>;
