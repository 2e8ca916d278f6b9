import type { AuthorizationAnswer, LookUpAnswer, PspEvent } from '../../../lib/types/psp.ts';
import type { Profile } from './draw-profile.ts';
import type { LedgerPayment, LedgerStatus } from './ledger.ts';

/** What the PSP answers to whoever pays. */
export const answerOf = (payment: LedgerPayment, status: LedgerStatus): AuthorizationAnswer => {
  const found = { psp_reference: payment.id };
  switch (status) {
    case 'authorized':
    case 'captured':
      if (payment.mismatch) return { outcome: 'unknown', doubt: 'amount_mismatch', ...found };
      return { outcome: status === 'captured' ? 'captured' : 'approved', ...found };
    case 'requires_action':
      return {
        outcome: 'requires_action',
        redirect_url: `https://bank.example/${payment.reference}`,
        ...found,
      };
    case 'declined':
      return { outcome: payment.decline ?? 'unmapped', code: 'refused', ...found };
    case 'canceled':
      return { outcome: 'processor_error', code: 'canceled', ...found };
    default:
      return status satisfies never;
  }
};

/** What it answers to whoever asks. */
export const stateOf = (payment: LedgerPayment, status: LedgerStatus): LookUpAnswer =>
  status === 'canceled' ? { outcome: 'canceled', psp_reference: payment.id } : answerOf(payment, status);

/** A payment of another amount is told with the amount it has; its name of success is the PSP's own. */
export const authorizationEvent = (profile: Profile, payment: LedgerPayment): Omit<PspEvent, 'id'> => {
  const known = { reference: payment.reference, psp_reference: payment.id };
  const money = { amount: payment.authorized || payment.asked, currency: payment.currency };
  const taken = payment.status === 'captured' || payment.status === 'authorized';
  if (!taken)
    return { ...known, money, claim: { about: 'authorization', answer: stateOf(payment, payment.status) } };
  const outcome = payment.status === 'captured' && !profile.tells_authorised_only ? 'captured' : 'approved';
  return {
    ...known,
    money,
    claim: { about: 'authorization', answer: { outcome, psp_reference: payment.id } },
  };
};

/** Genuine in form, untrue in content: where the PSP has a look-up it claims money, where not the money it names is another. */
export const falseEvent = ({ account }: Profile, payment: LedgerPayment): Omit<PspEvent, 'id'> => ({
  reference: payment.reference,
  psp_reference: payment.id,
  money: {
    amount: account.capabilities.look_up ? payment.asked : payment.asked + 1,
    currency: payment.currency,
  },
  claim: { about: 'authorization', answer: { outcome: 'captured', psp_reference: payment.id } },
});
