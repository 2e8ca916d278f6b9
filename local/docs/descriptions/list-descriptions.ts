import type { Descriptions } from './descriptions.ts';
import { minorUnit } from './minor-unit.ts';

const shown = {
  object: 'Always `list`.',
  has_more:
    'Whether there may be more in the requested direction. If a filter matches few rows, a page can end before its limit: continue with the cursor.',
  next_cursor: 'Send it as `starting_after` to get older rows; null at the end.',
  previous_cursor: 'Send it as `ending_before` to get newer rows; null on the first page.',
};

export const listDescriptions: Descriptions = {
  CheckoutSessionList: {
    '': 'A page of sessions.',
    data: 'The sessions. Their `client_secret` is not shown in lists.',
    ...shown,
  },
  NoteList: { '': 'A page of notes, newest first.', data: 'The notes.', ...shown },
  RefundList: { '': 'A page of refunds, newest first.', data: 'The refunds.', ...shown },
  EventList: { '': 'A page of events, newest first.', data: 'The events.', ...shown },
  AuditEntryList: { '': 'A page of the audit trail, newest first.', data: 'The entries.', ...shown },
  DisputeList: { '': 'A page of disputes, newest first.', data: 'The disputes.', ...shown },
  PaymentMethodList: {
    '': 'A page of payment methods, newest first.',
    data: 'The payment methods.',
    ...shown,
  },
  PaymentLinkList: { '': 'A page of payment links, newest first.', data: 'The links.', ...shown },
  ApiKeyList: { '': 'A page of API keys, newest first.', data: 'The keys.', ...shown },
  DeliveryList: { '': 'A page of deliveries.', data: 'The deliveries.', ...shown },
  ChargeList: { '': 'A page of charges.', data: 'The charges.', ...shown },
};

/** The parameters of every page. */
export const pageQueryDescriptions = {
  limit: 'The maximum number of rows.',
  starting_after: 'The `next_cursor` of a page with the same filters: older rows.',
  ending_before: 'The `previous_cursor` of a page with the same filters: newer rows.',
};

/** The parameters of every list by time. */
export const listQueryDescriptions = {
  ...pageQueryDescriptions,
  'created[gte]': 'Created at this time or later, in Unix seconds.',
  'created[lte]': 'Created at this time or earlier, in Unix seconds.',
};

/** A search by what identifies a session. */
export const prefixQueryDescriptions = {
  'reference[prefix]': 'What `reference` begins with, in any case: at least 3 characters.',
  'customer_email[prefix]': 'What the email address begins with, in any case: at least 3 characters.',
};

export const amountQueryDescriptions = {
  'amount[gte]': `${minorUnit} At least.`,
  'amount[lte]': `${minorUnit} At most.`,
};
