import type { Charge } from '../../types/charge.ts';
import { statusOf } from '../../types/charge-state.ts';
import { openThings } from '../../types/open-things.ts';

/** The fault in a charge about to be stored, or as read back; undefined if it is sound. Pure. */
export const brokenInvariant = (charge: Charge): string | undefined => {
  const { amount, amount_captured, amount_refundable, amount_refundable_disputed } = charge;
  if (amount_captured < 0 || amount_captured > amount) return 'captured is not between 0 and the amount';
  const refunded = sum(Object.values(charge.refunds).filter(({ status }) => status !== 'failed'));
  const disputes = Object.values(charge.disputes);
  const lost = sum(disputes.filter(({ status }) => status === 'lost'));
  const open = sum(disputes.filter(({ status }) => status === 'open'));
  if (amount_refundable_disputed !== amount_captured - refunded - lost)
    return 'refundable with disputed amounts does not add up';
  if (amount_refundable !== amount_refundable_disputed - open) return 'refundable does not add up';
  if (charge.status !== statusOf(charge)) return 'the status does not follow from intents and facts';
  const isOpen = openThings(charge).length > 0;
  if (isOpen && charge.recover_at === undefined) return 'something is open and no look is scheduled';
  return undefined;
};

const sum = (parts: readonly { readonly amount: number }[]): number =>
  parts.reduce((total, { amount }) => total + amount, 0);
