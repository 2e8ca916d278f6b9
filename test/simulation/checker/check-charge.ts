import { countWindow } from '../../../lib/routing/health/count-window.ts';
import { firstAttemptOf } from '../../../lib/routing/health/first-attempt.ts';
import type { Charge, Refund } from '../../../lib/types/charge.ts';
import { malformed } from '../../tools/well-formed.ts';
import { openThings } from '../open-things.ts';
import { checkCaptureFailed, checkMove } from './check-move.ts';
import { checkRefund } from './check-refund.ts';
import { add, type Facts, hasLookUp, mayStillPay, paymentsOf, sum, writerOf } from './facts.ts';
import { searchForCard } from './search-for-card.ts';

/** One in so many revisions is searched for card data when it is written. */
const searched = 16;

/** A charge after each write: sound in itself, moved only as its PSP's books allow. */
export const checkCharge = (facts: Facts, after: Charge | undefined): void => {
  if (!after) return;
  const before = facts.charges.get(after.id);
  if (before === after) return;
  facts.charges.set(after.id, after);
  if (after.rev % searched === 0) searchForCard(facts, after);
  checkCounted(facts, before, after);
  checkAmounts(facts, before, after);
  checkStatus(facts, after);
  checkForm(facts, after);
  checkMark(facts, after);
  if (before) checkChange(facts, before, after);
  else born(facts, after);
};

const checkChange = (facts: Facts, before: Charge, after: Charge): void => {
  if (after.rev !== before.rev + 1)
    facts.violate(8, `charge ${after.id} went from revision ${before.rev} to ${after.rev}`);
  if (before.psp !== after.psp || before.amount !== after.amount || before.session !== after.session)
    facts.violate(4, `charge ${after.id} changed its PSP, its session or its amount`);
  if (before.status !== after.status) checkMove(facts, before, after);
  checkCaptureFailed(facts, before, after);
  if (before.refunds !== after.refunds)
    for (const refund of Object.values(after.refunds))
      checkRefund(facts, after, before.refunds[refund.id], refund);
  checkReversal(facts, before, after);
  noteAlarms(facts, before, after);
  checkRecovery(facts, before, after);
  checkReported(facts, before, after);
};

/** What only the card, its holder or the merchant's own request explains: nobody else would have approved it. */
const aboutTheCard: readonly Charge['outcome'][] = [
  'insufficient_funds',
  'limit_exceeded',
  'incorrect_card_data',
  'authentication_failed',
  'card_lost_or_stolen',
  'card_closed',
  'fraud_suspected',
  'stop_payment',
];

const checkCounted = (facts: Facts, before: Charge | undefined, after: Charge): void => {
  if (!aboutTheCard.includes(after.outcome)) return;
  // Cards have no fingerprints here.
  const attempt = firstAttemptOf(before, { ...after, card_fingerprint: 'card' });
  const { counts: [count] = [], trials = [] } = attempt ? countWindow(0, [attempt]) : {};
  if (count && (count.approval.failed > 0 || count.technical.failed > 0))
    facts.violate(11, `charge ${after.id}: ${after.outcome} counts against its PSP`);
  if (trials.some(({ approval }) => approval.failed > 0))
    facts.violate(11, `charge ${after.id}: ${after.outcome} counts against its arm`);
};

const born = (facts: Facts, charge: Charge): void => {
  if (charge.other_payment_of !== undefined) {
    bornBeside(facts, charge);
    return;
  }
  const others = facts.bySession.get(charge.session);
  if (charge.counts && others)
    facts.violate(11, `charge ${charge.id} counts for its PSP’s health, and is a later attempt`);
  checkTrial(facts, charge, others !== undefined);
  if (others) others.add(charge.id);
  else facts.bySession.set(charge.session, new Set([charge.id]));
  if (charge.status !== 'pending') facts.violate(6, `charge ${charge.id} is born ${charge.status}`);
};

/** A payment that was made beside an attempt belongs to no session: it must be in the books, under that attempt's reference. */
const bornBeside = (facts: Facts, charge: Charge): void => {
  const [payment] = paymentsOf(facts, charge);
  if (payment?.id !== charge.psp_reference || payment?.bears !== charge.other_payment_of)
    facts.violate(2, `charge ${charge.id} records ${charge.psp_reference}, which is not in the books`);
};

