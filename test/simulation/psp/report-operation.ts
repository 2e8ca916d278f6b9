import type { OperationResult, PspEvent } from '../../../lib/types/psp.ts';
import type { Profile } from './draw-profile.ts';
import type { LedgerOperation, LedgerPayment } from './ledger.ts';

/** The PSP's answer about an operation, in its current state. */
export const operationResult = ({ kind, id, amount, status }: LedgerOperation): OperationResult => {
  if (status === 'failed') return { outcome: 'failed', reason: 'processor_error', code: 'refused' };
  if (status === 'pending' || kind === 'cancel') return { outcome: status, psp_reference: id };
  return { outcome: 'succeeded', psp_reference: id, amount };
};

/** Its refusal of what the payment does not allow. */
export const refused = { outcome: 'failed', reason: 'invalid_request', code: 'state' } as const;

/** Told by an event of its own, or by what became of the payment. */
export const isReportedAsPayment = (profile: Profile, { kind, ours }: LedgerOperation): boolean =>
  kind === 'cancel' && (ours === undefined || profile.reports_voids_as_state === true);

/** The event of an operation in its current state. `unnamed`: it leaves out our id. */
export const operationEvent = (
  profile: Profile,
  payment: Pick<LedgerPayment, 'id' | 'reference' | 'currency'>,
  operation: LedgerOperation,
  unnamed = false,
): Omit<PspEvent, 'id'> => ({
  reference: payment.reference,
  psp_reference: payment.id,
  money: { amount: operation.amount, currency: payment.currency },
  claim: { about: operation.kind, result: operationResult(operation) },
  ...namesOf(profile, operation, unnamed),
});

const namesOf = (
  { names }: Profile,
  { id, ours, kind }: LedgerOperation,
  unnamed: boolean,
): Pick<PspEvent, 'operation' | 'operation_reference'> => {
  const its_own = { operation_reference: id };
  const both = ours === undefined ? its_own : { operation: ours, ...its_own };
  if (kind === 'refund' && !unnamed) return both;
  if (names === 'neither') return {};
  return names === 'its_own' || unnamed ? its_own : both;
};
