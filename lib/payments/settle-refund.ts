import { createHash } from 'node:crypto';
import { ApiError } from '../types/api-error.ts';
import { openThings } from '../types/open-things.ts';
import { settlesFormer } from '../types/outcome.ts';
import type { RefundReservation } from '../types/ports.ts';
import type { OperationAnswer, RefundFact, RefundsFound } from '../types/psp.ts';
import type { Charge, Refund } from '../types/records.ts';
import type { Result } from '../types/result.ts';
import { changeCharge, type Records } from './change-charge.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { settleReversal } from './settle-reversal.ts';
import { brokenInvariant } from './transitions/broken-invariant.ts';
import { type RefundHeard, refundAfter } from './transitions/refund-table.ts';
import { firstLook, recoveryMark, unscheduled } from './transitions/schedule.ts';

/** The key under which something made elsewhere is recorded: nothing but the PSP's id of it. */
export const keyElsewhere = (prefix: 'ext' | 'dp', psp_reference: string): string =>
  `${prefix}_${createHash('sha256').update(psp_reference).digest('base64url').slice(0, 22)}`;

export type SettleOptions = {
  /** When whoever says that its own request came to nothing had recorded it as sent: if another was sent since, that says nothing. */
  readonly sent?: number;
  /** What is answered under the refund's key, if it is to be another answer than the refund itself. */
  readonly result?: (refund: Refund, charge: Charge) => Result;
};

/**
 * Writes down what was heard of a refund, in one conditional update, and gives the refund and charge as they are then. Whoever settled it first (a
 * webhook, recovery) has decided it.
 */
export const settleRefund = async (
  ports: PaymentPorts,
  from: Charge,
  id: string,
  heard: RefundHeard,
  { sent, result }: SettleOptions = {},
): Promise<{ readonly refund: Refund; readonly charge: Charge }> => {
  let charge = from;
  for (let round = 0; round < 8; round++) {
    const refund = charge.refunds[id];
    if (!refund) throw new ApiError('internal', `Refund ${id} of charge ${charge.id} is missing.`);
    const next = nextOf(ports, charge, refund, soundFor(refund, heard, sent), result);
    if (!next) return { refund, charge };
    const release = next.status === 'failed';
    // Before it is written: an alarm may ring twice, but not never.
    if (refund.status === 'succeeded' && release)
      ports.report({ event: 'refund_failed_late', charge: charge.id, refund: id, psp: charge.psp });
    const written = await write(ports, charge.id, next, release);
    if (written.ok) {
      checkStored(ports, written.charge);
      return { refund: next, charge: await unlisted(ports, written.charge) };
    }
    charge = written.charge ?? charge;
  }
  throw new ApiError('storage_unavailable', 'The refund is being changed by others. Try again.', {
    retry_after: 1,
  });
};

/** A write whose answer was lost may have happened: the refund it would have made tells. */
const write = async (
  ports: PaymentPorts,
  charge: string,
  next: Refund,
  release: boolean,
): Promise<RefundReservation> => {
  try {
    return await ports.store.settleRefund(charge, next, { release });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'storage_unavailable') throw error;
    const stands = await ports.store.charge(charge);
    if (stands?.refunds[next.id]?.write === next.write) return { ok: true, charge: stands };
    throw error;
  }
};

/** What waited for a person stays listed for them until it has ended: nobody else will look at it. */
const unlisted = async (ports: PaymentPorts, charge: Charge): Promise<Charge> => {
  if (charge.recover_at === undefined || charge.recover_at < unscheduled || openThings(charge).length > 0)
    return charge;
  const { records } = await changeCharge(ports, { charge, session: undefined }, ({ charge: now }) =>
    openThings(now).length > 0 ? { outcome: undefined } : { charge: { ...now }, outcome: undefined },
  );
  return records.charge;
};

/** The refund's next revision with its answer remembered; undefined if there is nothing to write. */
const nextOf = (
  ports: PaymentPorts,
  charge: Charge,
  refund: Refund,
  heard: RefundHeard,
  result: SettleOptions['result'],
): Refund | undefined => {
  const next = refundAfter(refund, heard, ports.newWrite());
  const unanswered = refund.remembered !== undefined && refund.remembered.answer === undefined;
  if (!next || (heard.outcome === 'unknown' && !unanswered)) return undefined;
  if (!unanswered || !next.remembered) return next;
  const answer = ports.render(result?.(next, charge) ?? { refund: next, charge }, next.remembered.view);
  return { ...next, remembered: { ...next.remembered, answer } };
};

const soundFor = (refund: Refund, heard: RefundHeard, sent: number | undefined): RefundHeard =>
  heard.outcome === 'failed' &&
  heard.reason !== undefined &&
  !settlesFormer(heard.reason) &&
  sent !== undefined &&
  refund.sent !== sent
    ? { outcome: 'unknown' }
    : heard;

/** What an answer says of a refund of this amount: one of another amount is not believed. */
export const refundHeard = (
  ports: PaymentPorts,
  charge: Charge,
  refund: Refund,
  answer: OperationAnswer,
): RefundHeard => {
  switch (answer.outcome) {
    case 'succeeded':
    case 'pending': {
      if (answer.outcome === 'succeeded' && answer.amount !== undefined && answer.amount !== refund.amount) {
        ports.report({
          event: 'refund_amount_mismatch',
          charge: charge.id,
          refund: refund.id,
          psp: charge.psp,
        });
        return { outcome: 'unknown' };
      }
      const known = answer.psp_reference === undefined ? {} : { psp_reference: answer.psp_reference };
      return { outcome: answer.outcome === 'pending' ? 'accepted' : 'succeeded', ...known };
    }
    case 'failed':
      return { outcome: 'failed', reason: answer.reason };
    case 'unknown':
      return { outcome: 'unknown' };
    default:
      return answer satisfies never;
  }
};

