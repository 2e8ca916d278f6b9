export const disputeStatuses = ['open', 'won', 'lost', 'closed'] as const;

export type DisputeStatus = (typeof disputeStatuses)[number];
