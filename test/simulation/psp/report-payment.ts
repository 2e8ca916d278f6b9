import { defined } from '../../../lib/types/defined.ts';
import type { AuthorizationResult, LookUpResult, PspEvent } from '../../../lib/types/psp.ts';
import type { Profile } from './draw-profile.ts';
import type { LedgerPayment, LedgerState } from './ledger.ts';

type Reported = Omit<PspEvent, 'id'>;

/** What the PSP answers to whoever pays. */
export const answerOf = (
  profile: Profile,
  payment: LedgerPayment,
  state: LedgerState,
): AuthorizationResult => {
  const found = { psp_reference: payment.id };
  switch (state.status) {
    case 'authorized':
      if (payment.mismatch) return { outcome: 'unknown', doubt: 'amount_mismatch', ...found };
      return {
        outcome: 'approved',
        ...found,
        ...(state.working && profile.reports_progress ? { in_progress: true } : {}),
      };
    case 'captured':
      if (payment.mismatch) return { outcome: 'unknown', doubt: 'amount_mismatch', ...found };
      return {
        outcome: 'captured',
        amount_captured: state.captured,
        ...found,
        ...(profile.reports_refunded ? { amount_refunded: state.refunded } : {}),
        ...(payment.supposed && state.captured === payment.authorized ? { supposed: true } : {}),
      };
    case 'requires_action':
      return {
        outcome: 'requires_action',
        redirect_url: `https://bank.example/${payment.reference}`,
        ...found,
      };
    case 'declined':
      return { outcome: payment.decline ?? 'unmapped', code: 'refused', ...found };
    case 'canceled':
      // As every adapter reads it: no way to another PSP, and perhaps approved before.
      return { outcome: 'unmapped', code: 'canceled', ...found };
    default:
      return state.status satisfies never;
  }
};

/** What it answers to whoever asks. */
export const stateOf = (profile: Profile, payment: LedgerPayment, state: LedgerState): LookUpResult =>
  state.status === 'canceled'
    ? {
        outcome: 'canceled',
        psp_reference: payment.id,
        ...defined({ hold: state.hold }),
      }
    : answerOf(profile, payment, state);

/** What became of a payment, as an event. One of another amount is told with the amount it has; its name of success is the PSP's own. */
export const authorizationEvent = (
  profile: Profile,
  payment: LedgerPayment,
  state: LedgerState,
): Reported => {
  const known = { reference: payment.reference, psp_reference: payment.id };
  const taken = state.status === 'captured' || state.status === 'authorized';
  const money = {
    amount: taken ? payment.authorized : payment.asked,
    currency: payment.currency,
  };
  return { ...known, money, claim: { about: 'authorization', result: claimOf(profile, payment, state) } };
};

const claimOf = (profile: Profile, payment: LedgerPayment, state: LedgerState): LookUpResult => {
  const found = { psp_reference: payment.id };
  if (state.status === 'captured' && !profile.reports_authorised_only)
    return { outcome: 'captured', amount_captured: state.captured, ...found };
  if (state.status === 'captured' || state.status === 'authorized') return { outcome: 'approved', ...found };
  return stateOf(profile, payment, state);
};

/** Genuine in form, untrue in content: where the PSP has a look-up it claims money, where not the money it names is another. */
export const falseEvent = ({ account }: Profile, payment: LedgerPayment): Reported => {
  const amount = account.capabilities.look_up ? payment.asked : payment.asked + 1;
  return {
    reference: payment.reference,
    psp_reference: payment.id,
    money: { amount, currency: payment.currency },
    claim: {
      about: 'authorization',
      result: { outcome: 'captured', psp_reference: payment.id, amount_captured: amount },
    },
  };
};
