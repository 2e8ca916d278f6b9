import type { RefundObject } from '../contract/refund.ts';
import type { RefundRow } from '../types/charge.ts';

export const renderRefund = (refund: RefundRow['refund'], charge: RefundRow['charge']): RefundObject => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  currency: charge.currency,
  charge: charge.id,
  psp: charge.psp,
  status: refund.status,
  reason: refund.reason ?? null,
  failure_reason: refund.failure_reason ?? null,
  psp_reference: refund.psp_reference ?? null,
  external: refund.external === true,
  needs_review: refund.needs_review === true,
  created: refund.created,
  metadata: refund.metadata,
});
