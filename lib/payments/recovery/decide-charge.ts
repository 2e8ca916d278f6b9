import { ApiError } from '../../types/api-error.ts';
import { applyAnswer } from '../apply-answer.ts';
import type { PaymentPorts } from '../payment-ports.ts';

/** What a person found at the PSP: that the money was taken or is held (under the PSP's reference), or that nothing is there and nothing will come. */
export type Decision =
  | { readonly outcome: 'captured' | 'approved'; readonly psp_reference: string }
  | { readonly outcome: 'absent' };

/**
 * Settles a charge that needs review as a person says. Only such a charge: while recovery still works on it, nobody decides over its head. Throws
 * `resource_missing`, or `charge_operation_in_progress` for a charge that does not need review.
 */
export const decideCharge = async (ports: PaymentPorts, id: string, decision: Decision): Promise<void> => {
  const charge = await ports.store.charge(id);
  if (!charge) throw new ApiError('resource_missing', `No charge ${id}.`, { param: 'charge' });
  if (charge.status !== 'needs_review')
    throw new ApiError(
      'charge_operation_in_progress',
      `Charge ${id} is ${charge.status}; only one that needs review is decided by a person.`,
    );
  await applyAnswer(ports, id, decision, { decisive: true });
  ports.report({
    event: 'decided_by_person',
    charge: id,
    session: charge.session,
    psp: charge.psp,
    outcome: decision.outcome,
  });
};
