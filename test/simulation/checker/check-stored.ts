import type { Charge, ChargeStatus, PaymentStatus, Refund, Session } from '../../../lib/types/records.ts';
import { canaries } from '../canaries.ts';
import { isLive } from '../psp/ledger.ts';
import { type Facts, mayArrive, paymentsOf } from './facts.ts';

const sessionMoves: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  unpaid: ['unpaid', 'processing'],
  processing: ['processing', 'requires_action', 'authorized', 'paid', 'unpaid'],
  requires_action: ['requires_action', 'processing', 'authorized', 'paid', 'unpaid'],
  authorized: ['authorized', 'paid', 'canceled'],
  paid: ['paid'],
  canceled: ['canceled'],
};

const chargeMoves: Readonly<Record<ChargeStatus, readonly ChargeStatus[]>> = {
  pending: ['pending', 'requires_action', 'authorized', 'captured', 'failed', 'needs_review'],
  requires_action: ['requires_action', 'pending', 'authorized', 'captured', 'failed', 'needs_review'],
  needs_review: ['needs_review', 'pending', 'requires_action', 'authorized', 'captured', 'failed'],
  authorized: ['authorized', 'capturing', 'canceling', 'captured', 'canceled'],
  capturing: ['capturing', 'captured', 'authorized'],
  captured: ['captured'],
  canceling: ['canceling', 'canceled', 'authorized'],
  canceled: ['canceled'],
  failed: ['failed'],
};

/** One in so many revisions is searched for card data when it is written. */
const searched = 16;

export const checkSession = (facts: Facts, after: Session | undefined): void => {
  if (!after) return;
  const before = facts.sessions.get(after.id);
  if (before === after) return;
  facts.sessions.set(after.id, after);
  if (after.rev % searched === 0) searchForCard(facts, after);
  if (!before) return;
  if (after.rev !== before.rev + 1)
    facts.violate(8, `session ${after.id} went from revision ${before.rev} to ${after.rev}`);
  const reopened =
    after.payment_status === 'authorized' && facts.reported.has(`capture_failed/${before.charge}`);
  if (
    !sessionMoves[before.payment_status].includes(after.payment_status) &&
    !(before.payment_status === 'paid' && reopened)
  )
    facts.violate(8, `session ${after.id} went from ${before.payment_status} to ${after.payment_status}`);
  if (after.routing !== before.routing && JSON.stringify(after.routing) !== JSON.stringify(before.routing))
    facts.violate(11, `the route of session ${after.id} changed`);
  if (
    after.attempts.length < before.attempts.length ||
    after.amount !== before.amount ||
    after.currency !== before.currency
  )
    facts.violate(8, `session ${after.id} lost an attempt or changed its money`);
};

export const checkCharge = (facts: Facts, after: Charge | undefined): void => {
  if (!after) return;
  const before = facts.charges.get(after.id);
  if (before === after) return;
  facts.charges.set(after.id, after);
  if (!before) {
    const others = facts.bySession.get(after.session);
    if (others) others.add(after.id);
    else facts.bySession.set(after.session, new Set([after.id]));
    if (after.status !== 'pending') facts.violate(6, `charge ${after.id} is born ${after.status}`);
  }
  if (after.rev % searched === 0) searchForCard(facts, after);
  checkAmounts(facts, after);
  if (!before) return;
  if (after.rev !== before.rev + 1)
    facts.violate(8, `charge ${after.id} went from revision ${before.rev} to ${after.rev}`);
  if (before.psp !== after.psp || before.amount !== after.amount || before.session !== after.session)
    facts.violate(4, `charge ${after.id} changed its PSP, its session or its amount`);
  if (before.status !== after.status) checkMove(facts, before, after);
  if (before.refunds !== after.refunds)
    for (const refund of Object.values(after.refunds))
      checkRefund(facts, after, before.refunds[refund.id], refund);
  if (
    before.reversal &&
    before.reversal !== after.reversal &&
    (!after.reversal || (before.reversal.status === 'done' && !refundFailed(facts, before.reversal.id)))
  )
    facts.violate(8, `the reversal of charge ${after.id} was moved back`);
};

/** The one way back from a reversal that was done. */
const refundFailed = (facts: Facts, operation: string): boolean =>
  [...facts.ledgers.values()].some(
    ({ operations }) => operations.get(`refund/${operation}`)?.status === 'failed',
  );

/** Session and charge tell the same once a commit that wrote both is through. */
export const checkPair = (facts: Facts, written: Charge | undefined): void => {
  const session = written && facts.sessions.get(written.session);
  if (!session) return;
  const charge = session.charge === null ? undefined : facts.charges.get(session.charge);
  if (
    charge === undefined
      ? session.payment_status !== 'unpaid'
      : !allowed[session.payment_status].includes(charge.status)
  )
    facts.violate(
      2,
      `session ${session.id} is ${session.payment_status} with charge ${charge?.id} ${charge?.status}`,
    );
};

