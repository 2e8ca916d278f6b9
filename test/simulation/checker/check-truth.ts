import type { Charge } from '../../../lib/types/charge.ts';
import type { OpenThing } from '../open-things.ts';
import { isLive } from '../psp/ledger.ts';
import { type Facts, hasLookUp, paymentsOf, sum } from './facts.ts';

/**
 * The PSP is about to tell how it is with what a person decided. Until then the charge may differ from its books; in the end it does not, and if it differs
 * now, somebody has to be told that the decision was wrong.
 */
export const noteTruth = (facts: Facts, id: string, { kind, operation = id }: OpenThing): void => {
  const charge = facts.charges.get(id);
  if (!charge || kind === 'refund' || facts.poisoned.has(charge.session)) return;
  // Another capture that was asked for since may explain what a look finds.
  if (kind === 'capture' && charge.capture?.id !== operation) return;
  const decided = charge.decisions?.some((decision) => decision.operation === operation);
  if (decided && differs(facts, charge, kind)) facts.alarms.add(`decision_contradicted/${id}`);
};

/** The charge says something else of the payment than its PSP's books. */
const differs = (facts: Facts, charge: Charge, kind: OpenThing['kind']): boolean => {
  const payments = paymentsOf(facts, charge);
  if (charge.status === 'failed') return charge.reversal === undefined && payments.some(isLive);
  const held = payments.some(({ status }) => status === 'authorized');
  // Where the PSP cannot be asked, that money is held contradicts no capture: it was held before it was captured, too.
  if (charge.status === 'captured' && held && !hasLookUp(facts, charge.psp)) return false;
  if (sum(payments, ({ captured }) => captured) !== charge.amount_captured) return true;
  if (charge.status === 'canceled') return held;
  // A hold that a person had seen may have come to its end since, or lapsed.
  const gone = payments.some(
    ({ status, hold }) => status === 'canceled' && (kind === 'attempt' || hold === 'expired'),
  );
  return charge.status === 'authorized' && !held && !gone;
};
