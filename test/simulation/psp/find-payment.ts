import { otherChargeId } from '../../../lib/payments/webhooks/other-payment.ts';
import type { Ledger, LedgerPayment } from './ledger.ts';

/** The payment with this id, or the one with this reference that still lives: of several that do, only the id tells which. */
export const findPayment = (
  { payments }: Ledger,
  reference: string,
  id: string | undefined,
): LedgerPayment | 'several' | undefined => {
  const own = payments.get(reference) ?? [];
  if (id !== undefined) {
    const beside = payments.get(otherChargeId(reference, id)) ?? [];
    return [...own, ...beside].find((one) => one.id === id) ?? (own.length > 0 ? 'several' : undefined);
  }
  const [alive, ...others] = own.filter(({ status }) => status !== 'declined' && status !== 'canceled');
  return others.length > 0 ? 'several' : (alive ?? own[0]);
};