const allowed: Readonly<Record<PaymentStatus, readonly ChargeStatus[]>> = {
  unpaid: [],
  processing: ['pending', 'needs_review'],
  requires_action: ['requires_action', 'needs_review'],
  authorized: ['authorized', 'capturing', 'canceling'],
  paid: ['captured'],
  canceled: ['canceled'],
};

const checkAmounts = (facts: Facts, charge: Charge): void => {
  let held = 0;
  for (const { amount, status } of Object.values(charge.refunds)) if (status !== 'failed') held += amount;
  if (charge.amount_captured > charge.amount)
    facts.violate(1, `charge ${charge.id}: captured ${charge.amount_captured} of ${charge.amount}`);
  if (held > charge.amount_captured || charge.amount_refundable !== charge.amount_captured - held)
    facts.violate(
      3,
      `charge ${charge.id}: refunds of ${held} and ${charge.amount_refundable} refundable, captured ${charge.amount_captured}`,
    );
};

/** What the service says now has to be so in the PSP's books. */
const checkMove = (facts: Facts, before: Charge, after: Charge): void => {
  const name = `charge ${after.id} (${before.status} → ${after.status}, ${after.outcome})`;
  const reopened = before.status === 'captured' && after.status === 'authorized';
  if (
    reopened
      ? !facts.reported.has(`capture_failed/${after.id}`)
      : !chargeMoves[before.status].includes(after.status)
  )
    facts.violate(8, `${name}: not a move a charge makes`);
  const payments = paymentsOf(facts, after);
  switch (after.status) {
    case 'captured':
      if (facts.taken.get(after.id) !== after.amount_captured)
        facts.violate(
          2,
          `${name}: ${after.amount_captured} captured, the PSP took ${facts.taken.get(after.id)}`,
        );
      return;
    case 'authorized':
      if (after.capture_method === 'automatic' && !reopened)
        facts.violate(2, `${name}: the PSP captures by itself`);
      if (!payments.some(({ authorized }) => authorized > 0))
        facts.violate(2, `${name}: the PSP holds nothing`);
      if (before.status === 'capturing') checkOperationFailed(facts, name, `capture/${before.capture?.id}`);
      if (before.status === 'canceling') checkOperationFailed(facts, name, `cancel/${before.cancel?.id}`);
      return;
    case 'canceled':
      if (payments.some(isLive)) facts.violate(2, `${name}: the PSP still holds the money`);
      return;
    case 'failed': {
      checkFailed(facts, name, after);
      return;
    }
    default:
      return;
  }
};

const checkFailed = (facts: Facts, name: string, charge: Charge): void => {
  const only_we_complete = charge.outcome === 'canceled' || charge.outcome === 'authentication_failed';
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
  else if (open && charge.outcome === 'canceled' && !facts.lookUps.has(charge.psp)) facts.told.add(charge.id);
};

const checkRefund = (facts: Facts, charge: Charge, before: Refund | undefined, after: Refund): void => {
  if (before === after || !before) return;
  const name = `refund ${after.id} of charge ${charge.id} (${before.status} → ${after.status})`;
  if (after.rev !== before.rev + 1) facts.violate(8, `${name}: revision ${before.rev} → ${after.rev}`);
  if (before.status === after.status) return;
  const late =
    before.status === 'succeeded' &&
    after.status === 'failed' &&
    facts.reported.has(`refund_failed_late/${after.id}`);
  if (before.status !== 'pending' && !late) facts.violate(8, `${name}: not a move a refund makes`);
  if (after.status === 'succeeded' && !facts.succeeded.has(`refund/${after.id}`))
    facts.violate(2, `${name}: the PSP gave nothing back`);
  if (after.status === 'failed') {
    const operation = facts.ledgers.get(charge.psp)?.operations.get(`refund/${after.id}`);
    if (operation && operation.status !== 'failed')
      facts.violate(9, `${name}: the PSP has it as ${operation.status}`);
    if (!operation && mayArrive(facts, `refund/${after.id}`))
      facts.violate(9, `${name}: it is still on its way to the PSP`);
  }
};

const checkOperationFailed = (facts: Facts, name: string, operation: string): void => {
  let executed = false;
  for (const ledger of facts.ledgers.values()) {
    const known = ledger.operations.get(operation);
    if (known) executed = true;
    if (known && known.status !== 'failed')
      facts.violate(9, `${name}: the PSP has the ${operation} as ${known.status}`);
  }
  if (!executed && mayArrive(facts, operation))
    facts.violate(9, `${name}: the ${operation} is still on its way`);
};

export const searchForCard = (facts: Facts, record: unknown): void => {
  const text = typeof record === 'string' ? record : JSON.stringify(record);
  if (text.includes(canaries.number) || text.includes(canaries.cvc))
    facts.violate(13, `card data in ${text.slice(0, 200)}`);
};
