import type { Collection } from './journal.ts';

/** A payment that its cardholder disputes. `amount` is an integer of the PSP's wire, `created` Unix milliseconds. */
export type Dispute = {
  readonly id: string;
  readonly payment: string;
  readonly amount: number;
  readonly status: 'open' | 'won' | 'lost';
  readonly created: number;
};

/** Whether a payment's money is with the bank, for now or for good. PSPs whose disputes are chargebacks refund nothing of it then. */
export const isChargedBack = (disputes: Collection<Dispute>, payment: string): boolean =>
  disputes.by(payment).some(({ status }) => status !== 'won');

/** Ends the newest open dispute of a payment; undefined if there is none. `disputes` are kept by payment. */
export const endDispute = (
  disputes: Collection<Dispute>,
  payment: string,
  status: 'won' | 'lost',
): Dispute | undefined => {
  const open = disputes.by(payment).findLast((dispute) => dispute.status === 'open');
  if (open === undefined) return undefined;
  const ended: Dispute = { ...open, status };
  disputes.put(ended.id, ended);
  return ended;
};
