import { defined } from '../../../lib/types/defined.ts';
import type { Attempt, CancelByReferenceResult, RefundFact } from '../../../lib/types/psp.ts';
import type { Profile } from '../../simulation/psp/draw-profile.ts';
import { isLive, newPayment, stateNow } from '../../simulation/psp/ledger.ts';
import { released, taken } from '../../simulation/psp/payment-changes.ts';
import { answerOf, stateOf } from '../../simulation/psp/report-payment.ts';
import { asLedger, type BookPayment, type Books, shown, withPayment } from './books.ts';
import type { PspCall } from './call.ts';
import { type Effect, underKey } from './keyed.ts';
import { type Fate, lagOf, operate } from './operate.ts';
import { event, reportPayment } from './report.ts';

/** What the PSP does with a request that has arrived, and answers. Pure. */
export const arrive = (profile: Profile, books: Books, call: PspCall, fate: Fate): Effect => {
  const { reference } = call.attempt;
  switch (call.kind) {
    case 'authorize':
      return authorize(profile, books, call.attempt, fate);
    case 'complete':
      return complete(profile, books, call, fate);
    case 'look_up':
      return { books, answer: lookUp(profile, books, reference, fate), items: [] };
    case 'look_up_refunds':
      return { books, answer: listRefunds(shown(books, reference, fate)), items: [] };
    case 'fence':
      return cancelByReference(profile, books, reference, fate);
    default:
      return operate(profile, books, call, fate);
  }
};

const authorize = (profile: Profile, books: Books, attempt: Attempt, fate: Fate): Effect =>
  underKey(profile, books, {
    key: attempt.reference,
    now: fate.now,
    execute: () => take(profile, books, attempt, fate),
    current: () => {
      const payment = books.payments[attempt.reference];
      return payment && answerOf(profile, asLedger(payment), stateNow(payment));
    },
  });

const take = (profile: Profile, books: Books, attempt: Attempt, fate: Fate): Effect => {
  if (books.fenced.includes(attempt.reference))
    return { books, answer: { outcome: 'processor_error', code: 'canceled' } as Effect['answer'], items: [] };
  const before = books.payments[attempt.reference];
  const payment: BookPayment = {
    ...newPayment(attempt, {
      id: `pay_${attempt.reference.slice(3)}`,
      psp: profile.account.id,
      mismatch: false,
      called: fate.sent,
      now: fate.now,
    }),
    earlier: [],
  };
  const done = enter(profile, books, outcome(payment, fate), fate);
  return {
    ...done,
    ...(before && isLive(before) ? { broken: `${attempt.reference} was taken twice` } : {}),
  };
};

const outcome = (payment: BookPayment, { declined, decline, customer }: Fate): BookPayment => {
  if (declined) return { ...payment, status: 'declined', decline };
  return customer ? payment : { ...payment, ...taken(payment) };
};

/** Into the books, told to whoever waits for the answer, and by webhook once it is decided. */
const enter = (profile: Profile, books: Books, payment: BookPayment, fate: Fate): Effect => ({
  books: withPayment(books, payment, lagOf(profile, fate)),
  answer: answerOf(profile, asLedger(payment), stateNow(payment)),
  items: payment.status === 'requires_action' ? [] : [reportPayment(profile, payment)],
});

/** The customer ends the authentication at the bank; where the PSP waits for this service's call, that call does it. */
export const authenticate = (profile: Profile, books: Books, reference: string, fate: Fate): Effect => {
  const payment = books.payments[reference];
  if (payment?.status !== 'requires_action') return { books, answer: { outcome: 'unknown' }, items: [] };
  const refused: BookPayment = { ...payment, status: 'declined', decline: 'authentication_failed' };
  return enter(profile, books, fate.declined ? refused : { ...payment, ...taken(payment) }, fate);
};

const complete = (profile: Profile, books: Books, { attempt }: PspCall, fate: Fate): Effect => {
  const named = books.payments[attempt.reference];
  if (profile.completes_once && named?.status !== 'requires_action')
    return {
      books,
      answer: { outcome: 'invalid_request', code: 'already_completed' } as Effect['answer'],
      items: [],
    };
  const done = profile.completes
    ? authenticate(profile, books, attempt.reference, fate)
    : { books, items: [] };
  const payment = done.books.payments[attempt.reference];
  const answer = payment
    ? stateOf(profile, asLedger(payment), stateNow(payment))
    : ({ outcome: 'unknown', doubt: 'pending' } as Effect['answer']);
  return { ...done, answer };
};

