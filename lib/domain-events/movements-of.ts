import type { Charge, Dispute } from '../types/charge.ts';
import type { Movement, MovementType } from '../types/movement.ts';
import type { ChargeChange } from '../types/record-change.ts';
import { derivedId } from './derived-id.ts';

type Moved = Pick<Movement, 'type' | 'amount'> &
  Partial<Pick<Movement, 'refund' | 'dispute'>> & { readonly psp_reference: string | undefined };

/**
 * The money that a change of a charge moves. Hours also count the captures and refunds. Money that arrived after its attempt was given up was never
 * captured, and its return is no refund. Pure.
 */
export const movementsOf = ({ before, after, at }: ChargeChange): readonly Movement[] => {
  if (before?.rev === after.rev) return [];
  const { id: charge, rev, session, psp, currency } = after;
  return [...captured(before, after), ...refunded(before, after), ...disputed(before, after)]
    .filter(({ amount }) => amount > 0)
    .map(({ type, amount, refund = null, dispute = null, psp_reference = null }) => ({
      id: derivedId('mov', charge, rev, type, refund ?? dispute ?? charge),
      type,
      at,
      amount,
      currency,
      psp,
      charge,
      session,
      refund,
      dispute,
      psp_reference,
    }));
};

const captured = (
  before: Charge | undefined,
  { amount_captured, psp_reference }: Charge,
): readonly Moved[] => [
  {
    ...difference('capture', 'capture_failed', amount_captured - (before?.amount_captured ?? 0)),
    psp_reference,
  },
];

/** A refund that fails after it had succeeded is reversed. */
const refunded = (before: Charge | undefined, after: Charge): readonly Moved[] =>
  Object.values(after.refunds).flatMap(({ id, amount, status, psp_reference }) => {
    const [did, does] = [before?.refunds[id]?.status === 'succeeded', status === 'succeeded'];
    const type = does ? 'refund' : 'refund_failed';
    return did === does ? [] : [{ type, amount, refund: id, psp_reference }];
  });

const disputed = (before: Charge | undefined, after: Charge): readonly Moved[] =>
  Object.values(after.disputes).map((dispute) => ({
    ...difference('dispute', 'dispute_reversed', heldBack(dispute) - heldBack(before?.disputes[dispute.id])),
    dispute: dispute.id,
    psp_reference: dispute.psp_reference,
  }));

/** The amount that a PSP has taken for a dispute: nothing for an inquiry, and nothing once the dispute is won or closed. */
const heldBack = (dispute: Dispute | undefined): number => {
  if (!dispute || dispute.stage === 'inquiry') return 0;
  return dispute.status === 'open' || dispute.status === 'lost' ? dispute.amount : 0;
};

const difference = (
  more: MovementType,
  less: MovementType,
  amount: number,
): Pick<Moved, 'type' | 'amount'> => ({
  type: amount < 0 ? less : more,
  amount: Math.abs(amount),
});
