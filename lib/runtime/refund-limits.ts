import type { KnownPerson } from '../http/call.ts';
import type { LimitedPerson } from '../payments/operations/refund-within-limits.ts';
import { createRefundAllowances } from '../storage/refund-allowances.ts';
import type { RefundAllowances, RefundLimits } from '../types/refund-limits.ts';
import { storage } from './dynamodb.ts';

/** A person's limits by their role (`REFUND_LIMITS`, as JSON); undefined if the role has none. */
export const limitedPerson = ({ id, role }: KnownPerson): LimitedPerson | undefined => {
  const { REFUND_LIMITS = '' } = process.env;
  if (read?.json !== REFUND_LIMITS)
    read = { json: REFUND_LIMITS, limits: REFUND_LIMITS === '' ? {} : JSON.parse(REFUND_LIMITS) };
  const limits = read?.limits[role];
  return limits && { id, role, limits };
};

let read: { readonly json: string; readonly limits: RefundLimits } | undefined;

export const refundAllowances = (): RefundAllowances => createRefundAllowances(storage());
