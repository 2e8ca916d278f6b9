import type { LedgerOperation, LedgerPayment } from './ledger.ts';

type Change = Partial<LedgerPayment>;

/** The customer has paid: the amount is held, or captured. */
export const taken = ({
  asked,
  manual,
  mismatch,
}: Pick<LedgerPayment, 'asked' | 'manual' | 'mismatch'>): Change => {
  const authorized = mismatch ? Math.max(1, asked >> 1) : asked;
  return { authorized, captured: manual ? 0 : authorized, status: manual ? 'authorized' : 'captured' };
};

/** The PSP, or this service, ends what is held or offered. */
export const released = ({ status, hold }: Pick<LedgerPayment, 'status' | 'hold'>): Change => ({
  status: 'canceled',
  hold: status === 'authorized' ? 'voided' : hold,
});

/** What an operation has changed that came to its end. A refund was taken out of what is left when it was accepted. */
export const settled = (
  { captured, refunded }: Pick<LedgerPayment, 'captured' | 'refunded'>,
  { kind, amount, status }: LedgerOperation,
): Change => {
  const works = status === 'succeeded';
  switch (kind) {
    case 'refund':
      return works ? {} : { refunded: refunded - amount };
    case 'capture':
      return works ? { captured: captured + amount, status: 'captured' } : {};
    case 'cancel':
      return works ? { hold: 'voided', status: 'canceled' } : {};
    default:
      return kind satisfies never;
  }
};
