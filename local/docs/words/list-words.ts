import { minorUnit } from './minor-unit.ts';
import type { Words } from './words.ts';

const shown = {
  object: 'Always `list`.',
  has_more:
    'Whether there may be more in the direction that was asked for. A filter that finds little ends a page before its limit: go on with the cursor.',
  next_cursor: 'Send it as `starting_after` for what is older; null at the end.',
  previous_cursor: 'Send it as `ending_before` for what is newer; null on the first page.',
};

export const listWords: Words = {
  CheckoutSessionList: {
    '': 'A page of sessions, newest first.',
    data: 'The sessions. Their `client_secret` is not shown in lists.',
    ...shown,
  },
  RefundList: { '': 'A page of refunds, newest first.', data: 'The refunds.', ...shown },
  EventList: { '': 'A page of events, newest first.', data: 'The events.', ...shown },
  AuditEntryList: { '': 'A page of the audit trail, newest first.', data: 'The entries.', ...shown },
  DisputeList: { '': 'A page of disputes, newest first.', data: 'The disputes.', ...shown },
  PaymentMethodList: {
    '': 'A page of payment methods, newest first.',
    data: 'The payment methods.',
    ...shown,
  },
  ChargeList: { '': 'A page of charges, newest first.', data: 'The charges.', ...shown },
};

/** What every list takes. */
export const listQueryWords = {
  limit: 'How many at most.',
  starting_after: 'The `next_cursor` of a page under the same filters: what is older.',
  ending_before: 'The `previous_cursor` of a page under the same filters: what is newer.',
  'created[gte]': 'Unix seconds: created then or later.',
  'created[lte]': 'Unix seconds: created then or before.',
};

export const amountQueryWords = {
  'amount[gte]': `${minorUnit} At least.`,
  'amount[lte]': `${minorUnit} At most.`,
};
