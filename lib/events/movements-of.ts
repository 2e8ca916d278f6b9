import type { Charge, Dispute } from '../types/charge.ts';
import type { Movement, MovementType } from '../types/movement.ts';
import type { ChargeChange } from '../types/record-change.ts';
import { derivedId } from './derived-id.ts';

type Moved = Pick<Movement, 'type' | 'amount' | 'object'> & { readonly psp_reference: string | undefined };

/** The money that a change of a charge moves. What hours count and what is exported follow from these alone. Pure. */
export const movementsOf = ({ before, after, at }: ChargeChange): readonly Movement[] => {
  if (before?.rev === after.rev) return [];
  const { id: charge, rev, session, psp, currency } = after;
  return [
    ...captured(before, after),
    ...refunded(before, after),
    ...reversed(before, after),
    ...disputed(before, after),
  ]
    .filter(({ amount }) => amount > 0)
    .map(({ type, amount, object, psp_reference = null }) => ({
      id: derivedId('mov', charge, rev, type, object),
      type,
      at,
      amount,
      currency,
      psp,
      charge,
      session,
      object,
      psp_reference,
    }));
};

const captured = (before: Charge | undefined, after: Charge): readonly Moved[] =>
  difference(after, 'capture', after.amount_captured - (before?.amount_captured ?? 0));

/** A refund that fails after all is taken back. */
const refunded = (before: Charge | undefined, after: Charge): readonly Moved[] =>
  Object.values(after.refunds).flatMap(({ id, amount, status, psp_reference }) => {
    const [did, does] = [before?.refunds[id]?.status === 'succeeded', status === 'succeeded'];
    const type = does ? 'refund' : 'refund_failed';
    return did === does ? [] : [{ type, amount, object: id, psp_reference }];
  });

const reversed = (before: Charge | undefined, after: Charge): readonly Moved[] =>
  difference(after, 'reversal', returned(after) - returned(before));

const returned = (charge: Charge | undefined): number =>
  Object.values(charge?.reversal?.parts ?? {}).reduce((sum, part) => sum + part, 0);

const difference = (
  { id: object, psp_reference }: Charge,
  type: 'capture' | 'reversal',
  amount: number,
): readonly Moved[] => [
  { type: amount < 0 ? `${type}_failed` : type, amount: Math.abs(amount), object, psp_reference },
];

const disputed = (before: Charge | undefined, after: Charge): readonly Moved[] =>
  Object.values(after.disputes).flatMap(({ id, amount, status, psp_reference }) => {
    const type = disputeTypes[status];
    return type === undefined || before?.disputes[id]?.status === status
      ? []
      : [{ type, amount, object: id, psp_reference }];
  });

const disputeTypes: Readonly<Record<Dispute['status'], MovementType | undefined>> = {
  open: 'dispute',
  won: 'dispute_won',
  lost: 'dispute_lost',
  closed: undefined,
};
