import type { Charge, ChargeOperation } from '../../../lib/types/charge.ts';
import { chargeMoves } from '../moves.ts';
import { completionRefused } from '../psp/completion-refused.ts';
import { hasTaken, isLive, type LedgerOperation } from '../psp/ledger.ts';
import { type Facts, hasLookUp, mayArrive, mayStillPay, paymentsOf, writerOf } from './facts.ts';

/** What the service says now has to be so in the PSP's books. */
export const checkMove = (facts: Facts, before: Charge, after: Charge): void => {
  if (facts.misjudged.has(after.id)) return;
  const name = `charge ${after.id} (${before.status} → ${after.status}, ${after.outcome})`;
  if (!chargeMoves[before.status].includes(after.status) && !mayComeBack(facts, before, after))
    facts.violate(8, `${name}: not a move a charge makes`);
  const undecided = before.status === 'pending' || before.status === 'requires_action';
  // How much of a hold somebody captures by hand is theirs to say.
  const taken =
    after.status === 'authorized' || (after.status === 'captured' && after.capture_method === 'automatic');
  const isOther = paymentsOf(facts, after).some((payment) => payment.mismatch && hasTaken(payment));
  if (undecided && taken && isOther)
    facts.violate(2, `${name}: the PSP has another amount than was asked for`);
  if (after.status === 'authorized') checkAuthorized(facts, name, before, after);
  if (after.status === 'failed') checkFailed(facts, name, after);
  if (after.status === 'failed' && before.status === 'requires_action') checkGivenUp(facts, name, after);
  if (after.status === 'canceled' && paymentsOf(facts, after).some(isLive))
    facts.violate(2, `${name}: the PSP still has the money`);
};

/**
 * A capture that was taken back opens the hold again, or shows that it is gone; told by events alone, a void may be heard of first. A person who
 * finds that another payment has gone back calls it ended, and the events that waited tell the rest.
 */
const mayComeBack = (facts: Facts, before: Charge, after: Charge): boolean => {
  const { id, psp } = after;
  if (before.status === 'failed')
    return isDecidedOther(before) && after.status === 'captured' && !hasLookUp(facts, psp);
  if (before.status === 'captured')
    return ['authorized', 'canceled', 'capturing'].includes(after.status) && facts.takenBack.has(id);
  return (
    before.status === 'canceled' &&
    after.status === 'captured' &&
    !hasLookUp(facts, psp) &&
    Boolean(facts.peaks.get(id))
  );
};

const isDecidedOther = ({ id, other_payment_of, decisions = [] }: Charge): boolean =>
  other_payment_of !== undefined && decisions.some(({ operation }) => operation === id);

const checkAuthorized = (facts: Facts, name: string, before: Charge, after: Charge): void => {
  if (after.capture_method === 'automatic' && !facts.takenBack.has(after.id))
    facts.violate(2, `${name}: the PSP captures by itself`);
  if (!paymentsOf(facts, after).some(({ authorized }) => authorized > 0))
    facts.violate(2, `${name}: the PSP holds nothing`);
  const gone = paymentsOf(facts, after).every(({ status }) => status === 'canceled');
  if (before.recovery?.fence === 'sent' && gone)
    facts.violate(
      10,
      `${name}: what was seen before the cancel by reference is believed, and the cancel by reference has released it`,
    );
  if (wasOpen(before.cancel)) checkOperationFailed(facts, name, after, `cancel/${before.cancel?.id}`);
};

const wasOpen = (operation: ChargeOperation | undefined): boolean =>
  operation?.status === 'open' || operation?.status === 'accepted';

/** A capture has failed only once nothing of it can take money any more, whatever became of the hold. */
export const checkCaptureFailed = (facts: Facts, before: Charge, after: Charge): void => {
  if (!wasOpen(before.capture) || after.capture?.status !== 'failed' || facts.misjudged.has(after.id)) return;
  checkOperationFailed(facts, `charge ${after.id} (${after.status})`, after, `capture/${before.capture?.id}`);
};

const checkOperationFailed = (facts: Facts, name: string, after: Charge, operation: string): void => {
  let executed = false;
  for (const ledger of facts.ledgers.values()) {
    const known = ledger.operations.get(operation);
    if (known) executed = true;
    if (known && known.status !== 'failed' && !mayCallFailed(facts, after, known))
      facts.violate(9, `${name}: the PSP has the ${operation} as ${known.status}`);
  }
  if (!executed && mayArrive(facts, operation))
    facts.violate(9, `${name}: the ${operation} is still on its way`);
};

/** The PSP said that it failed before it did it after all: until that shows, its no counts. */
const mayCallFailed = (facts: Facts, charge: Charge, operation: LedgerOperation): boolean =>
  operation.after_all === true || isDoomed(facts, charge, operation);

/** A capture that the PSP has accepted and not done when the hold went can take nothing any more: it can only fail. */
const isDoomed = (facts: Facts, charge: Charge, operation: LedgerOperation): boolean =>
  operation.kind === 'capture' &&
  operation.status === 'pending' &&
  paymentsOf(facts, charge).some(
    ({ hold, operations }) => hold !== undefined && operations.includes(operation),
  );

const checkFailed = (facts: Facts, name: string, charge: Charge): void => {
  const only_we_complete =
    charge.outcome === 'canceled' ||
    charge.outcome === 'authentication_failed' ||
    (charge.code === completionRefused && facts.profiles.get(charge.psp)?.completes === true);
  for (const payment of paymentsOf(facts, charge)) {
    if (payment.late || charge.reversal) continue;
    if (isLive(payment)) facts.violate(9, `${name}: the PSP has its money`);
    if (payment.status === 'requires_action' && !only_we_complete)
      facts.violate(9, `${name}: the customer can still complete it`);
  }
  if (charge.outcome === 'absent' && mayArrive(facts, `authorize/${charge.id}`))
    facts.violate(9, `${name}: it is still on its way to the PSP`);
  const open = paymentsOf(facts, charge).some(({ status }) => status === 'requires_action');
  if (open && mayArrive(facts, `complete/${charge.id}`))
    facts.violate(9, `${name}: its completion is on its way to the PSP`);
  // Ended because nobody but this service could complete it: as good as a no, also for a clock by which its session still lives.
  else if (open && charge.outcome === 'canceled' && facts.profiles.get(charge.psp)?.completes)
    facts.notified.add(charge.id);
};

/** Recovery gives up no attempt whose customer may still come back: only another confirm, or the end of the session, does. */
const checkGivenUp = (facts: Facts, name: string, charge: Charge): void => {
  if (!facts.recoveries.has(writerOf(charge))) return;
  const waits = paymentsOf(facts, charge).every(({ status }) => status === 'requires_action');
  if (charge.outcome === 'canceled' && waits && mayStillPay(facts, charge.session))
    facts.violate(9, `${name}: given up while its customer was away`);
};