/** What counts for a rollout is the first attempt of a session, for the arm that planned it. */
const checkTrial = (facts: Facts, { id, session, trial }: Charge, isLater: boolean): void => {
  if (!trial) return;
  if (isLater) facts.violate(11, `charge ${id} counts for a rollout, and is a later attempt`);
  const { arm, rollout, rule } = facts.sessions.get(session)?.routing ?? {};
  if (trial.arm !== arm || trial.rule !== rule || trial.version !== rollout?.version)
    facts.violate(11, `charge ${id} counts for another arm than that of its session`);
};

/**
 * What the PSP has, and what it took back without the charge having heard of it. Only of a PSP without look-up: the events from which its captures
 * are added up may come in any order.
 */
const heldAsReported = (facts: Facts, charge: Charge): number => {
  if (hasLookUp(facts, charge.psp)) return 0;
  const unreported = (facts.takenBack.get(charge.id) ?? 0) - (facts.fallen.get(charge.id) ?? 0);
  return sum(paymentsOf(facts, charge), ({ captured }) => captured) + unreported;
};

const notFailed = ({ status, amount }: Refund): number => (status === 'failed' ? 0 : amount);

/** Nothing is invented, what is left adds up, and only what was done elsewhere can take more than there was. */
const checkAmounts = (facts: Facts, before: Charge | undefined, after: Charge): void => {
  const { id, amount, amount_captured, amount_refundable, amount_refundable_disputed } = after;
  const name = `charge ${id}`;
  if (amount_captured > amount) facts.violate(1, `${name}: captured ${amount_captured} of ${amount}`);
  const rise = amount_captured > (before?.amount_captured ?? 0);
  const most = Math.max(facts.peaks.get(id) ?? 0, heldAsReported(facts, after));
  if (rise && amount_captured > most && !facts.misjudged.has(id))
    facts.violate(2, `${name}: ${amount_captured} captured, the PSP never had more than ${most}`);
  if (before && amount_captured < before.amount_captured) {
    add(facts.fallen, id, before.amount_captured - amount_captured);
    facts.alarms.add(`capture_failed/${id}`);
    if ((facts.fallen.get(id) ?? 0) > (facts.takenBack.get(id) ?? 0) && !facts.misjudged.has(id))
      facts.violate(
        8,
        `${name} fell to ${amount_captured}; the PSP took back ${facts.takenBack.get(id) ?? 0}`,
      );
  }
  const refunds = Object.values(after.refunds);
  const held = sum(refunds, notFailed);
  const open = sum(Object.values(after.disputes), ({ status, amount }) => (status === 'open' ? amount : 0));
  const lost = sum(Object.values(after.disputes), ({ status, amount }) => (status === 'lost' ? amount : 0));
  if (amount_refundable_disputed !== amount_captured - held - lost)
    facts.violate(
      3,
      `${name}: ${amount_refundable_disputed} refundable with disputes of ${amount_captured}, less refunds of ${held} and ${lost} lost`,
    );
  if (amount_refundable !== amount_captured - held - lost - open)
    facts.violate(
      3,
      `${name}: ${amount_refundable} refundable of ${amount_captured}, less refunds of ${held}, disputes of ${open} and ${lost}`,
    );
  const asked = refunds.find(({ id, external }) => !external && !before?.refunds[id]);
  const left = asked && facts.overDispute.has(asked.id) ? amount_refundable_disputed : amount_refundable;
  if (asked && left < 0) facts.violate(3, `${name}: refund ${asked.id} of ${asked.amount} leaves ${left}`);
  const ours = sum(refunds, (refund) => (refund.external ? 0 : notFailed(refund)));
  if (ours > amount_captured && !facts.takenBack.has(id))
    facts.violate(3, `${name}: refunds of ${ours}, captured ${amount_captured}`);
};

/** The status says what intents and facts say. */
const checkStatus = (facts: Facts, charge: Charge): void => {
  const { status, amount_captured, hold } = charge;
  const open = openThings(charge);
  const under_way = (kind: string): boolean => open.some((thing) => thing.kind === kind);
  const sound = (): boolean => {
    switch (status) {
      case 'captured':
        return amount_captured > 0;
      case 'authorized':
        return amount_captured === 0 && hold === undefined && !under_way('capture') && !under_way('cancel');
      case 'capturing':
        return amount_captured === 0 && under_way('capture');
      case 'canceling':
        return amount_captured === 0 && hold === undefined && under_way('cancel');
      case 'canceled':
        return amount_captured === 0 && hold !== undefined;
      case 'needs_review':
        return open.some(({ needs_review }) => needs_review);
      case 'pending':
      case 'requires_action':
        return amount_captured === 0;
      case 'failed':
        return true;
      default:
        return status satisfies never;
    }
  };
  if (!sound())
    facts.violate(
      8,
      `charge ${charge.id} is ${status} with ${amount_captured} captured, hold ${hold}, capture ${charge.capture?.status}, cancel ${charge.cancel?.status}`,
    );
};

