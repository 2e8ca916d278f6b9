import type { DisputeObject } from '../contract/dispute.ts';
import type { Charge, Dispute } from '../types/charge.ts';

export const renderDispute = (
  { id, psp_reference, amount, reason, psp_reason, stage, status, respond_by, created }: Dispute,
  charge: Pick<Charge, 'id' | 'psp' | 'currency'>,
): DisputeObject => ({
  id,
  object: 'dispute',
  charge: charge.id,
  psp: charge.psp,
  psp_reference,
  amount,
  currency: charge.currency,
  reason: reason ?? null,
  psp_reason: psp_reason ?? null,
  stage,
  status,
  respond_by: respond_by ?? null,
  created,
});
