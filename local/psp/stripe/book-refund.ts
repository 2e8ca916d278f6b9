import { moveRefund } from '../framework/payment.ts';
import type { Job } from '../framework/simulated-psp.ts';
import { emitEvent } from './emit-event.ts';
import { renderCharge } from './render-charge.ts';
import { renderRefund } from './render-refund.ts';
import type { StripeBooks, StripeIntent, StripeRefund } from './stripe-books.ts';
import { stripeId } from './stripe-id.ts';

/** "Some time later" of the documented asynchronous refund cards. */
const laterMs = 200;

type Facts = {
  readonly amount: number;
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** The failure reason with which it must fail. */
  readonly decline?: string;
};

/** A new refund: it succeeds at once, except with the documented cards whose refunds are decided later. */
export const bookRefund = (
  books: StripeBooks,
  intent: StripeIntent,
  { decline, ...facts }: Facts,
): StripeRefund => {
  const charge = books.charges.get(intent.latest_charge ?? '');
  const later = charge === undefined ? undefined : books.methods.get(charge.method)?.behavior.refund;
  const undeclined = later === 'pending_then_succeeds' ? 'pending' : 'succeeded';
  const status = decline === undefined ? undeclined : 'failed';
  const refund: StripeRefund = {
    ...facts,
    id: stripeId('re'),
    reference: facts.metadata.refund ?? facts.metadata.reference ?? null,
    payment: intent.id,
    charge: charge?.id ?? '',
    currency: intent.currency,
    status,
    created: books.context.now(),
    failure_reason: decline ?? null,
  };
  books.refunds.put(refund.id, refund);
  books.intents.put(intent.id, moveRefund(intent, refund.amount, undefined, status));
  emitEvent(books, 'refund.created', renderRefund(books, refund));
  if (status === 'failed') emitEvent(books, 'refund.failed', renderRefund(books, refund));
  else if (charge !== undefined) emitEvent(books, 'charge.refunded', renderCharge(books, charge) ?? {});
  if (decline === undefined && later !== undefined)
    books.context.schedule(laterMs, { kind: later, id: refund.id });
  return refund;
};

/** An open refund reaches its end. */
export const settleRefund = (books: StripeBooks, { kind, id }: Job): void => {
  const refund = books.refunds.get(id);
  const intent = books.intents.get(refund?.payment ?? '');
  if (refund === undefined || intent === undefined) return;
  const failed = kind === 'succeeds_then_fails';
  const settled: StripeRefund = {
    ...refund,
    status: failed ? 'failed' : 'succeeded',
    failure_reason: failed ? 'expired_or_canceled_card' : null,
  };
  books.refunds.put(id, settled);
  books.intents.put(intent.id, moveRefund(intent, refund.amount, refund.status, settled.status));
  const body = renderRefund(books, settled);
  emitEvent(books, failed ? 'refund.failed' : 'refund.updated', body);
  emitEvent(books, 'charge.refund.updated', body);
};
