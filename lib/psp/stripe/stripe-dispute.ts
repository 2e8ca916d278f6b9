import type { Money } from '../../types/money.ts';
import type { DisputeFact } from '../../types/psp.ts';
import { codeAt } from '../code-at.ts';
import { at, integerAt, textAt } from '../json.ts';
import { moneyFromWire } from '../money-from-wire.ts';
import { capabilities } from './capabilities.ts';

/** What this adapter reads of a Dispute, and the payment it is about. */
export type StripeDispute = {
  readonly fact: DisputeFact;
  readonly money: Money;
  readonly payment: string | undefined;
};

/** The dispute in Stripe's document, or undefined if it is incomplete. */
export const readDispute = (value: unknown): StripeDispute | undefined => {
  const psp_reference = textAt(value, 'id');
  const status = textAt(value, 'status');
  const money = moneyFromWire(capabilities.amounts, integerAt(value, 'amount'), textAt(value, 'currency'));
  if (at(value, 'object') !== 'dispute') return undefined;
  if (psp_reference === undefined || status === undefined || money === undefined) return undefined;
  const reason = codeAt(value, 'reason');
  const respond_by = integerAt(value, 'evidence_details', 'due_by');
  const fact: DisputeFact = {
    psp_reference,
    status: ends[status] ?? 'open',
    stage: status.startsWith('warning_') ? 'inquiry' : 'dispute',
    ...(reason === undefined ? {} : { reason }),
    ...(respond_by === undefined ? {} : { respond_by }),
  };
  return { fact, money, payment: textAt(value, 'payment_intent') };
};

/** A closed inquiry took no money. An unknown status leaves the dispute open. */
const ends: Readonly<Record<string, DisputeFact['status'] | undefined>> = {
  won: 'won',
  lost: 'lost',
  warning_closed: 'won',
};
