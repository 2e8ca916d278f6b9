import type { Charge, Refund } from '../../../lib/types/charge.ts';
import { isLive, type LedgerOperation, type LedgerPayment } from '../psp/ledger.ts';
import { type Facts, hasLookUp, paymentsOf, sum } from './facts.ts';

/** A charge with nothing open against the PSP's books: what was captured, each refund, the hold, each dispute, and who did it. */
export const checkBooks = (facts: Facts, charge: Charge): void => {
  const payments = paymentsOf(facts, charge);
  const name = `charge ${charge.id} at ${charge.psp} is ${charge.status}`;
  const live = payments.filter(isLive);
  if (payments.some(({ currency }) => currency !== charge.currency))
    facts.violate(2, `${name} in another currency`);
  // An attempt that was given up: what came of it has gone back, whoever sent it.
  if (charge.status === 'failed') {
    if (live.length > 0 && !isLeftToPerson(facts, charge))
      facts.violate(2, `${name}, the PSP has ${live[0]?.status}`);
    return;
  }
  const captured = sum(payments, ({ captured }) => captured);
  if (captured !== charge.amount_captured)
    facts.violate(2, `${name} with ${charge.amount_captured}, the PSP has ${captured}`);
  if (charge.status === 'authorized' && live[0]?.status !== 'authorized')
    facts.violate(2, `${name}, the PSP has ${payments[0]?.status}`);
  if (charge.status === 'canceled') {
    if (live.length > 0) facts.violate(4, `${name}, the PSP has ${live[0]?.status}`);
    const hold = payments.find(({ hold }) => hold !== undefined)?.hold;
    // A person says that the hold is gone, and not how.
    if (charge.hold !== hold && !charge.decisions)
      facts.violate(2, `${name} (${charge.hold}), the PSP says ${hold}`);
  }
  checkRefunds(facts, name, charge, payments);
  checkDisputes(facts, name, charge, payments);
  const foreign = payments
    .flatMap(({ operations }) => operations)
    .find((operation) => isPlainlyForeign(charge, operation));
  if (foreign && !charge.external)
    facts.violate(2, `${name}: nothing says that ${foreign.kind} ${foreign.id} was made elsewhere`);
};

const amountMismatches = ['webhook_amount_mismatch', 'look_up_amount_mismatch'];

/** Its PSP took it for a new payment once its key had ended, and cannot be asked whether it needed no completion. */
const isMadeAnew = (facts: Facts, charge: Charge): boolean =>
  !hasLookUp(facts, charge.psp) && charge.redirected === true && paymentsOf(facts, charge).length > 1;

/**
 * What is to become of it nobody but a person can say, and that it is there has been reported: money of another amount than was asked for, or of an
 * attempt that was given up and then completed under another charge's call, or made anew.
 */
export const isLeftToPerson = (facts: Facts, charge: Charge): boolean => {
  const isNotBelieved = facts.reported.has(`webhook_not_believed/${charge.id}`);
  if (isNotBelieved && (facts.swapped.has(charge.id) || isMadeAnew(facts, charge))) return true;
  return (
    amountMismatches.some((event) => facts.reported.has(`${event}/${charge.id}`)) &&
    paymentsOf(facts, charge).every((payment) => !isLive(payment) || payment.mismatch)
  );
};

/** Done elsewhere, and not to be taken for what was asked for here at the same time. */
export const isPlainlyForeign = (
  { capture, capture_method, cancel, amount, amount_captured }: Charge,
  { ours, kind, status }: LedgerOperation,
): boolean => {
  if (ours !== undefined || status !== 'succeeded') return false;
  if (kind === 'capture') {
    // Of an automatic charge that is captured whole the PSP may have made the capture by itself, or repeated it.
    const by_itself = capture_method === 'automatic' && amount === amount_captured;
    return !by_itself && capture?.amount !== amount_captured;
  }
  return kind === 'refund' || !cancel;
};

/** What the charge has of a refund. One that was called failed and that the PSP has after all is one that was made elsewhere. */
const recorded = (charge: Charge, { id, ours, status }: LedgerOperation): Refund | undefined => {
  const own = ours === undefined ? undefined : charge.refunds[ours];
  const beside = Object.values(charge.refunds).find(
    ({ external, psp_reference }) => external && psp_reference === id,
  );
  return own && (own.status === status || beside === undefined) ? own : beside;
};

const checkRefunds = (
  facts: Facts,
  name: string,
  charge: Charge,
  payments: readonly LedgerPayment[],
): void => {
  const refunds = payments.flatMap(({ operations }) => operations.filter(({ kind }) => kind === 'refund'));
  const known = new Set<string>();
  for (const refund of refunds) {
    const record = recorded(charge, refund);
    if (record) known.add(record.id);
    const said = record?.status ?? 'nothing';
    if (said !== refund.status && !(said === 'nothing' && refund.status === 'failed'))
      facts.violate(
        2,
        `${name}: refund ${refund.ours ?? refund.id} is ${said}, the PSP has ${refund.status}`,
      );
    if (record && record.amount !== refund.amount)
      facts.violate(2, `${name}: refund ${record.id} of ${record.amount}, the PSP has ${refund.amount}`);
  }
  for (const { id, status } of Object.values(charge.refunds))
    if (status === 'succeeded' && !known.has(id))
      facts.violate(2, `${name}: refund ${id} is in no books of the PSP`);
};

const checkDisputes = (
  facts: Facts,
  name: string,
  charge: Charge,
  payments: readonly LedgerPayment[],
): void => {
  const records = Object.values(charge.disputes);
  const disputes = payments.flatMap((payment) => payment.disputes);
  if (records.length > disputes.length)
    facts.violate(2, `${name} with ${records.length} disputes, the PSP has ${disputes.length}`);
  for (const { id, status, amount } of disputes) {
    const record = records.find(({ psp_reference }) => psp_reference === id);
    if (record?.status !== status || record.amount !== amount)
      facts.violate(
        2,
        `${name}: dispute ${id} is ${record?.status} over ${record?.amount}, the PSP has ${status} over ${amount}`,
      );
  }
};