/** It is among the records from which the inductive exploration takes every step. */
const checkForm = (facts: Facts, charge: Charge): void => {
  const broken = malformed(charge);
  if (broken !== undefined) facts.violate(8, `charge ${charge.id} is malformed: ${broken}`);
};

/** Recovery finds whatever is open, and nothing else. */
const checkMark = (facts: Facts, charge: Charge): void => {
  const open = openThings(charge).length > 0;
  const marked = charge.recover_at !== undefined && charge.recover_shard !== undefined;
  if (open && !marked)
    facts.violate(14, `charge ${charge.id} is ${charge.status} and recovery cannot find it`);
};

const checkReversal = (facts: Facts, before: Charge, after: Charge): void => {
  if (!before.reversal || before.reversal === after.reversal) return;
  const undone = before.reversal.status === 'done' && after.reversal?.status !== 'done';
  const covered = after.reversal?.captured ?? 0;
  const more = covered > (before.reversal.captured ?? 0);
  // A void is refused of what was captured, and of what somebody else has voided.
  const held =
    before.reversal.by === 'cancel' ? sum(paymentsOf(facts, after), ({ authorized }) => authorized) : 0;
  if (more && covered > Math.max(held, facts.peaks.get(after.id) ?? 0))
    facts.violate(2, `charge ${after.id} gives back ${covered}, the PSP never had as much`);
  if (undone && !more) facts.alarms.add(`refund_failed_late/${before.reversal.id}`);
  if (!after.reversal || (undone && !more && !refundFailed(facts, after)))
    facts.violate(8, `the reversal of charge ${after.id} was moved back`);
};

/** Whoever must act has to be told, even if the function dies in the write. */
const noteAlarms = (facts: Facts, before: Charge, after: Charge): void => {
  if (before.reversal === undefined && after.reversal) facts.alarms.add(`late_effect/${after.id}`);
  const known = openThings(before).filter(({ needs_review }) => needs_review);
  for (const { kind, operation, needs_review } of openThings(after))
    if (needs_review && !known.some((thing) => thing.kind === kind && thing.operation === operation))
      facts.alarms.add(`needs_review/${operation ?? after.id}`);
};

/** The one way back from a reversal that was done: a refund by which the money went back has failed since. */
const refundFailed = (facts: Facts, charge: Charge): boolean =>
  paymentsOf(facts, charge)
    .flatMap(({ operations }) => operations)
    .some(({ kind, status }) => kind === 'refund' && status === 'failed');

/**
 * Recovery takes up what is due and nobody else has taken up, and ends no attempt whose customer may still come back. The charge of another payment
 * gets the event that waited on the first.
 */
const checkRecovery = (facts: Facts, before: Charge, after: Charge): void => {
  const process = facts.recoveries.get(writerOf(after));
  if (!process || before.write === after.write) return;
  const name = `charge ${after.id} at revision ${before.rev}`;
  const first = !facts.taken.has(`${process.id} ${after.id}`);
  facts.taken.add(`${process.id} ${after.id}`);
  const due = before.recover_at ?? Number.POSITIVE_INFINITY;
  const isOther = after.other_payment_of !== undefined;
  if (first && !isOther && openThings(before).length > 0 && due > process.now())
    facts.violate(12, `${name}: ${process.id} looks at it ${due - process.now()} ms before it is due`);
  const announced = before.recovery?.fence !== 'sent' && after.recovery?.fence === 'sent';
  if (announced && before.status === 'requires_action' && mayStillPay(facts, before.session))
    facts.violate(9, `${name}: a cancel by reference is sent while its customer is away`);
};

/** A capture that its own answer ends counts for as much as that answer says, unless a look has counted it before. */
const checkReported = (facts: Facts, before: Charge, after: Charge): void => {
  const { capture } = before;
  const received = capture && facts.received.get(`${writerOf(after)} ${capture.id}`);
  if (received === undefined || capture?.status === 'done' || after.capture?.status !== 'done') return;
  const rise = after.amount_captured - before.amount_captured;
  const counted =
    rise === 0 && sum(paymentsOf(facts, after), ({ captured }) => captured) === after.amount_captured;
  if (!counted && rise !== Math.min(received, after.amount - before.amount_captured))
    facts.violate(
      2,
      `charge ${after.id}: ${rise} more captured, and the PSP told ${received} of ${capture?.id}`,
    );
};
