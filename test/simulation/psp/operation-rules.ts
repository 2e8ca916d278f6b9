import type { Profile } from './draw-profile.ts';
import { type LedgerOperation, type LedgerPayment, refundable } from './ledger.ts';

type Kind = LedgerOperation['kind'];

/** Whether the PSP does it before it answers, or accepts it and does it later. */
export const isSynchronous = ({ account, operations }: Profile, kind: Kind): boolean =>
  kind === 'refund' ? account.capabilities.refund.result === 'synchronous' : operations === 'synchronous';

/** Whether the payment allows a capture, cancel or refund as it is. `amount`: ISO 4217 minor units. */
export const isPossible = (
  { captures, refunds_disputed }: Profile,
  payment: Omit<LedgerPayment, 'operations'>,
  kind: Kind,
  amount: number,
): boolean => {
  if (kind === 'refund')
    return refundable(payment) + (refunds_disputed ? openlyDisputed(payment) : 0) >= amount;
  if (kind === 'cancel' || captures === 'once') return payment.status === 'authorized';
  return capturable(payment) > 0;
};

const openlyDisputed = ({ disputes }: Pick<LedgerPayment, 'disputes'>): number =>
  disputes.reduce((sum, { status, amount }) => (status === 'open' ? sum + amount : sum), 0);

/** What is left of a hold: of one that was captured in part, the rest. */
export const capturable = ({
  status,
  hold,
  authorized,
  captured,
}: Pick<LedgerPayment, 'status' | 'hold' | 'authorized' | 'captured'>): number =>
  hold === undefined && (status === 'authorized' || status === 'captured') ? authorized - captured : 0;

/** Whether an operation that was accepted can be done now: a refund was taken out of what is left when it was accepted. */
export const isStillPossible = (
  profile: Profile,
  payment: Omit<LedgerPayment, 'operations'>,
  { kind, amount }: LedgerOperation,
): boolean =>
  kind === 'refund' ? payment.status === 'captured' : isPossible(profile, payment, kind, amount);

/** How often it will have moved money. A capture or cancel that was refused is tried anew: the PSP keeps no refusals. */
export const executionsAfter = (kind: Kind, before: LedgerOperation | undefined): number =>
  (kind !== 'refund' && before?.status === 'failed' ? 0 : (before?.executions ?? 0)) + 1;
