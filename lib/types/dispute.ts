export const disputeStatuses = ['open', 'won', 'lost', 'closed'] as const;

export type DisputeStatus = (typeof disputeStatuses)[number];

/** Dispute reasons common to all PSPs. `general`: the PSP's code is not more specific. */
export const disputeReasons = [
  'fraudulent',
  'unrecognized',
  'duplicate',
  'incorrect_amount',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'credit_not_processed',
  'processing_error',
  'general',
] as const;

export type DisputeReason = (typeof disputeReasons)[number];