const lookUp = (profile: Profile, books: Books, reference: string, fate: Fate): Effect['answer'] => {
  const payment = shown(books, reference, fate);
  if (payment) return stateOf(profile, asLedger(payment), stateNow(payment));
  return { outcome: books.fenced.includes(reference) ? 'canceled' : 'absent' };
};

const listRefunds = (payment: BookPayment | undefined): Effect['answer'] => {
  const refunds = (payment?.operations ?? [])
    .filter(({ kind }) => kind === 'refund')
    .map(
      ({ id, ours, amount, status }): RefundFact => ({
        psp_reference: id,
        amount,
        status,
        ...defined({ operation: ours }),
        ...(status === 'failed' ? { reason: 'processor_error' } : {}),
      }),
    );
  return { outcome: 'found', refunds, complete: true } as Effect['answer'];
};

const cancelByReference = (profile: Profile, books: Books, reference: string, fate: Fate): Effect => {
  if (profile.account.capabilities.cancel_by_reference?.result === 'synchronous')
    return fenceAtOnce(profile, books, reference, fate);
  const answer = { outcome: 'fencing' };
  // Under its key a repeat is only acknowledged again.
  if (books.canceling.includes(reference)) return { books, answer, items: [] };
  const item = { type: 'technical_cancel', psp: profile.account.id, reference } as const;
  return { books: { ...books, canceling: [...books.canceling, reference] }, answer, items: [item] };
};

const fenceAtOnce = (profile: Profile, books: Books, reference: string, fate: Fate): Effect => {
  const payment = books.payments[reference];
  if (payment?.status === 'captured')
    return { books, answer: answerOf(profile, asLedger(payment), stateNow(payment)), items: [] };
  if (!profile.fence_marks && !payment)
    return { books, answer: { outcome: 'unknown', doubt: 'pending' } as Effect['answer'], items: [] };
  const marked =
    profile.fence_marks && !books.fenced.includes(reference)
      ? { ...books, fenced: [...books.fenced, reference] }
      : books;
  if (!payment) return { books: marked, answer: { outcome: 'canceled' }, items: [] };
  if (payment.status === 'declined')
    return { books: marked, answer: answerOf(profile, asLedger(payment), stateNow(payment)), items: [] };
  const dead = canceled(payment);
  const after = dead === payment ? marked : withPayment(marked, dead, lagOf(profile, fate));
  return { books: after, answer: stateOf(profile, asLedger(dead), stateNow(dead)), items: [] };
};

const canceled = (payment: BookPayment): BookPayment =>
  payment.status === 'canceled' ? payment : { ...payment, ...released(payment) };

/** The delayed cancel releases a hold; of what is not there, captured or away with the customer it proves nothing. */
export const technicalCancel = (profile: Profile, books: Books, reference: string, fate: Fate): Effect => {
  const payment = books.payments[reference];
  const dead = payment?.status === 'authorized' ? canceled(payment) : undefined;
  const answer: CancelByReferenceResult = dead
    ? { outcome: 'canceled', hold: 'voided' }
    : { outcome: 'unknown', doubt: 'ambiguous_error' };
  const reported = {
    reference,
    ...(payment ? { psp_reference: payment.id } : {}),
    claim: { about: 'fence', result: answer },
  } as const;
  return {
    books: dead ? withPayment(books, dead, lagOf(profile, fate)) : books,
    answer: { outcome: answer.outcome },
    items: [event(profile, `${reference}/fence`, reported)],
  };
};

/** The hold, or the offer to authenticate, ends by itself. */
export const lapse = (profile: Profile, books: Books, reference: string, fate: Fate): Effect => {
  const payment = books.payments[reference];
  const nothing = { books, answer: { outcome: 'unknown' }, items: [] };
  if (payment?.status !== 'authorized' && payment?.status !== 'requires_action') return nothing;
  const gone: BookPayment = {
    ...payment,
    status: 'canceled',
    hold: payment.status === 'authorized' ? 'expired' : undefined,
  };
  return {
    ...nothing,
    books: withPayment(books, gone, lagOf(profile, fate)),
    items: [reportPayment(profile, gone)],
  };
};
