import { ApiError } from '../types/api-error.ts';
import type { Charge, ChargeOperation, Recovery, Refund, Reversal } from '../types/charge.ts';
import { recordFormat } from '../types/records.ts';
import type { Session } from '../types/session.ts';

/**
 * A session in the current form, as stored by this release or the previous one. Throws `ApiError('storage_unavailable')` for one from a newer
 * release.
 */
export const currentSession = (stored: Session | FormerSession): Session => {
  refuseNewer(stored);
  return stored.v === undefined ? { ...stored, v: recordFormat } : stored;
};

/** A charge, in the same way. */
export const currentCharge = (stored: Charge | FormerCharge): Charge => {
  refuseNewer(stored);
  return stored.v === undefined ? upgradeCharge(stored) : stored;
};

/** Throws `ApiError('storage_unavailable')` if a newer release wrote this record, since its meaning is unknown here. */
export const refuseNewer = ({ v = 0 }: { readonly v?: unknown }): void => {
  if (Number(v) <= recordFormat) return;
  throw new ApiError(
    'storage_unavailable',
    `This release is older than the record: it reads format ${recordFormat}, but the record has format ${v}. Try again.`,
    { retry_after: 5 },
  );
};

/** Records without `v`, as the previous release wrote them. */
type FormerSession = Omit<Session, 'v'> & { readonly v?: never };
type FormerOperation = Omit<ChargeOperation, 'status' | 'sent'> & { readonly accepted?: boolean };
type FormerCharge = Omit<
  Charge,
  'v' | 'amount_refundable_disputed' | 'disputes' | 'capture' | 'cancel' | 'reversal' | 'recovery'
> & {
  readonly v?: never;
  readonly capture?: FormerOperation;
  readonly cancel?: FormerOperation;
  readonly reversal?: Omit<Reversal, 'amount'>;
  readonly recovery?: Omit<Recovery, 'action'> & { readonly action: string };
};

const upgradeCharge = (former: FormerCharge): Charge => {
  const { capture, cancel, reversal, recovery, ...charge } = former;
  const reviewed = isReviewed(former);
  const underWay = charge.status === 'capturing' || charge.status === 'canceling';
  const review = reviewed ? ({ needs_review: true } as const) : {};
  return {
    ...charge,
    v: recordFormat,
    ...(reviewed && underWay && { status: 'needs_review' }),
    ...(charge.status === 'needs_review' && { needs_review: true }),
    ...(charge.status === 'canceled' && { hold: cancel ? 'voided' : 'expired' }),
    amount_refundable_disputed: charge.amount_refundable,
    disputes: {},
    refunds: upgradeRefunds(charge.refunds, review),
    ...(capture && { capture: upgradeOperation(capture, charge.status, 'capturing', 'captured', review) }),
    ...(cancel && { cancel: upgradeOperation(cancel, charge.status, 'canceling', 'canceled', review) }),
    ...(reversal && {
      reversal: { ...reversal, amount: charge.amount, ...(reversal.status !== 'done' && review) },
    }),
    ...(recovery && { recovery: upgradeRecovery(recovery, charge.amount) }),
  };
};

type Review = { readonly needs_review?: true };

/**
 * The time at which a charge with a used-up schedule was marked for recovery: 9999-12-31. A refund reserved since then has moved it; the next check
 * corrects that.
 */
const neverLookedAt = 253_402_214_400_000;

const isReviewed = ({ recovery, recover_at }: FormerCharge): boolean =>
  recovery?.action === 'review' && recover_at === neverLookedAt;

/** In the former format, only the charge's status held the state of its last capture or cancel. */
const upgradeOperation = (
  { accepted, ...operation }: FormerOperation,
  status: Charge['status'],
  underWay: Charge['status'],
  done: Charge['status'],
  review: Review,
): ChargeOperation => {
  const sent = operation.started;
  if (status === underWay) return { ...operation, status: accepted ? 'accepted' : 'open', sent, ...review };
  return { ...operation, status: status === done ? 'done' : 'failed', sent };
};

const upgradeRefunds = (refunds: Charge['refunds'], review: Review): Charge['refunds'] =>
  Object.fromEntries(
    Object.entries(refunds).map(([id, refund]): [string, Refund] => [
      id,
      refund.status === 'pending' ? { ...refund, sent: refund.created * 1000, ...review } : refund,
    ]),
  );

/** In the former format, an observed capture had no amount: it meant the whole charge, which the event of a PSP without look-up had proved. */
const upgradeRecovery = (
  { action, observed, ...recovery }: NonNullable<FormerCharge['recovery']>,
  amount: number,
): Recovery => ({
  ...recovery,
  action: action === 'noted' || action === 'fence' ? action : 'look',
  ...(observed && {
    observed: observed.outcome === 'captured' ? { ...observed, amount_captured: amount } : observed,
  }),
});