/** What single updates left is looked over when it comes back: it cannot be refused any more, so it is reported. */
export const checkStored = (ports: PaymentPorts, charge: Charge): void => {
  const broken = brokenInvariant(charge);
  if (broken !== undefined)
    ports.report({
      event: 'invariant_broken',
      charge: charge.id,
      psp: charge.psp,
      what: broken,
      stored: true,
    });
};

/** Takes over every refund that the PSP lists: ours by our id or the PSP's, one made elsewhere under a key of its own. */
export const applyRefundFacts = async (
  ports: PaymentPorts,
  records: Records,
  { refunds }: Pick<RefundsFound, 'refunds'>,
): Promise<Records> => {
  let { charge, session } = records;
  for (const fact of refunds) {
    if (charge.reversal) {
      if (fact.operation === charge.reversal.id && fact.status !== 'pending')
        ({ charge, session } = await settleReversal(
          ports,
          { charge, session },
          charge.reversal.id,
          answerOf(fact),
        ));
      continue;
    }
    charge = await applyRefundFact(ports, charge, fact);
  }
  return { charge, session };
};

const answerOf = (fact: RefundFact): OperationAnswer =>
  fact.status === 'failed'
    ? { outcome: 'failed', reason: fact.reason ?? 'processor_error' }
    : { outcome: 'succeeded', psp_reference: fact.psp_reference, amount: fact.amount };

/** One refund as the PSP has it. */
export const applyRefundFact = async (
  ports: PaymentPorts,
  charge: Charge,
  fact: RefundFact,
): Promise<Charge> => {
  const ours = refundOf(charge, fact);
  if (!ours && fact.operation !== undefined) {
    // One of ours that was recorded after the charge was read.
    const stands = (await ports.store.charge(charge.id)) ?? charge;
    return refundOf(stands, fact)
      ? applyRefundFact(ports, stands, fact)
      : recordElsewhere(ports, stands, fact);
  }
  if (!ours || isRevived(charge, ours, fact)) return recordElsewhere(ports, charge, fact);
  const last = hasFailedSince(charge, ours, fact) ? ({ ...fact, status: 'failed' } as const) : fact;
  const answer: OperationAnswer =
    last.status === 'pending' ? { outcome: 'pending', psp_reference: last.psp_reference } : answerOf(last);
  const heard = refundHeard(ports, charge, ours, answer);
  if (heard.outcome === 'unknown') return charge;
  return (await settleRefund(ports, charge, ours.id, heard)).charge;
};

/** The recorded refund that a fact or an event is about; undefined if it was made elsewhere and is not recorded yet. */
const refundOf = (
  { refunds }: Charge,
  { operation, psp_reference }: { readonly operation?: string; readonly psp_reference?: string },
): Refund | undefined => {
  if (operation !== undefined && refunds[operation]) return refunds[operation];
  if (psp_reference === undefined) return undefined;
  return (
    Object.values(refunds).find((refund) => refund.psp_reference === psp_reference) ??
    refunds[keyElsewhere('ext', psp_reference)]
  );
};

/** A person had decided that it came to nothing, and the PSP has it after all: the fact counts, beside the refund that failed. */
const isRevived = ({ decisions = [] }: Charge, ours: Refund, fact: RefundFact): boolean =>
  ours.status === 'failed' &&
  fact.status === 'succeeded' &&
  !ours.external &&
  decisions.some(({ operation }) => operation === ours.id);

/** Its failure was told before, by the PSP's id alone, which was not known to be ours. */
const hasFailedSince = ({ refunds }: Charge, ours: Refund, { psp_reference }: RefundFact): boolean => {
  const told = refunds[keyElsewhere('ext', psp_reference)];
  return told !== undefined && told.id !== ours.id && told.status === 'failed';
};

const recordElsewhere = async (ports: PaymentPorts, charge: Charge, fact: RefundFact): Promise<Charge> => {
  const id = keyElsewhere('ext', fact.psp_reference);
  const known = charge.refunds[id];
  const heard: RefundHeard =
    fact.status === 'pending'
      ? { outcome: 'accepted', psp_reference: fact.psp_reference }
      : fact.status === 'failed'
        ? { outcome: 'failed', ...(fact.reason === undefined ? {} : { reason: fact.reason }) }
        : { outcome: 'succeeded', psp_reference: fact.psp_reference };
  if (known) return (await settleRefund(ports, charge, id, heard)).charge;
  const now = ports.clock.now();
  const refund: Refund = {
    id,
    rev: 1,
    write: ports.newWrite(),
    amount: fact.amount,
    status: fact.status,
    external: true,
    accepted: true,
    psp_reference: fact.psp_reference,
    metadata: {},
    created: Math.floor(now / 1000),
  };
  const mark = recoveryMark(charge.id, firstLook(now, ports.recovery), ports.recovery);
  const written = await ports.store.recordRefund(charge.id, refund, mark);
  if (!written.ok) return written.charge ?? charge;
  checkStored(ports, written.charge);
  ports.report({
    event: 'external_change',
    charge: charge.id,
    session: charge.session,
    psp: charge.psp,
    refund: id,
    amount: fact.amount,
    over_returned: written.charge.amount_refundable < 0,
  });
  return written.charge;
};
