import type { Charge, Refund } from '../types/charge.ts';

/** The sum of the refunds with this status. Minor units. */
export const sumOfRefunds = ({ refunds }: Charge, status: Refund['status']): number =>
  Object.values(refunds).reduce((sum, refund) => sum + (refund.status === status ? refund.amount : 0), 0);
